/** Examples of the rules about the frontmatter as text and as YAML. */
import type { ExamplesOf } from "../diagnostics/rule-example.ts";
import type { parseRules } from "./rules.ts";

const GOOD =
  "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.";

export const parseExamples: ExamplesOf<typeof parseRules> = {
  "encoding-invalid": {
    args: { offset: 41, guess: "Windows-1252 or Latin-1" },
    kind: "words",
    bad: "SKILL.md saved as Windows-1252: the ø of København is one byte",
    good: "SKILL.md saved as UTF-8",
  },
  bom: { args: {}, kind: "document", bad: `\uFEFF${GOOD}`, good: GOOD, fix: "safe" },
  "yaml-invalid": {
    args: { cause: "colon", key: "description", detail: "Use when: a landing is planned" },
    kind: "document",
    bad: "---\nname: tide-tables\ndescription: Use when: a landing is planned\n---\nRead the table.",
    good: '---\nname: tide-tables\ndescription: "Use when: a landing is planned"\n---\nRead the table.',
    fix: "safe and unsafe",
  },
  "yaml-repaired": {
    args: { key: "description" },
    kind: "document",
    profile: "lenient",
    bad: "---\nname: tide-tables\ndescription: Use when: a landing is planned\n---\nRead the table.",
    good: '---\nname: tide-tables\ndescription: "Use when: a landing is planned"\n---\nRead the table.',
    fix: "safe",
  },
  "frontmatter-missing": {
    args: { found: "blank-lines" },
    kind: "document",
    bad: `\n\n${GOOD}`,
    good: GOOD,
    fix: "safe and unsafe",
  },
  "frontmatter-unterminated": {
    args: { found: "" },
    kind: "document",
    bad: "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n\nRead the table.",
    good: GOOD,
    fix: "safe and unsafe",
  },
  "frontmatter-too-large": {
    args: { length: 81_204, limit: 65_536 },
    kind: "words",
    bad: "a frontmatter with a list of 5,000 keywords",
    good: "the same list in references/keywords.md",
  },
  "frontmatter-empty": { args: {}, kind: "document", bad: "---\n# nothing yet\n---\nRead the table.", good: GOOD },
  "frontmatter-not-mapping": {
    args: { found: "a list" },
    kind: "document",
    bad: "---\n- name: tide-tables\n- description: Reads tide tables.\n---\nRead the table.",
    good: GOOD,
  },
  "yaml-duplicate-key": {
    args: { key: "license" },
    kind: "frontmatter",
    bad: "license: MIT\nlicense: MIT",
    good: "license: MIT",
    fix: "unsafe",
  },
  "yaml-alias-limit": {
    args: { limit: 10000 },
    kind: "frontmatter",
    bad: "metadata: &m\n  all: *m",
    good: "metadata:\n  all: none",
  },
  "yaml-anchor": {
    args: { mark: "&nbsp;Reads", unused: true },
    kind: "frontmatter",
    bad: "compatibility: &nbsp;A boat",
    good: 'compatibility: "&nbsp;A boat"',
    fix: "safe",
  },
  "yaml-tag": {
    args: { tag: "!important", known: false },
    kind: "frontmatter",
    bad: "compatibility: !important A boat",
    good: 'compatibility: "!important A boat"',
    fix: "unsafe",
  },
};
