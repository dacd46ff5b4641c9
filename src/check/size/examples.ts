/** Examples of the rules about the size of a skill and its parts. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { sizeRules } from "./rules.ts";

const GOOD =
  "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead the table.";

export const sizeExamples: ExamplesOf<typeof sizeRules> = {
  "reference-too-many-tokens": {
    args: { path: "references/ports.md", tokens: 14000, limit: 10000 },
    kind: "words",
    bad: "references/ports.md with about 14,000 tokens",
    good: "references/ports-north.md and references/ports-south.md",
  },
  "references-too-many-tokens": {
    args: { tokens: 31000, limit: 25000, files: 9 },
    kind: "words",
    bad: "nine references that total about 31,000 tokens",
    good: "scripts/find-port.py, which looks up one port",
  },
  "file-large": {
    args: { path: "assets/chart.png", bytes: 4200000, limit: 1048576 },
    kind: "words",
    bad: "assets/chart.png with 4.2 MB",
    good: "the SKILL.md names https://charts.example/nord.png",
  },
  "body-too-many-lines": {
    args: { lines: 812, limit: 500 },
    kind: "words",
    bad: "a SKILL.md of 812 lines",
    good: "a SKILL.md of 200 lines that names references/harbours.md",
  },
  "body-too-many-tokens": {
    args: { tokens: 7400, limit: 5000 },
    kind: "words",
    bad: "instructions of about 7,400 tokens",
    good: "instructions of about 2,000 tokens that name references/harbours.md",
  },
  "body-empty": {
    args: {},
    kind: "document",
    bad: "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\n",
    good: GOOD,
  },
  "mcp-too-many-files": {
    args: { files: 1400, limit: 1000 },
    kind: "words",
    bad: "a skill of 1,400 files",
    good: "a skill of 40 files",
  },
  "mcp-too-large": {
    args: { bytes: 60000000, limit: 52428800 },
    kind: "words",
    bad: "a skill of 60 MB",
    good: "a skill of 2 MB",
  },
  "upload-too-large": {
    args: { what: "bytes in total", amount: 41000000, limit: 31457280, whose: "the Anthropic API" },
    kind: "words",
    bad: "a skill of 41 MB under the profile anthropic-api",
    good: "a skill of 2 MB",
  },
};
