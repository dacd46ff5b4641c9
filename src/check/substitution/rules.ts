/** Rules about substitution tokens and shell commands in a body. */
import { defineRules, didYouMean, quote, rule } from "../../diagnostics/rule.ts";

const CLAUDE_CODE = { source: "Claude Code 2.1.330", level: "PRACTICE" } as const;

/** Systems that insert no arguments: in their bodies, `$ARGUMENTS` and `$1` are ordinary text. */
const WITHOUT_ARGUMENTS = { promptkit: "off", carnet: "off", fizeau: "off" } as const;

export const substitutionRules = defineRules({
  "substitution-misspelt": rule<{ token: string; nearest: string }>({
    code: "SKC301",
    category: "correctness",
    level: { standard: "warning", ...WITHOUT_ARGUMENTS },
    message: ({ token }) => `unknown substitution ${quote(token)}`,
    consequence: "it is left as written, and the model reads it literally",
    help: ({ nearest }) => didYouMean(nearest),
    origin: CLAUDE_CODE,
  }),
  // `read` is the part that is replaced; `fix` is what to write instead, empty for a space.
  "substitution-index": rule<{ token: string; read: string; fix: string }>({
    code: "SKC305",
    category: "correctness",
    level: { standard: "warning", ...WITHOUT_ARGUMENTS },
    message: ({ token, read }) =>
      read === ""
        ? `${quote(token)} is not replaced with an argument`
        : `${quote(read)} in ${quote(token)} is replaced with all arguments, not with one of them`,
    consequence: "what is not replaced is left as written, and the model reads it literally",
    help: ({ token, fix }) => [
      token.includes("[")
        ? `write a number from 0 between the brackets: ${fix}`
        : fix === ""
          ? "put a space or punctuation after the number: no letter, digit or _ may follow it"
          : `write ${fix}`,
    ],
    origin: CLAUDE_CODE,
  }),
  "arguments-without-hint": rule<{ token: string }>({
    code: "SKC302",
    category: "quality",
    // SkillKit inserts arguments, but does not read the hint.
    level: { standard: "info", ...WITHOUT_ARGUMENTS, skillkit: "off" },
    message: ({ token }) => `the body uses arguments (${quote(token)}), but the skill has no argument-hint`,
    consequence: "clients cannot show which arguments to type",
    help: () => ['add a line such as argument-hint: "[issue-number]"'],
    origin: CLAUDE_CODE,
  }),
  "hint-without-arguments": rule<{ hint: string }>({
    code: "SKC303",
    category: "quality",
    level: { standard: "info", ...WITHOUT_ARGUMENTS, skillkit: "off" },
    message: ({ hint }) => `argument-hint is ${quote(hint)}, but the body does not use arguments`,
    consequence: "most dialects append the arguments at the end of the body; others drop them",
    help: () => ["write $ARGUMENTS where the arguments belong, or delete the hint"],
    origin: CLAUDE_CODE,
  }),
  "shell-injection-syntax": rule<{ command: string; more: number }>({
    code: "SKC304",
    category: "portability",
    level: { standard: "warning", "claude-code": "info", skillkit: "info", cognesy: "info" },
    voidIf: "prepared",
    message: ({ command, more }) =>
      `the body embeds the output of the shell command ${quote(command)}${more === 0 ? "" : ` and of ${more} more`}`,
    consequence: "the edge has no shell: the model reads the command itself, not its output",
    help: () => [
      "run the command at build time: list it in prepare.shell.allow",
      "tell the model in words what to find out",
      "write a backslash before the ! to show the notation itself",
    ],
    origin: CLAUDE_CODE,
  }),
});
