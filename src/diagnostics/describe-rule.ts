/** Everything that is known of a rule as data: for `skillc explain`, `skillc rules` and the page in the README. */
import type { Category, Level, Origin } from "../model/diagnostic.ts";
import { ruleExample } from "./examples.ts";
import type { RuleExample } from "./rule-example.ts";
import { defaultLevel, ruleEntry, ruleNames, severeLevel, type RuleName } from "./table.ts";

export interface RuleDescription {
  readonly code: string;
  readonly rule: RuleName;
  readonly category: Category;
  /** A sample of what is said: values stand where those of a skill would. */
  readonly message: string;
  readonly consequence?: string;
  readonly help: readonly string[];
  /** By profile, when no setting changes it. */
  readonly levels: Readonly<Record<string, Level>>;
  /** Of the graver form of the fault, where there is one. */
  readonly graveLevels?: Readonly<Record<string, Level>>;
  /** Nothing can lower it where it is an error: there would be nothing to emit. */
  readonly structural: boolean;
  readonly fix?: NonNullable<RuleExample["fix"]>;
  readonly origin: Origin;
  readonly example: Pick<RuleExample, "kind" | "bad" | "good" | "profile">;
}

/** Describes a rule; the levels are those under these profiles. */
export function describeRule(rule: RuleName, profiles: readonly string[]): RuleDescription {
  const { code, category, message, consequence, help, severe, structural = false, origin } = ruleEntry(rule);
  const { args, fix, kind, bad, good, profile } = ruleExample(rule);
  const levelsBy = (level: (rule: RuleName, profile: string) => Level): Readonly<Record<string, Level>> =>
    Object.fromEntries(profiles.map((name) => [name, level(rule, name)]));
  return {
    code,
    rule,
    category,
    message: message(args),
    ...(consequence === undefined ? {} : { consequence }),
    help: help?.(args) ?? [],
    levels: levelsBy(defaultLevel),
    ...(severe === undefined ? {} : { graveLevels: levelsBy(severeLevel) }),
    structural,
    ...(fix === undefined ? {} : { fix }),
    origin,
    example: { kind, bad, good, ...(profile === undefined ? {} : { profile }) },
  };
}

/** Describes every rule, by code. */
export function describeRules(profiles: readonly string[]): readonly RuleDescription[] {
  return ruleNames.map((rule) => describeRule(rule, profiles)).toSorted((one, two) => (one.code < two.code ? -1 : 1));
}
