/** The engine is given its rules; it knows none by itself. */
import type { Rule, RuleEntry } from "./rule.ts";
import { matchesWildcard } from "../runtime/guard/wildcard.ts";

export interface RuleBook {
  get(name: string): Rule | undefined;
  readonly names: readonly string[];
  /** `key`: a rule name, a code, a category, or a name or code with `*`: `ref-*`, `SKC4*`. */
  matching(key: string): readonly Rule[];
}

export function createRuleBook(rows: Readonly<Record<string, RuleEntry<never>>>): RuleBook {
  const rules = new Map(Object.entries(rows).map(([name, row]) => [name, row as unknown as Rule]));
  const all = [...rules.values()];
  const longest = Math.max(0, ...all.map(({ name }) => name.length));
  return {
    get: (name) => rules.get(name),
    names: [...rules.keys()],
    matching(key) {
      const exact = rules.get(key);
      if (exact !== undefined) return [exact];
      const code = key.toUpperCase();
      const pattern = patternOf(key, longest);
      return all.filter(
        (rule) =>
          rule.category === key ||
          rule.code === code ||
          (pattern !== undefined &&
            (matchesWildcard(pattern, rule.code.toLowerCase()) || matchesWildcard(pattern, rule.name))),
      );
    },
  };
}

/** In lowercase; undefined without wildcards, or if it is longer than all names. */
function patternOf(key: string, longest: number): string | undefined {
  if (!key.includes("*") || !/^[\w*-]+$/.test(key)) return undefined;
  const pattern = key.toLowerCase().replaceAll(/\*+/g, "*");
  // In a pattern that can match, every second character belongs to the name.
  return pattern.length > 2 * longest + 1 ? undefined : pattern;
}
