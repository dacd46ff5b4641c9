/**
 * The report as JUnit XML, for Jenkins, GitLab and other tools that show test results.
 *
 * Takes diagnostics. Returns one suite per file and one case per finding: an error is a failed case, a warning or an
 * info a passed one with its text in `system-out`, because both servers show nothing between failed and passed
 * (`skipped` would mean that something was not checked). Without findings there is one passed case: Jenkins treats a
 * report without cases as an error. Never prints a character that XML 1.0 forbids.
 */
import type { Diagnostic } from "../model/diagnostic.ts";
import { plural } from "../diagnostics/rule.ts";
import { createNumbering, placeText, profileText, remarks, unsuppressed } from "./finding-texts.ts";
import type { Formatter } from "./formatter.ts";
import { displayText, element, escapeXml, XML_HEAD, type Attributes } from "./xml.ts";

const NAME = "skillc";

export const formatJunit: Formatter = ({ diagnostics, summary }) => {
  const files = new Map<string, Diagnostic[]>();
  for (const finding of unsuppressed(diagnostics)) {
    const ofFile = files.get(finding.file) ?? [];
    files.set(finding.file, ofFile);
    ofFile.push(finding);
  }
  const suites = [...files].map(([file, found]) => ({ name: file || NAME, found, content: cases(found) }));
  if (suites.length === 0) suites.push({ name: NAME, found: [], content: [passedCase(summary.skills)] });
  const found = suites.flatMap((suite) => suite.found);
  const tests = suites.flatMap((suite) => suite.content).length;
  const content = suites.map((suite) => element("testsuite", counted(suite, suite.content.length), suite.content));
  const document = element("testsuites", counted({ name: NAME, found }, tests), content);
  return `${XML_HEAD}${document}\n`;
};

function counted({ name, found }: { name: string; found: readonly Diagnostic[] }, tests: number): Attributes {
  return { name, tests, failures: found.filter(({ severity }) => severity === "error").length, errors: 0 };
}

function passedCase(skills: number): string {
  const said = element("system-out", {}, `${plural(skills, "skill")} checked`);
  return element("testcase", { classname: NAME, name: "no findings" }, [said]);
}

/** Names are unique and contain no line number: GitLab keeps one case per name, and Jenkins tracks a case by it. */
function cases(found: readonly Diagnostic[]): string[] {
  const numbered = createNumbering();
  return found.map((finding) => {
    const { code, rule, severity, file, span, message } = finding;
    const sentence = `${rule}: ${message}${profileText(finding)}`;
    const name = numbered(displayText(`${code} ${sentence}`));
    // Jenkins reads the text before the last dot as a package.
    const classname = file === "" ? NAME : file.replaceAll(".", "_");
    const place = file === "" ? {} : { file, ...(span === undefined ? {} : { line: span.start.line }) };
    const notes = remarks(finding).map((note) => `${note.name}: ${note.text}`);
    const lines = [placeText(finding), `${severity}: ${message}`, ...notes];
    const text = lines
      .filter((line) => line !== "")
      .map(escapeXml)
      .join("\n");
    const result =
      severity === "error"
        ? element("failure", { message: sentence, type: code }, text)
        : element("system-out", {}, text);
    return element("testcase", { classname, name, ...place }, [result]);
  });
}
