/** Describes rules as data for `skillc explain`, `skillc rules` and the documentation. */
import { commandExamples } from "./api/examples.ts";
import { configExamples } from "./config/examples.ts";
import { suppressionExamples } from "./diagnostics/examples.ts";
import { admissionExamples } from "./phases/examples.ts";
import { discoverExamples } from "./discover/examples.ts";
import { parseExamples } from "./parse/examples.ts";
import { companionExamples } from "./check/companions/examples.ts";
import { descriptionExamples } from "./check/description/examples.ts";
import { entryExamples } from "./check/entries/examples.ts";
import { evalExamples } from "./check/evals/examples.ts";
import { fieldExamples } from "./check/fields/examples.ts";
import { fileExamples } from "./check/files/examples.ts";
import { refExamples } from "./check/links/examples.ts";
import { nameExamples } from "./check/name/examples.ts";
import { securityExamples } from "./check/security/examples.ts";
import { sizeExamples } from "./check/size/examples.ts";
import { substitutionExamples } from "./check/substitution/examples.ts";
import { textExamples } from "./check/text/examples.ts";
import { toolExamples } from "./check/tools/examples.ts";
import { linkExamples } from "./link/examples.ts";
import { prepareExamples } from "./prepare/examples.ts";
import { targetExamples } from "./targets/examples.ts";
import type { ExamplesOf, RuleExample } from "./diagnostics/rule-example.ts";
import type { Category, Level, Origin } from "./model/diagnostic.ts";
import { defaultLevel, otherLevel, type Rule } from "./diagnostics/index.ts";
import { levelChain } from "./profiles/index.ts";
import { titleOf } from "./rule-titles.ts";
import { ruleBook, type RuleName, type rules } from "./rules.ts";

const examples: ExamplesOf<typeof rules> = {
  ...discoverExamples,
  ...parseExamples,
  ...nameExamples,
  ...descriptionExamples,
  ...fieldExamples,
  ...toolExamples,
  ...refExamples,
  ...fileExamples,
  ...evalExamples,
  ...securityExamples,
  ...sizeExamples,
  ...substitutionExamples,
  ...textExamples,
  ...entryExamples,
  ...companionExamples,
  ...linkExamples,
  ...admissionExamples,
  ...configExamples,
  ...prepareExamples,
  ...targetExamples,
  ...commandExamples,
  ...suppressionExamples,
};

/** Returns the example of a rule, without the types of its arguments. */
export function ruleExample(name: RuleName): RuleExample {
  return examples[name];
}

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
  readonly fix?: NonNullable<RuleExample["fix"]>;
  readonly origin: Origin;
  readonly example: Pick<RuleExample, "kind" | "bad" | "good" | "profile">;
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
  const { code, category, message, consequence, help, severe, milder, structural = false, origin } = entry;
  const { args, fix, kind, bad, good, profile } = ruleExample(rule as RuleName);
  const levelsBy = (level: typeof defaultLevel): Readonly<Record<string, Level>> =>
    Object.fromEntries(profiles.map((name) => [name, level(entry, levelChain(name))]));
  return {
    code,
    rule,
    title: titleOf(rule),
    category,
    message: message(args),
    ...(consequence === undefined ? {} : { consequence }),
    help: help?.(args) ?? [],
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
