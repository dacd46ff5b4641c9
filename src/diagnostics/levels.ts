/** The rule gives a level under a profile, then the user's settings apply. */
import type { RuleOverride } from "../model/config.ts";
import type { Level } from "../model/diagnostic.ts";
import { compileFilter } from "../runtime/select/filter.ts";
import type { LevelByProfile, Rule, RuleForm } from "./rule.ts";
import type { RuleBook } from "./rule-book.ts";

export interface LevelPolicy {
  readonly book: RuleBook;
  /** The profile, and those whose levels apply if a rule has none for it: the nearest first. */
  readonly profiles: readonly string[];
  /** Levels by rule name, code, code prefix with `*`, or category; the more exact key wins. */
  readonly levels?: Readonly<Record<string, Level>>;
  /** Further levels for some files; a later one wins. */
  readonly overrides?: readonly RuleOverride[];
}

/** `isOther`: for the more severe or milder form. */
export type LevelOf = (rule: Rule, file: string, isOther: boolean) => Level;

/** Without settings. */
export function defaultLevel({ level }: Rule, profiles: readonly string[]): Level {
  return levelUnder(level, profiles);
}

/** That of the rule if it has no other form. */
export function otherLevel(rule: Rule, profiles: readonly string[]): Level {
  return levelUnder(otherForm(rule)?.level ?? rule.level, profiles);
}

export function otherForm({ severe, milder }: Rule): RuleForm | undefined {
  return severe ?? milder;
}

/**
 * Sets both forms if the rule has two; `name: plain` and `name: other` mean one of them.
 *
 * @throws Error for a name that no rule has: a bug.
 */
export function setLevel(rules: Readonly<Record<string, object>>, wanted: string, profile: string, level: Level): void {
  const [name = "", form] = wanted.split(": ");
  const rule = rules[name] as { level: Level | LevelByProfile; severe?: RuleForm; milder?: RuleForm } | undefined;
  if (rule === undefined) throw new Error(`no rule "${name}"`);
  const withLevel = (levels: Level | LevelByProfile): LevelByProfile => ({
    ...(typeof levels === "string" ? { standard: levels } : levels),
    [profile]: level,
  });
  for (const other of ["severe", "milder"] as const)
    if (form !== "plain" && rule[other] !== undefined)
      rule[other] = { ...rule[other], level: withLevel(rule[other].level) };
  if (form !== "other") rule.level = withLevel(rule.level);
}

function levelUnder(level: Level | LevelByProfile, profiles: readonly string[]): Level {
  if (typeof level === "string") return level;
  const own = profiles.find((name) => Object.hasOwn(level, name));
  return own === undefined ? level.standard : (level[own] as Level);
}

/** An error of such a rule makes its skill unusable under the profile, so no setting can lower it. */
export function isLocked(rule: Rule, profiles: readonly string[]): boolean {
  return rule.structural === true && otherLevel(rule, profiles) === "error";
}

interface Levels {
  readonly normal: ReadonlyMap<string, Level>;
  readonly other: ReadonlyMap<string, Level>;
}

/** Files with the same overrides share their levels. */
export function createLevels(policy: LevelPolicy): LevelOf {
  const { levels = {}, overrides = [] } = policy;
  const filters = overrides.map(({ files, rules }) => ({
    rules,
    matches: files.length === 0 ? () => true : compileFilter(files).matches,
  }));
  const made = new Map<string, Levels>();
  const levelsOf = (file: string): Levels => {
    const matching = filters.map(({ matches }) => matches(file));
    const key = matching.join();
    let known = made.get(key);
    if (known === undefined) {
      const layers = [levels, ...filters.filter((_, index) => matching[index]).map(({ rules }) => rules)];
      made.set(key, (known = resolveLevels(policy, layers)));
    }
    return known;
  };
  return ({ name }, file, isOther) => {
    const { normal, other } = levelsOf(file);
    return (isOther ? other : normal).get(name) ?? "off";
  };
}

function resolveLevels({ book, profiles }: LevelPolicy, layers: readonly Readonly<Record<string, Level>>[]): Levels {
  const normal = new Map<string, Level>();
  const other = new Map<string, Level>();
  for (const name of book.names) {
    const rule = book.get(name) as Rule;
    normal.set(name, defaultLevel(rule, profiles));
    other.set(name, otherLevel(rule, profiles));
  }
  // The broader the key, the earlier it is applied.
  const settings = layers.flatMap((layer) =>
    Object.entries(layer)
      .map(([key, wanted]) => ({ wanted, rules: book.matching(key) }))
      .sort((one, two) => two.rules.length - one.rules.length),
  );
  for (const { wanted, rules } of settings)
    for (const rule of rules) {
      const isStructural = rule.structural === true;
      if (!isStructural || defaultLevel(rule, profiles) !== "error") normal.set(rule.name, wanted);
      if (!isStructural || otherLevel(rule, profiles) !== "error") other.set(rule.name, wanted);
    }
  return { normal, other };
}
