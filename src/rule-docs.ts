/** Describes rules as data for `skillc explain`, `skillc rules` and the documentation. */
import type { Category, Level, Origin } from "./model/diagnostic.ts";
import { defaultLevel, otherLevel, type Rule, type RuleArgs } from "./diagnostics/index.ts";
import { type ExampleKind, type ExampleNotes, helpOf, messageOf } from "./diagnostics/rule.ts";
import { levelChain } from "./profiles/index.ts";
import { ruleBook } from "./rules.ts";

export interface RuleDescription {
  readonly code: string;
  readonly rule: string;
  /** What the rule is about, without values. */
  readonly title: string;
  readonly category: Category;
  /** A sample message with sample values. */
  readonly message: string;
  readonly consequence?: string;
  readonly help: readonly string[];
  /** Levels by profile, without settings. */
  readonly levels: Readonly<Record<string, Level>>;
  /** Of the more severe form of the rule, where there is one. */
  readonly severeLevels?: Readonly<Record<string, Level>>;
  /** Of the milder form of the rule, where there is one. */
  readonly milderLevels?: Readonly<Record<string, Level>>;
  /** Nothing can lower it where it is an error: there would be nothing to emit. */
  readonly structural: boolean;
  readonly fix?: NonNullable<ExampleNotes["fix"]>;
  readonly origin: Origin;
  readonly example: {
    readonly kind: ExampleKind;
    /** Input with a finding. */
    readonly bad: string;
    /** Input without a finding. */
    readonly good: string;
    readonly profile?: string;
  };
}

/**
 * Writes the level of a rule under a profile, with that of its more severe or milder form: `error, some warning`. The
 * README, `rules` and `explain` agree because each reads the same levels.
 */
export function levelText({ levels, severeLevels, milderLevels }: RuleDescription, profile: string): string {
  const level = levels[profile] ?? "off";
  const other = (severeLevels ?? milderLevels)?.[profile] ?? level;
  return other === level ? level : `${level}, some ${other}`;
}

/** Describes a rule; the levels are those under these profiles. */
export function describeRule(rule: string, profiles: readonly string[]): RuleDescription {
  const entry = ruleBook.get(rule) as Rule;
  const { code, title, category, consequence, severe, milder, structural = false, origin } = entry;
  const args = (entry.args ?? {}) as RuleArgs;
  const [kind, bad, good, { fix, profile } = {}] = entry.shown;
  const levelsBy = (level: typeof defaultLevel): Readonly<Record<string, Level>> =>
    Object.fromEntries(profiles.map((name) => [name, level(entry, levelChain(name))]));
  return {
    code,
    rule,
    title,
    category,
    message: messageOf(entry, args),
    ...(consequence === undefined ? {} : { consequence }),
    help: helpOf(entry, args),
    levels: levelsBy(defaultLevel),
    ...(severe === undefined ? {} : { severeLevels: levelsBy(otherLevel) }),
    ...(milder === undefined ? {} : { milderLevels: levelsBy(otherLevel) }),
    structural,
    ...(fix === undefined ? {} : { fix }),
    origin,
    example: { kind, bad, good, ...(profile === undefined ? {} : { profile }) },
  };
}

/** Describes all rules, sorted by code. */
export function describeRules(profiles: readonly string[]): readonly RuleDescription[] {
  return ruleBook.names
    .map((rule) => describeRule(rule, profiles))
    .toSorted((one, two) => (one.code < two.code ? -1 : 1));
}
