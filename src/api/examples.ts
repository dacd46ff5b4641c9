/** Examples of the rules about what a command reads besides skills. */
import type { ExamplesOf } from "../diagnostics/rule-example.ts";
import type { commandRules } from "./rules.ts";

export const commandExamples: ExamplesOf<typeof commandRules> = {
  "since-unreadable": {
    args: { ref: "mian", detail: "fatal: bad revision 'mian'", shallow: false },
    kind: "words",
    bad: "skillc check --since mian",
    good: "skillc check --since main",
  },
  "baseline-unreadable": {
    args: { file: "known.json", detail: "ENOENT", isOther: false },
    kind: "words",
    bad: "skillc check --baseline known.json, without such a file",
    good: "skillc check --baseline known.json --update-baseline",
  },
  "skills-not-built": {
    args: {
      taken: "skills",
      skills: 1,
      names: "plugins/harbour/skills/ebb",
      dirs: "plugins/harbour/skills",
      more: 0,
      flat: "",
      files: 0,
      clients: false,
    },
    kind: "words",
    bad: "skillc build, with skills/tide-tables and plugins/harbour/skills/ebb, and no config",
    good: '{ "sources": ["skills", "plugins/harbour/skills"] }',
  },
  "import-lost": {
    args: {
      name: "#skills",
      target: "./generated/skills/index.js",
      written: "./generated/skills/index.ts",
      dir: "./generated/skills",
    },
    kind: "words",
    bad: '"#skills": "./generated/skills/index.js" in package.json, with module: { format: "ts" }',
    good: '"#skills": "./generated/skills/index.ts"',
  },
};
