/**
 * The one table of every message. From it come the reports, the documentation and the tests; a code or a rule name
 * is never reused.
 */
import type { Level } from "../model/diagnostic.ts";
import { budgetRules } from "./rules-budget.ts";
import { catalogRules } from "./rules-catalog.ts";
import { companionRules } from "./rules-companions.ts";
import { configRules } from "./rules-config.ts";
import { controlRules } from "./rules-control.ts";
import { fieldRules } from "./rules-fields.ts";
import { fileRules } from "./rules-files.ts";
import { entryRules } from "./rules-entries.ts";
import { frontmatterRules } from "./rules-frontmatter.ts";
import { linkRules } from "./rules-links.ts";
import { prepareRules } from "./rules-prepare.ts";
import { profileRules } from "./rules-profiles.ts";
import { securityRules } from "./rules-security.ts";
import { substitutionRules } from "./rules-substitution.ts";
import { toolRules } from "./rules-tools.ts";
import { levelUnder } from "./profile-families.ts";
import type { RuleEntry } from "./rule-entry.ts";

export const rules = {
  ...fileRules,
  ...frontmatterRules,
  ...fieldRules,
  ...toolRules,
  ...catalogRules,
  ...configRules,
  ...controlRules,
  ...securityRules,
  ...linkRules,
  ...substitutionRules,
  ...budgetRules,
  ...profileRules,
  ...companionRules,
  ...prepareRules,
  ...entryRules,
};

/** Name of a rule, such as `name-too-long`. */
export type RuleName = keyof typeof rules;

/** The arguments that a rule's message is made of. */
export type ArgsOf<R extends RuleName> = (typeof rules)[R] extends RuleEntry<infer Args> ? Args : never;

export const ruleNames: readonly RuleName[] = Object.keys(rules) as RuleName[];

/** The row of a rule, its arguments forgotten. */
export function ruleEntry(name: RuleName): RuleEntry {
  return rules[name] as unknown as RuleEntry;
}

/** The level that a rule has under a profile when no setting changes it. */
export function defaultLevel(name: RuleName, profile: string): Level {
  return levelUnder(ruleEntry(name).level, profile);
}

/** The level of the rule's graver form; that of the rule when it has none. */
export function severeLevel(name: RuleName, profile: string): Level {
  const { level, severe } = ruleEntry(name);
  return levelUnder(severe?.level ?? level, profile);
}

/** Rules that a setting's key means: a rule name, a code, a category, or a name or code with `*` in it: `ref-*`, `SKC4*`. */
export function rulesMatching(key: string): readonly RuleName[] {
  if (Object.hasOwn(rules, key)) return [key as RuleName];
  const wanted = key.toUpperCase();
  const pattern =
    key.includes("*") && /^[\w*-]+$/.test(key) ? new RegExp(`^${key.replaceAll(/\*+/g, ".*")}$`, "i") : undefined;
  return ruleNames.filter((name) => {
    const { category, code } = ruleEntry(name);
    return category === key || code === wanted || (pattern !== undefined && (pattern.test(code) || pattern.test(name)));
  });
}
