import { defineRules, plural, quote, rule } from "../diagnostics/rule.ts";

function fixOf(problem: string): string {
  if (/^nothing provides "[^."]/.test(problem)) return "install the package where the build runs";
  if (problem.includes("not a plain string")) return 'write the path as a plain string, such as import("./tides.ts")';
  return "fix the script: it can import packages, and files of its own skill";
}

export const prepareRules = defineRules({
  "shell-command-refused": rule<{ command: string; reason: string; repository?: string }>(
    "SKC306",
    "correctness",
    "warning",
    {
      title: "A command in the body is not allowed to run",
      args: { command: "tide --today", reason: "prepare.shell.allow does not list it" },
      message: ({ command, reason }) => `the command ${quote(command)} was not run: ${reason}`,
      consequence: "it is left as written, and the model reads it literally",
      help: ({ repository }) => [
        repository === undefined
          ? "list it in prepare.shell.allow, exactly or as a prefix followed by *"
          : `move the bare git repository ${quote(repository)} out of the skill: git would obey its config`,
        "write a backslash before the ! to show the notation itself",
      ],
      shown: [
        "words",
        "!`tide --today` in a body, and prepare.shell.allow without it",
        '{ "prepare": { "shell": { "allow": ["tide *"] } } }',
      ],
    },
  ),
  "shell-command-failed": rule("SKC307", "correctness", "error", {
    title: "A command in the body failed",
    args: { command: "tide --today", problem: "ended with exit code 127" },
    without: "command",
    message: ({ command, problem }) => `the command ${quote(command)} ${problem}`,
    consequence: "the model would read an error instead of the output",
    help: [
      "run it by hand in the directory of the skill, where skillc runs it",
      "lower this rule to ship the error text instead of the output",
    ],
    shown: ["words", "!`tide --today` on a machine without tide", "!`tide --today` on a machine that has tide"],
  }),
  "shell-output-cut": rule("SKC308", "correctness", "warning", {
    title: "Output of a command in the body was cut",
    args: { command: "tide --year", limit: 65536 },
    message: ({ command, limit }) => `the command ${quote(command)} wrote more than ${plural(limit, "byte")}`,
    consequence: "the rest of its output is not in the catalog",
    help: "make the command write less, or raise prepare.shell.maxOutputBytes",
    shown: ["words", "!`tide --year`, which prints a megabyte", "!`tide --today`"],
  }),
  "script-invalid": rule<{ path: string; problem: string; member?: string }>("SKC309", "correctness", "error", {
    title: "Script cannot be compiled",
    args: { path: "scripts/tide.ts", problem: 'Expected ")" but found "{"' },
    message: ({ problem }) => `the script cannot be compiled: ${problem}`,
    consequence: "skills.script() would not have it",
    help: ({ path, problem, member }) => [
      member === undefined
        ? fixOf(problem)
        : `admit the package with module: { scripts: { packages: [${quote(member)}] } }`,
      `leave it out with files: { exclude: [${quote(path)}] }, or lower this rule to ship it as a file only`,
    ],
    shown: [
      "words",
      "module: { scripts: true }, and a scripts/tide.ts with a syntax error",
      "a scripts/tide.ts that TypeScript accepts",
    ],
  }),
  "script-needs-platform": rule<{ path: string; modules: string; platform: string; remote?: boolean }>(
    "SKC310",
    "correctness",
    "warning",
    {
      title: "Script needs modules that the platform lacks",
      args: { path: "scripts/tide.ts", modules: '"node:fs"', platform: "Cloudflare Workers" },
      message: ({ modules, platform, remote }) => {
        const lack = platform === "" ? "not every platform has" : `${platform} does not have`;
        return `the script imports ${modules}, which ${remote === true ? "a build does not download" : lack}`;
      },
      consequence: "it is not compiled: it stays a file of the skill, and skills.script() does not have it",
      help: ({ platform, remote }) => {
        if (remote === true) return "install it as a package, and import that";
        return platform === ""
          ? "set platform to the one where the skills run, if that has it"
          : "write the script without it, or build for a platform that has it";
      },
      shown: [
        "words",
        'module: { scripts: true }, and import { readFileSync } from "node:fs" in scripts/tide.ts',
        "a script that gets the text as an argument",
      ],
    },
  ),
  "script-import-computed": rule("SKC316", "correctness", "warning", {
    title: "Package of a script computes an import",
    args: { name: "knots", place: "node_modules/knots/index.js:4:10" },
    message: ({ name, place }) => `the package ${quote(name)} has an import that is computed at run time, at ${place}`,
    consequence: "what it imports is not part of the module, and may be missing where the script runs",
    help: "use the part of the package that does without it, or another package",
    shown: [
      "words",
      "module: { scripts: true }, and a scripts/tide.ts that imports a package with import(name)",
      "a scripts/tide.ts that imports a package whose imports are plain strings",
    ],
  }),
});
