/** Rules about shell commands that run at build time. */
import { SKILLC_PRACTICE, defineRules, quote, rule } from "../diagnostics/rule.ts";

export const prepareRules = defineRules({
  "shell-command-refused": rule<{ command: string; reason: string }>({
    code: "SKC306",
    category: "correctness",
    level: "warning",
    message: ({ command, reason }) => `the command ${quote(command)} was not run: ${reason}`,
    consequence: "the notation stays as written, and the model reads it literally",
    help: () => [
      "list it in prepare.shell.allow, word for word or as a beginning followed by *",
      "to show the notation itself, write a backslash before the !",
    ],
    origin: SKILLC_PRACTICE,
  }),
  "shell-command-failed": rule<{ command: string; problem: string }>({
    code: "SKC307",
    category: "correctness",
    level: "error",
    message: ({ command, problem }) => `the command ${quote(command)} ${problem}`,
    consequence: "the model would read an error in the place of the output",
    help: () => [
      "run it by hand in the directory of the skill: that is where it runs",
      "or lower this rule to ship the words that say what failed",
    ],
    origin: SKILLC_PRACTICE,
  }),
  "shell-output-cut": rule<{ command: string; limit: number }>({
    code: "SKC308",
    category: "correctness",
    level: "warning",
    message: ({ command, limit }) => `the command ${quote(command)} wrote more than ${limit} bytes`,
    consequence: "the rest of its output is not in the catalog",
    help: () => ["let the command say less, or raise prepare.shell.maxOutputBytes"],
    origin: SKILLC_PRACTICE,
  }),
});
