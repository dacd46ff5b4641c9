/** Examples of the rules about characters and notations that some parsers misread. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { textRules } from "./rules.ts";

const named = (name: string): string =>
  `---\nname: ${name}\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.`;

const GOOD = named("tide-tables");

const described = (description: string): string =>
  `---\nname: tide-tables\ndescription: ${description}\n---\nRead the table.`;

export const textExamples: ExamplesOf<typeof textRules> = {
  "cr-line-endings": { args: {}, kind: "document", bad: GOOD.replaceAll("\n", "\r"), good: GOOD },
  "replacement-character": {
    args: { count: 1 },
    kind: "body",
    bad: "Landings in K\uFFFDbenhavn.",
    good: "Landings in København.",
  },
  "control-character": {
    args: { character: "U+0007", where: "body" },
    kind: "body",
    bad: "Read the \u0007table.",
    good: "Read the table.",
  },
  "frontmatter-delimiter-in-value": {
    args: {},
    kind: "document",
    bad: described("Reads tide tables --- of every port. Use when a landing is planned."),
    good: described("Reads tide tables of every port. Use when a landing is planned."),
  },
  "yaml-flow": {
    args: { written: "[tides, ports]" },
    kind: "frontmatter",
    profile: "portable",
    bad: "metadata: {port: Nord}",
    good: "metadata:\n  port: Nord",
  },
  "html-comment": {
    args: {},
    kind: "body",
    profile: "spec",
    bad: "Read the table.\n\n<!-- and the moon -->",
    good: "Read the table, and the moon.",
  },
  "unfinished-skill": {
    args: { written: "Describe the input and the expected output in one or two sentences." },
    kind: "body",
    bad: "Describe the input and the expected output in one or two sentences.",
    good: "Takes the name of a port and lists the hours of low water.",
  },
};
