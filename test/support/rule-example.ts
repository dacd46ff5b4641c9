/** The example of a rule as an object with names. */
import { type ExampleKind, type ExampleNotes, type Rule, type RuleArgs } from "../../src/diagnostics/rule.ts";
import { ruleBook } from "../../src/rules.ts";

export interface RuleExample extends ExampleNotes {
  /** Values for a sample message. */
  readonly args: RuleArgs;
  readonly kind: ExampleKind;
  readonly bad: string;
  readonly good: string;
}

/** Returns what the row of a rule shows. */
export function ruleExample(name: string): RuleExample {
  const { args = {}, shown } = ruleBook.get(name) as Rule;
  const [kind, bad, good, notes] = shown;
  return { args: args as RuleArgs, kind, bad, good, ...notes };
}
