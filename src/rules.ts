/**
 * The table of all rules, collected from the modules that report them. Reports, documentation and tests use it; a code
 * or a rule name is never reused.
 */
import { commandRules } from "./api/rules.ts";
import { configRules } from "./config/rules.ts";
import { suppressionRules } from "./diagnostics/rules.ts";
import { admissionRules } from "./phases/rules.ts";
import { discoverRules } from "./phases/1-discover/rules.ts";
import { parseRules } from "./phases/2-parse/rules.ts";
import { companionRules } from "./phases/3-check/companions/rules.ts";
import { descriptionRules } from "./phases/3-check/description/rules.ts";
import { entryRules } from "./phases/3-check/entries/rules.ts";
import { fieldRules } from "./phases/3-check/fields/rules.ts";
import { fileRules } from "./phases/3-check/files/rules.ts";
import { refRules } from "./phases/3-check/links/rules.ts";
import { nameRules } from "./phases/3-check/name/rules.ts";
import { securityRules } from "./phases/3-check/security/rules.ts";
import { sizeRules } from "./phases/3-check/size/rules.ts";
import { substitutionRules } from "./phases/3-check/substitution/rules.ts";
import { textRules } from "./phases/3-check/text/rules.ts";
import { toolRules } from "./phases/3-check/tools/rules.ts";
import { linkRules } from "./phases/4-link/rules.ts";
import { prepareRules } from "./prepare/rules.ts";
import { targetRules } from "./targets/rules.ts";
import type { Rule, RuleEntry } from "./diagnostics/rule.ts";
import { levelUnder } from "./diagnostics/profile-families.ts";
import type { Level } from "./model/diagnostic.ts";

export const rules = {
  ...discoverRules,
  ...parseRules,
  ...nameRules,
  ...descriptionRules,
  ...fieldRules,
  ...toolRules,
  ...refRules,
  ...fileRules,
  ...securityRules,
  ...sizeRules,
  ...substitutionRules,
  ...textRules,
  ...entryRules,
  ...companionRules,
  ...linkRules,
  ...admissionRules,
  ...configRules,
  ...prepareRules,
  ...targetRules,
  ...commandRules,
  ...suppressionRules,
};

/** The name of a rule, such as `name-too-long`. */
export type RuleName = keyof typeof rules;

/** The arguments of a rule's message. */
export type ArgsOf<R extends RuleName> = (typeof rules)[R] extends RuleEntry<infer Args> ? Args : never;

export const ruleNames: readonly RuleName[] = Object.keys(rules) as RuleName[];

/** Returns the row of a rule, without the types of its arguments. */
export function ruleEntry(name: RuleName): Rule {
  return rules[name] as unknown as Rule;
}

/** Returns the level of a rule in a profile without settings. */
export function defaultLevel(name: RuleName, profile: string): Level {
  return levelUnder(ruleEntry(name).level, profile);
}

/** Returns the level of the rule's more severe form, or of the rule if it has none. */
export function severeLevel(name: RuleName, profile: string): Level {
  const { level, severe } = ruleEntry(name);
  return levelUnder(severe?.level ?? level, profile);
}

/** Returns the rules that match a key in settings: a rule name, a code, a category, or a name or code with `*`: `ref-*`, `SKC4*`. */
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
