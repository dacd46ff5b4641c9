/** Examples of the rules about what is made of skills at build time. */
import type { ExamplesOf } from "../diagnostics/rule-example.ts";
import type { prepareRules } from "./rules.ts";

export const prepareExamples: ExamplesOf<typeof prepareRules> = {
  "shell-command-refused": {
    args: { command: "tide --today", reason: "prepare.shell.allow does not list it" },
    kind: "words",
    bad: "!`tide --today` in a body, and prepare.shell.allow without it",
    good: '{ "prepare": { "shell": { "allow": ["tide *"] } } }',
  },
  "shell-command-failed": {
    args: { command: "tide --today", problem: "ended with exit code 127" },
    kind: "words",
    bad: "!`tide --today` on a machine without tide",
    good: "!`tide --today` on a machine that has tide",
  },
  "shell-output-cut": {
    args: { command: "tide --year", limit: 65536 },
    kind: "words",
    bad: "!`tide --year`, which prints a megabyte",
    good: "!`tide --today`",
  },
  "script-invalid": {
    args: { path: "scripts/tide.ts", problem: 'Expected ")" but found "{"' },
    kind: "words",
    bad: "module: { scripts: true }, and a scripts/tide.ts with a syntax error",
    good: "a scripts/tide.ts that TypeScript accepts",
  },
  "script-needs-platform": {
    args: { path: "scripts/tide.ts", modules: '"node:fs"', platform: "Cloudflare Workers" },
    kind: "words",
    bad: 'module: { scripts: true }, and import { readFileSync } from "node:fs" in scripts/tide.ts',
    good: "a script that gets the text as an argument",
  },
  "script-import-computed": {
    args: { name: "knots", place: "node_modules/knots/index.js:4:10" },
    kind: "words",
    bad: "module: { scripts: true }, and a scripts/tide.ts that imports a package with import(name)",
    good: "a scripts/tide.ts that imports a package whose imports are plain strings",
  },
};
