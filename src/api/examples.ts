/** Examples of the rules about what a command reads and writes other than skills. */
import type { ExamplesOf } from "../diagnostics/rule-example.ts";
import type { commandRules } from "./rules.ts";

export const commandExamples: ExamplesOf<typeof commandRules> = {
  "output-unwritable": {
    args: { path: "generated/skills", detail: "EACCES" },
    kind: "words",
    bad: "generated/ belongs to another user",
    good: "skillc build --out build/skills",
  },
  "output-foreign-file": {
    args: { path: "generated/skills/index.js" },
    kind: "words",
    bad: "generated/skills/index.js was written by hand",
    good: "outDir is a separate directory",
  },
  "output-stale-kept": {
    args: { path: "generated/skills/content/aa.js" },
    kind: "words",
    bad: "a generated file was edited and is no longer part of the output",
    good: "the file is deleted",
  },
  "since-unreadable": {
    args: { ref: "mian", detail: "fatal: bad revision 'mian'" },
    kind: "words",
    bad: "skillc check --since mian",
    good: "skillc check --since main",
  },
  "baseline-unreadable": {
    args: { file: "known.json", detail: "ENOENT" },
    kind: "words",
    bad: "skillc check --baseline known.json, without such a file",
    good: "skillc check --baseline known.json --update-baseline",
  },
};
