/** A few findings as a check makes them, for tests of what is printed of them. */
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { createSourceText, lineAt, locate, type Span } from "../../src/model/source.ts";

const SKILL = "skills/pdf-helper/SKILL.md";

const frontmatter = createSourceText(
  SKILL,
  "---\nname: pdf-helper\ndescription: Use when: a form is filled in\nalowed-tools: Read\n---\n",
);

/** Where a text stands in the frontmatter of the sample skill. */
export function spanOf(marked: string): Span {
  const start = frontmatter.text.indexOf(marked);
  return locate(frontmatter, { start, end: start + marked.length });
}

const colon = spanOf("Use when: a form is filled in");

/** An error with a safe fix in its own line. */
export const unquoted: Diagnostic = {
  code: "SKC101",
  rule: "yaml-invalid",
  severity: "error",
  category: "correctness",
  message: 'the value of "description" contains ": " but is not quoted',
  consequence: "clients with a strict YAML parser silently drop the skill",
  help: ['put the value in double quotes: description: "…"'],
  skill: "pdf-helper",
  file: SKILL,
  span: colon,
  lineText: lineAt(frontmatter, 3),
  fixes: [
    {
      title: "quote the value",
      applicability: "safe",
      edits: [{ file: SKILL, span: colon, text: '"Use when: a form is filled in"' }],
    },
  ],
  fingerprint: "5f0c",
  args: { cause: "colon" },
  origin: { source: "YAML 1.2", level: "MUST" },
};

/** A warning of one profile among several, with a place in another file and nothing to mend it by machine. */
export const duplicate: Diagnostic = {
  code: "SKC601",
  rule: "duplicate-name",
  severity: "warning",
  category: "correctness",
  message: 'two skills are named "pdf-helper"',
  help: ["rename one of them"],
  file: SKILL,
  span: spanOf("pdf-helper"),
  lineText: "name: pdf-helper",
  labels: [
    {
      file: "vendor/pdf 100%/SKILL.md",
      span: { start: { line: 2, column: 7, offset: 10 }, end: { line: 2, column: 17, offset: 20 } },
      text: "the first one",
      lineText: "name: pdf-helper",
    },
  ],
  profile: "claude-code",
  args: { name: "pdf-helper" },
  origin: { source: "skillc", level: "MUST" },
};

/** A finding about a file of which no line is known. */
export const junk: Diagnostic = {
  code: "SKC412",
  rule: "junk-file",
  severity: "info",
  category: "security",
  message: 'the file ".env" is left out',
  file: "skills/pdf-helper/.env",
  args: {},
  origin: { source: "skillc", level: "PRACTICE" },
};

/** A finding about no file. */
export const noSources: Diagnostic = {
  code: "SKC646",
  rule: "no-sources",
  severity: "error",
  category: "config",
  message: "there is nothing to compile",
  file: "",
  args: {},
  origin: { source: "skillc", level: "MUST" },
};

/** A finding that someone has accepted. */
export const accepted: Diagnostic = {
  ...unquoted,
  code: "SKC221",
  rule: "unknown-field",
  severity: "warning",
  message: '"alowed-tools" is not a field',
  span: spanOf("alowed-tools"),
  lineText: lineAt(frontmatter, 4),
  suppressed: { by: "comment", reason: "an old client reads it" },
};
