import { type LevelByProfile, type RuleEntry, type RuleRow, STANDARD_MUST, rule } from "../diagnostics/rule.ts";

type Args = { readonly found: string; readonly kept: string };

export type NotStringRow = Pick<RuleRow<Args>, "args" | "structural" | "shown">;

/** `severe` is for a list or a mapping, which cannot be used. */
export function notStringRule(
  code: `SKC${string}`,
  field: string,
  { level, severe, ...row }: NotStringRow & { readonly level: LevelByProfile; readonly severe: LevelByProfile },
): RuleEntry<Args> {
  // `kept` is the value as written; empty for a list or a mapping.
  return rule<Args>(code, "correctness", level, {
    ...row,
    title: `${field.charAt(0).toUpperCase()}${field.slice(1)} is not a string`,
    severe: { when: ({ kept }) => kept === "", level: severe },
    message: ({ found }) => `${field} must be a string, but YAML reads it as ${found}`,
    consequence: "clients that check types reject the skill or show a different value",
    help: ({ kept }) => (kept === "" ? `write ${field} as one line of text` : `quote it: ${field}: "${kept}"`),
    origin: STANDARD_MUST,
  });
}
