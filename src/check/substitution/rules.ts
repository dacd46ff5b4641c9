import { defineRules, didYouMean, quote, rule } from "../../diagnostics/rule.ts";

const CLAUDE_CODE = { source: "Claude Code 2.1.330", level: "PRACTICE" } as const;

/** In the bodies of these systems, `$ARGUMENTS` and `$1` are ordinary text. */
const WITHOUT_ARGUMENTS = { promptkit: "off", carnet: "off", fizeau: "off" } as const;

export const substitutionRules = defineRules({
  "substitution-misspelt": rule("SKC301", "correctness", "warning", {
    title: "Name of a substitution is misspelled",
    args: { token: "${CLAUDE_SKILL_DRI}", nearest: "${CLAUDE_SKILL_DIR}" },
    levels: { ...WITHOUT_ARGUMENTS },
    message: ({ token }) => `unknown substitution ${quote(token)}`,
    consequence: "it is left as written, and the model reads it literally",
    help: ({ nearest }) => didYouMean(nearest),
    origin: CLAUDE_CODE,
    shown: ["body", "Read ${CLAUDE_SKILL_DRI}/ports.md.", "Read ${CLAUDE_SKILL_DIR}/ports.md."],
  }),
  // `read` is the part that is replaced; `fix` is what to write instead, empty for a space.
  "substitution-index": rule("SKC305", "correctness", "warning", {
    title: "Index of an argument is not a number",
    args: { token: "$ARGUMENTS[first]", read: "$ARGUMENTS", fix: "$ARGUMENTS[0]" },
    levels: { ...WITHOUT_ARGUMENTS },
    message: ({ token, read }) =>
      read === ""
        ? `${quote(token)} is not replaced with an argument`
        : `${quote(read)} in ${quote(token)} is replaced with all arguments, not with one of them`,
    consequence: "what is not replaced is left as written, and the model reads it literally",
    help: ({ token, fix }) =>
      token.includes("[")
        ? `write a number from 0 between the brackets: ${fix}`
        : fix === ""
          ? "put a space or punctuation after the number: no letter, digit or _ may follow it"
          : `write ${fix}`,
    origin: CLAUDE_CODE,
    shown: [
      "body",
      "Read the table of $ARGUMENTS[first]. All: $ARGUMENTS",
      "Read the table of $ARGUMENTS[0]. All: $ARGUMENTS",
    ],
  }),
  "arguments-without-hint": rule("SKC302", "quality", "info", {
    title: "Arguments are used without an argument hint",
    args: { token: "$ARGUMENTS" },
    // SkillKit inserts arguments, but does not read the hint.
    levels: { ...WITHOUT_ARGUMENTS, skillkit: "off" },
    message: ({ token }) => `the body uses arguments (${quote(token)}), but the skill has no argument-hint`,
    consequence: "clients cannot show which arguments to type",
    help: 'add a line such as argument-hint: "[issue-number]"',
    origin: CLAUDE_CODE,
    shown: ["body", "Read the table of $ARGUMENTS.", "Read the table of the harbour that the user names."],
  }),
  "hint-without-arguments": rule("SKC303", "quality", "info", {
    title: "Argument hint is given, but no argument is used",
    args: { hint: "[port]" },
    levels: { ...WITHOUT_ARGUMENTS, skillkit: "off" },
    message: ({ hint }) => `argument-hint is ${quote(hint)}, but the body does not use arguments`,
    consequence: "most dialects append the arguments at the end of the body; others drop them",
    help: "write $ARGUMENTS where the arguments belong, or delete the hint",
    origin: CLAUDE_CODE,
    shown: ["frontmatter", 'argument-hint: "[port]"', 'when_to_use: "when a landing is planned"'],
  }),
  "shell-injection-syntax": rule("SKC304", "portability", "warning", {
    title: "Body embeds the output of a shell command",
    args: { command: "tide --today", more: 0 },
    levels: { "claude-code": "info", skillkit: "info", cognesy: "info" },
    voidIf: "prepared",
    message: ({ command, more }) =>
      `the body embeds the output of the shell command ${quote(command)}${more === 0 ? "" : ` and of ${more} more`}`,
    consequence: "the edge has no shell: the model reads the command itself, not its output",
    help: [
      "run the command at build time: list it in prepare.shell.allow",
      "tell the model in words what to find out",
      "write a backslash before the ! to show the notation itself",
    ],
    origin: CLAUDE_CODE,
    shown: ["body", "High water: !`tide --today`", "Run `tide --today` and read the hour of high water."],
  }),
});
