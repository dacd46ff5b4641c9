/** Examples of the rules about substitution tokens and shell commands in a body. */
import type { ExamplesOf } from "../../diagnostics/rule-example.ts";
import type { substitutionRules } from "./rules.ts";

export const substitutionExamples: ExamplesOf<typeof substitutionRules> = {
  "substitution-misspelt": {
    args: { token: "${CLAUDE_SKILL_DRI}", nearest: "${CLAUDE_SKILL_DIR}" },
    kind: "body",
    bad: "Read ${CLAUDE_SKILL_DRI}/ports.md.",
    good: "Read ${CLAUDE_SKILL_DIR}/ports.md.",
  },
  "substitution-index": {
    args: { token: "$ARGUMENTS[first]", read: "$ARGUMENTS", fix: "$ARGUMENTS[0]" },
    kind: "body",
    bad: "Read the table of $ARGUMENTS[first]. All: $ARGUMENTS",
    good: "Read the table of $ARGUMENTS[0]. All: $ARGUMENTS",
  },
  "arguments-without-hint": {
    args: { token: "$ARGUMENTS" },
    kind: "body",
    bad: "Read the table of $ARGUMENTS.",
    good: "Read the table of the harbour that the user names.",
  },
  "hint-without-arguments": {
    args: { hint: "[port]" },
    kind: "frontmatter",
    bad: 'argument-hint: "[port]"',
    good: 'when_to_use: "when a landing is planned"',
  },
  "shell-injection-syntax": {
    args: { command: "tide --today", more: 0 },
    kind: "body",
    bad: "High water: !`tide --today`",
    good: "Run `tide --today` and read the hour of high water.",
  },
};
