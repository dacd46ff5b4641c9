import type { Diagnostic, Severity } from "../model/diagnostic.ts";
import { escapeJsonText, escapeText } from "./display-text.ts";
import { createNumbering, profileText, unsuppressed } from "./finding-texts.ts";
import type { Formatter } from "./formatter.ts";

type GitlabSeverity = "info" | "minor" | "major" | "critical" | "blocker";

const SEVERITIES: Readonly<Record<Severity, GitlabSeverity>> = { error: "major", warning: "minor", info: "info" };

const SECURITY_SEVERITIES: typeof SEVERITIES = { error: "critical", warning: "major", info: "info" };

/** Prints a GitLab Code Quality report: one JSON array, `[]` if there is nothing to report. */
export const formatGitlab: Formatter = ({ diagnostics }) => {
  // GitLab shows only the first of several issues with the same fingerprint.
  const numbered = createNumbering();
  const issues = unsuppressed(diagnostics).map((found) =>
    toIssue(found, numbered(found.fingerprint ?? `${found.code}:${found.file}`)),
  );
  return `${escapeJsonText(JSON.stringify(issues, null, 2))}\n`;
};

function toIssue(found: Diagnostic, fingerprint: string): object {
  const { rule, file, span, message, consequence } = found;
  const sentence = `${message}${profileText(found)}${consequence === undefined ? "" : `: ${consequence}`}`;
  const { start, end } = span ?? {};
  return {
    description: escapeText(sentence),
    check_name: rule,
    fingerprint,
    severity: severityOf(found),
    location: {
      // GitLab links to path and line, and drops the rest of the report if one of them is missing.
      path: file === "" ? "." : file,
      lines: { begin: start?.line ?? 1, end: end?.line ?? 1 },
      ...(start && end
        ? {
            positions: {
              begin: { line: start.line, column: start.column },
              end: { line: end.line, column: end.column },
            },
          }
        : {}),
    },
  };
}

/** A failed run is a blocker, because its other results cannot be trusted; security is one level more severe. */
function severityOf({ severity, category }: Diagnostic): GitlabSeverity {
  if (severity === "error" && (category === "system" || category === "config")) return "blocker";
  return (category === "security" ? SECURITY_SEVERITIES : SEVERITIES)[severity];
}
