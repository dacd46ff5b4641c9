/** GitLab's Code Quality report and JUnit XML: what the servers of others read. */
import { describe, expect, test } from "vitest";
import { formatGitlab } from "../../../src/formats/gitlab.ts";
import { formatJunit } from "../../../src/formats/junit.ts";
import type { Formatter } from "../../../src/formats/index.ts";
import type { Diagnostic, Severity } from "../../../src/model/diagnostic.ts";
import { accepted, duplicate, junk, noSources, unquoted } from "../../support/sample-findings.ts";
import { readXml } from "../../support/xml-reader.ts";

const summary = { skills: 118, errors: 2, warnings: 1, infos: 1 };

function print(format: Formatter, ...diagnostics: Diagnostic[]): string {
  return format({ diagnostics, summary, color: true, width: 40 });
}

describe("gitlab", () => {
  const issues = (...diagnostics: Diagnostic[]) => JSON.parse(print(formatGitlab, ...diagnostics));

  test("has one issue per finding that counts", () => {
    expect(issues(unquoted, accepted)).toEqual([
      {
        description:
          'the value of "description" contains ": " but is not quoted: clients with a strict YAML parser silently drop the skill',
        check_name: "yaml-invalid",
        fingerprint: "5f0c",
        severity: "major",
        location: {
          path: "skills/pdf-helper/SKILL.md",
          lines: { begin: 3, end: 3 },
          positions: { begin: { line: 3, column: 14 }, end: { line: 3, column: 43 } },
        },
      },
    ]);
  });

  test("names a path and a line even where there is none, because GitLab drops the rest of the report else", () => {
    expect(issues(junk, noSources).map(({ location }: { location: object }) => location)).toEqual([
      { path: "skills/pdf-helper/.env", lines: { begin: 1, end: 1 } },
      { path: ".", lines: { begin: 1, end: 1 } },
    ]);
  });

  test("weighs security more, and a run that failed most", () => {
    const severityOf = (severity: Severity, category: Diagnostic["category"]): string =>
      issues({ ...unquoted, severity, category })[0].severity;
    expect(severityOf("info", "quality")).toBe("info");
    expect(severityOf("warning", "portability")).toBe("minor");
    expect(severityOf("error", "correctness")).toBe("major");
    expect(severityOf("warning", "security")).toBe("major");
    expect(severityOf("error", "security")).toBe("critical");
    expect(severityOf("error", "config")).toBe("blocker");
    expect(severityOf("error", "system")).toBe("blocker");
    expect(severityOf("warning", "config")).toBe("minor");
  });

  test("gives every issue a fingerprint of its own, also when two findings have one or none", () => {
    const found = issues(junk, junk, unquoted, { ...unquoted, profile: "codex" }, { ...junk, fingerprint: "5f0c (2)" });
    expect(found.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).toEqual([
      "SKC412:skills/pdf-helper/.env",
      "SKC412:skills/pdf-helper/.env (2)",
      "5f0c",
      "5f0c (2)",
      "5f0c (2) (2)",
    ]);
  });

  test("spells out in the description what could not be seen, and keeps the path", () => {
    const [issue] = issues({ ...junk, message: "a\u202Eb", file: "skills/a\u202Eb" });
    expect(issue).toMatchObject({ description: "a<U+202E>b", location: { path: "skills/a\u202Eb" } });
  });

  test("is an empty list when there is nothing", () => {
    expect(print(formatGitlab)).toBe("[]\n");
  });
});

describe("junit", () => {
  test("has a suite per file; errors fail, the rest passes and says so", () => {
    expect(print(formatJunit, duplicate, unquoted, accepted, junk, noSources)).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="skillc" tests="4" failures="2" errors="0">
<testsuite name="skills/pdf-helper/SKILL.md" tests="2" failures="1" errors="0">
<testcase classname="skills/pdf-helper/SKILL_md" name="SKC601 duplicate-name: two skills are named &quot;pdf-helper&quot; (claude-code)" file="skills/pdf-helper/SKILL.md" line="2">
<system-out>skills/pdf-helper/SKILL.md:2:7
warning: two skills are named &quot;pdf-helper&quot;
help: rename one of them</system-out>
</testcase>
<testcase classname="skills/pdf-helper/SKILL_md" name="SKC101 yaml-invalid: the value of &quot;description&quot; contains &quot;: &quot; but is not quoted" file="skills/pdf-helper/SKILL.md" line="3">
<failure message="yaml-invalid: the value of &quot;description&quot; contains &quot;: &quot; but is not quoted" type="SKC101">skills/pdf-helper/SKILL.md:3:14
error: the value of &quot;description&quot; contains &quot;: &quot; but is not quoted
note: clients with a strict YAML parser silently drop the skill
help: put the value in double quotes: description: &quot;…&quot;
fix: quote the value (safe, --fix)</failure>
</testcase>
</testsuite>
<testsuite name="skills/pdf-helper/.env" tests="1" failures="0" errors="0">
<testcase classname="skills/pdf-helper/_env" name="SKC412 junk-file: the file &quot;.env&quot; is left out" file="skills/pdf-helper/.env">
<system-out>skills/pdf-helper/.env
info: the file &quot;.env&quot; is left out</system-out>
</testcase>
</testsuite>
<testsuite name="skillc" tests="1" failures="1" errors="0">
<testcase classname="skillc" name="SKC646 no-sources: there is nothing to compile">
<failure message="no-sources: there is nothing to compile" type="SKC646">error: there is nothing to compile</failure>
</testcase>
</testsuite>
</testsuites>
`,
    );
  });

  test("has one passed case when all is well", () => {
    expect(print(formatJunit, accepted)).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="skillc" tests="1" failures="0" errors="0">
<testsuite name="skillc" tests="1" failures="0" errors="0">
<testcase classname="skillc" name="no findings">
<system-out>118 skills checked</system-out>
</testcase>
</testsuite>
</testsuites>
`,
    );
  });

  test("holds nothing that XML forbids, and nothing that ends a text", () => {
    const message = 'a\u0000b\uFFFEc\uFFFF ]]> </failure> &amp; "\uD800';
    const text = print(formatJunit, { ...unquoted, message, file: 'x"<y>&' });
    const [suite] = readXml(text).children;
    expect(suite?.attributes["name"]).toBe('x"<y>&');
    const spelled = 'a<U+0000>b<U+FFFE>c<U+FFFF> ]]> </failure> &amp; "<U+D800>';
    expect(suite?.children[0]?.attributes["name"]).toBe(`SKC101 yaml-invalid: ${spelled}`);
    expect(suite?.children[0]?.children[0]?.text).toContain(`error: ${spelled}\n`);
  });

  test("numbers cases of one name", () => {
    const names = readXml(print(formatJunit, junk, junk)).children[0]?.children.map(
      ({ attributes }) => attributes["name"],
    );
    const name = 'SKC412 junk-file: the file ".env" is left out';
    expect(names).toEqual([name, `${name} (2)`]);
  });
});
