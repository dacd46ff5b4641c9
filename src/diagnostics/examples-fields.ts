/** Examples for the rules about the values of frontmatter fields. */
import type { ExamplesOf } from "./rule-example.ts";
import type { fieldRules } from "./rules-fields.ts";

const named = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.`;
const described = (description: string): string => `---\nname: tide-tables\n${description}---\nRead the table.`;
const GOOD = named("tide-tables");

export const fieldExamples: ExamplesOf<typeof fieldRules> = {
  "name-missing": {
    args: { dir: "tide-tables" },
    kind: "document",
    bad: "---\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.",
    good: GOOD,
  },
  "name-empty": { args: { dir: "tide-tables" }, kind: "document", bad: named('""'), good: GOOD },
  "name-not-string": {
    args: { found: "a number", kept: "8004" },
    kind: "document",
    bad: named("8004"),
    good: named('"8004"'),
    fix: "safe",
  },
  "name-too-long": {
    args: { name: "reads-the-tide-tables-of-every-harbour-between-skagen-and-the-north-cape", length: 72, limit: 64 },
    kind: "document",
    bad: named("reads-the-tide-tables-of-every-harbour-between-skagen-and-the-north-cape"),
    good: GOOD,
  },
  "name-bad-char": {
    args: { name: "tide_tables", characters: '"_"' },
    kind: "document",
    bad: named("tide_tables"),
    good: GOOD,
    fix: "unsafe",
  },
  "name-not-lowercase": {
    args: { name: "Tide-Tables" },
    kind: "document",
    bad: named("Tide-Tables"),
    good: GOOD,
    fix: "unsafe",
  },
  "name-edge-hyphen": {
    args: { name: "tide-tables-" },
    kind: "document",
    bad: named("tide-tables-"),
    good: GOOD,
    fix: "unsafe",
  },
  "name-double-hyphen": {
    args: { name: "tide--tables" },
    kind: "document",
    bad: named("tide--tables"),
    good: GOOD,
    fix: "unsafe",
  },
  "name-non-ascii": {
    args: { name: "tidevandstabeller-københavn", letters: "U+00F8" },
    kind: "document",
    bad: named("tidevand-københavn"),
    good: named("tidevand-copenhagen"),
  },
  "name-not-nfkc": { args: { name: "ﬁsh", normal: "fish" }, kind: "document", bad: named("ﬁsh"), good: named("fish") },
  "name-mixed-script": {
    args: { name: "tide-tаbles", letters: "U+0430 among Latin letters" },
    kind: "document",
    bad: named("tide-tаbles"),
    good: GOOD,
  },
  "name-dir-mismatch": {
    args: { name: "tides", dir: "tide-tables" },
    kind: "document",
    bad: named("tides"),
    good: GOOD,
    fix: "unsafe",
  },
  "description-missing": { args: {}, kind: "document", bad: described(""), good: GOOD },
  "description-empty": { args: { block: "" }, kind: "document", bad: described('description: ""\n'), good: GOOD },
  "description-not-string": {
    args: { found: "a number", kept: "2026" },
    kind: "document",
    bad: described("description: 2026\n"),
    good: described("description: Reads the tide tables of 2026. Use when a landing is planned.\n"),
    fix: "safe",
  },
  "description-too-long": {
    args: { length: 1450, limit: 1024 },
    kind: "words",
    bad: "a description of 1,450 characters",
    good: "a description of 300 characters; the rest stands in the body",
  },
  "compatibility-not-string": {
    args: { found: "a number", kept: "18" },
    kind: "frontmatter",
    bad: "compatibility: 18",
    good: 'compatibility: "18"',
    fix: "safe",
  },
  "compatibility-empty": {
    args: {},
    kind: "frontmatter",
    bad: 'compatibility: ""',
    good: "compatibility: Needs a boat.",
  },
  "compatibility-too-long": {
    args: { length: 620, limit: 500 },
    kind: "words",
    bad: "compatibility of 620 characters",
    good: "compatibility: Needs a boat.",
  },
  "license-not-string": {
    args: { found: "a number", kept: "2.0" },
    kind: "frontmatter",
    bad: "license: 2.0",
    good: 'license: "2.0"',
    fix: "safe",
  },
  "license-empty": { args: {}, kind: "frontmatter", bad: 'license: ""', good: "license: MIT" },
  "metadata-not-map": {
    args: { found: "text" },
    kind: "frontmatter",
    bad: "metadata: Station Nord",
    good: "metadata:\n  author: Station Nord",
  },
  "metadata-value-not-string": {
    args: { key: "version", found: "a number", kept: "1.10" },
    kind: "frontmatter",
    bad: "metadata:\n  version: 1.10",
    good: 'metadata:\n  version: "1.10"',
    fix: "safe",
  },
  "field-type": {
    args: { field: "hooks", expected: "a map of events", found: "text", refused: "" },
    kind: "frontmatter",
    bad: "hooks: none",
    good: "hooks: {}",
  },
  "model-invalid": {
    args: { field: "model", written: "anthropic://", fault: "names no model behind ://" },
    kind: "frontmatter",
    bad: "model: anthropic://",
    good: "model: anthropic://claude-sonnet",
  },
  "hook-invalid": {
    args: { event: "PreToolUze", nearest: "PreToolUse", found: "" },
    kind: "frontmatter",
    bad: "hooks:\n  PreToolUze: []",
    good: "hooks:\n  PreToolUse: []",
  },
  "boolean-as-text": {
    args: { field: "user-invocable", source: "false", taken: "false" },
    kind: "frontmatter",
    bad: 'user-invocable: "false"',
    good: "user-invocable: false",
    fix: "safe",
  },
  "files-invalid": {
    args: { found: "is text" },
    kind: "frontmatter",
    bad: "files: ports.md",
    good: "files:\n  - path: ports.md\n    description: Names of the ports",
    beside: ["ports.md"],
  },
  "files-path-invalid": {
    args: { path: "./ports.md", fixed: "ports.md" },
    kind: "frontmatter",
    bad: "files:\n  - path: ./ports.md\n    description: Names of the ports",
    good: "files:\n  - path: ports.md\n    description: Names of the ports",
    beside: ["ports.md"],
    fix: "safe",
  },
  "files-missing": {
    args: { path: "port.md", nearest: "ports.md" },
    kind: "frontmatter",
    bad: "files:\n  - path: port.md\n    description: Names of the ports",
    good: "files:\n  - path: ports.md\n    description: Names of the ports",
    beside: ["ports.md"],
  },
  "skill-dropped": {
    args: { reason: "description-missing" },
    kind: "words",
    bad: 'onInvalid: "skip" and a skill without a description',
    good: "the skill has a description",
  },
  "skill-as-body": {
    args: { reason: "yaml-invalid" },
    kind: "words",
    bad: 'onInvalid: "body" and a skill with broken YAML',
    good: "the YAML is mended",
  },
};
