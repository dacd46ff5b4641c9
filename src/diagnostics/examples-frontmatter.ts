/** Examples for the rules about the frontmatter block and its YAML. */
import type { ExamplesOf } from "./rule-example.ts";
import type { frontmatterRules } from "./rules-frontmatter.ts";

const GOOD =
  "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.";

export const frontmatterExamples: ExamplesOf<typeof frontmatterRules> = {
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
    args: { mark: "&nbsp;Reads", unused: "yes" },
    kind: "frontmatter",
    bad: "compatibility: &nbsp;A boat",
    good: 'compatibility: "&nbsp;A boat"',
    fix: "safe",
  },
  "yaml-tag": {
    args: { tag: "!important", known: "" },
    kind: "frontmatter",
    bad: "compatibility: !important A boat",
    good: 'compatibility: "!important A boat"',
    fix: "unsafe",
  },
  "value-cut-by-comment": {
    args: { field: "description", comment: "# files" },
    kind: "document",
    bad: "---\nname: tide-tables\ndescription: Reads tables from C # files. Use when a landing is planned.\n---\nRead the table.",
    good: '---\nname: tide-tables\ndescription: "Reads tables from C # files. Use when a landing is planned."\n---\nRead the table.',
    fix: "unsafe",
  },
  "unknown-field": {
    args: { field: "tide-station", nearest: "", known: "no" },
    kind: "frontmatter",
    bad: "tide-station: Nord",
    good: "metadata:\n  tide-station: Nord",
    fix: "safe",
  },
  "field-misspelt": {
    args: { field: "licence", nearest: "license" },
    kind: "frontmatter",
    bad: "licence: MIT",
    good: "license: MIT",
    fix: "safe",
  },
};
