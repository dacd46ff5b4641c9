/** Rules about what is made of skills at build time: the output of shell commands, compiled scripts. */
import { SKILLC_PRACTICE, defineRules, plural, quote, rule } from "../diagnostics/rule.ts";

function fixOf(problem: string): string {
  if (/^nothing provides "[^."]/.test(problem)) return "install the package where the build runs";
  if (problem.includes("not a plain string")) return 'write the path as a plain string, such as import("./tides.ts")';
  return "fix the script: it can import packages, and files of its own skill";
}

export const prepareRules = defineRules({
  "shell-command-refused": rule<{ command: string; reason: string; repository?: string }>({
    code: "SKC306",
    category: "correctness",
    level: "warning",
    message: ({ command, reason }) => `the command ${quote(command)} was not run: ${reason}`,
    consequence: "it is left as written, and the model reads it literally",
    help: ({ repository }) => [
      repository === undefined
        ? "list it in prepare.shell.allow, exactly or as a prefix followed by *"
        : `move the bare git repository ${quote(repository)} out of the skill: git would obey its config`,
      "write a backslash before the ! to show the notation itself",
    ],
    origin: SKILLC_PRACTICE,
  }),
  "shell-command-failed": rule<{ command: string; problem: string }>({
    code: "SKC307",
    category: "correctness",
    level: "error",
    without: "command",
    message: ({ command, problem }) => `the command ${quote(command)} ${problem}`,
    consequence: "the model would read an error instead of the output",
    help: () => [
      "run it by hand in the directory of the skill, where skillc runs it",
      "lower this rule to ship the error text instead of the output",
    ],
    origin: SKILLC_PRACTICE,
  }),
  "shell-output-cut": rule<{ command: string; limit: number }>({
    code: "SKC308",
    category: "correctness",
    level: "warning",
    message: ({ command, limit }) => `the command ${quote(command)} wrote more than ${plural(limit, "byte")}`,
    consequence: "the rest of its output is not in the catalog",
    help: () => ["make the command write less, or raise prepare.shell.maxOutputBytes"],
    origin: SKILLC_PRACTICE,
  }),
  "script-invalid": rule<{ path: string; problem: string; member?: string }>({
    code: "SKC309",
    category: "correctness",
    level: "error",
    message: ({ problem }) => `the script cannot be compiled: ${problem}`,
    consequence: "skills.script() would not have it",
    help: ({ path, problem, member }) => [
      member === undefined
        ? fixOf(problem)
        : `admit the package with module: { scripts: { packages: [${quote(member)}] } }`,
      `leave it out with files: { exclude: [${quote(path)}] }, or lower this rule to ship it as a file only`,
    ],
    origin: SKILLC_PRACTICE,
  }),
  "script-needs-platform": rule<{ path: string; modules: string; platform: string; remote?: boolean }>({
    code: "SKC310",
    category: "correctness",
    level: "warning",
    message: ({ modules, platform, remote }) => {
      const lack = platform === "" ? "not every platform has" : `${platform} does not have`;
      return `the script imports ${modules}, which ${remote === true ? "a build does not download" : lack}`;
    },
    consequence: "it is not compiled: it stays a file of the skill, and skills.script() does not have it",
    help: ({ platform, remote }) => {
      if (remote === true) return ["install it as a package, and import that"];
      return [
        platform === ""
          ? "set platform to the one where the skills run, if that has it"
          : "write the script without it, or build for a platform that has it",
      ];
    },
    origin: SKILLC_PRACTICE,
  }),
  "script-import-computed": rule<{ name: string; place: string }>({
    code: "SKC316",
    category: "correctness",
    level: "warning",
    message: ({ name, place }) => `the package ${quote(name)} has an import that is computed at run time, at ${place}`,
    consequence: "what it imports is not part of the module, and may be missing where the script runs",
    help: () => ["use the part of the package that does without it, or another package"],
    origin: SKILLC_PRACTICE,
  }),
});
