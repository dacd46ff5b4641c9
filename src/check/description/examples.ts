/** Examples of the rules about the description of a skill. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { descriptionRules } from "./rules.ts";

const described = (description: string): string => `---\nname: tide-tables\n${description}---\nRead the table.`;

const withDescription = (text: string): string => described(`description: ${text}\n`);

const named = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.`;

const GOOD = named("tide-tables");

export const descriptionExamples: ExamplesOf<typeof descriptionRules> = {
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
    good: "a description of 300 characters; the rest is in the body",
  },
  "value-cut-by-comment": {
    args: { field: "description", comment: "# files" },
    kind: "document",
    bad: "---\nname: tide-tables\ndescription: Reads tables from C # files. Use when a landing is planned.\n---\nRead the table.",
    good: '---\nname: tide-tables\ndescription: "Reads tables from C # files. Use when a landing is planned."\n---\nRead the table.',
    fix: "unsafe",
  },
  "description-short": {
    args: { length: 6 },
    kind: "document",
    profile: "spec",
    bad: withDescription("Tides."),
    good: withDescription("Reads tide tables. Use when a landing is planned."),
  },
  "description-person": {
    args: { word: "I can" },
    kind: "document",
    bad: "---\nname: tide-tables\ndescription: I can read tide tables when a landing is planned.\n---\nRead the table.",
    good: "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.",
  },
  "description-near-limit": {
    args: { length: 1010, limit: 1024 },
    kind: "words",
    bad: "a description of 1,010 characters",
    good: "a description of 300 characters; the rest is in the body",
  },
  "description-no-trigger": {
    args: {},
    kind: "document",
    profile: "portable",
    bad: withDescription("Reads the tide table of a port."),
    good: withDescription("Reads the tide table of a port. Use when a landing is planned."),
  },
  "description-keywords": {
    args: { keywords: 12 },
    kind: "document",
    bad: "---\nname: tide-tables\ndescription: tides, ports, boats, harbours, sea, moon, sun, wind, waves, hours, tables, landing\n---\nRead the table.",
    good: "---\nname: tide-tables\ndescription: Reads tide tables of ports. Use when a landing is planned.\n---\nRead the table.",
  },
  "description-angle-brackets": {
    args: { written: "<port>" },
    kind: "document",
    bad: withDescription("Reads the tide table of <port>. Use when a landing is planned."),
    good: withDescription("Reads the tide table of a port. Use when a landing is planned."),
  },
  "description-multiline": {
    args: { lines: 2 },
    kind: "document",
    profile: "portable",
    bad: withDescription("|\n  Reads tide tables.\n  Use when a landing is planned."),
    good: withDescription(">-\n  Reads tide tables.\n  Use when a landing is planned."),
  },
  "description-placeholder": {
    args: { word: "TODO" },
    kind: "document",
    bad: withDescription('"TODO: describe the skill"'),
    good: withDescription("Reads tide tables. Use when a landing is planned."),
  },
};
