import { type LevelByProfile, type RuleEntry, STANDARD_MUST, rule } from "../diagnostics/rule.ts";

/** Describes the rule about a field whose value is not a string. */
export function notStringRule(row: {
  readonly code: `SKC${string}`;
  readonly field: string;
  readonly level: LevelByProfile;
  /** For a list or a mapping, which cannot be used. */
  readonly severe: LevelByProfile;
  readonly structural?: true;
}): RuleEntry<{ found: string; kept: string }> {
  const { field, severe, ...rest } = row;
  // `kept` is the value as written; empty for a list or a mapping.
  return rule<{ found: string; kept: string }>({
    ...rest,
    category: "correctness",
    severe: { when: ({ kept }) => kept === "", level: severe },
    message: ({ found }) => `${field} must be a string, but YAML reads it as ${found}`,
    consequence: "clients that check types reject the skill or show a different value",
    help: ({ kept }) => [kept === "" ? `write ${field} as one line of text` : `quote it: ${field}: "${kept}"`],
    origin: STANDARD_MUST,
  });
}
