/**
 * The table of all rules, collected from the modules that report them. Reports, documentation and tests use it; a code
 * or a rule name is never reused.
 */
import { commandRules } from "./api/rules.ts";
import { configRules } from "./config/rules.ts";
import { suppressionRules } from "./diagnostics/rules.ts";
import { admissionRules } from "./phases/rules.ts";
import { discoverRules } from "./discover/rules.ts";
import { parseRules } from "./parse/rules.ts";
import { companionRules } from "./check/companions/rules.ts";
import { descriptionRules } from "./check/description/rules.ts";
import { entryRules } from "./check/entries/rules.ts";
import { evalRules } from "./check/evals/rules.ts";
import { fieldRules } from "./check/fields/rules.ts";
import { fileRules } from "./check/files/rules.ts";
import { refRules } from "./check/links/rules.ts";
import { manifestRules } from "./check/manifests/rules.ts";
import { nameRules } from "./check/name/rules.ts";
import { securityRules } from "./check/security/rules.ts";
import { referenceRules } from "./check/references/rules.ts";
import { sizeRules } from "./check/size/rules.ts";
import { substitutionRules } from "./check/substitution/rules.ts";
import { textRules } from "./check/text/rules.ts";
import { toolRules } from "./check/tools/rules.ts";
import { dependencyRules } from "./link/dependencies/rules.ts";
import { linkRules } from "./link/rules.ts";
import { listingRules } from "./listings/rules.ts";
import { prepareRules } from "./prepare/rules.ts";
import { packageRules } from "./targets/package/rules.ts";
import { targetRules } from "./targets/rules.ts";
import { siteRules } from "./targets/well-known/rules.ts";
import { createRuleBook, type RuleBook } from "./diagnostics/rule-book.ts";
import type { Rule } from "./diagnostics/rule.ts";
import { setLevel } from "./diagnostics/levels.ts";
import { profiles } from "./profiles/index.ts";

export const rules = {
  ...discoverRules,
  ...parseRules,
  ...nameRules,
  ...descriptionRules,
  ...fieldRules,
  ...toolRules,
  ...refRules,
  ...fileRules,
  ...evalRules,
  ...securityRules,
  ...sizeRules,
  ...substitutionRules,
  ...textRules,
  ...referenceRules,
  ...entryRules,
  ...manifestRules,
  ...companionRules,
  ...linkRules,
  ...dependencyRules,
  ...listingRules,
  ...admissionRules,
  ...configRules,
  ...prepareRules,
  ...targetRules,
  ...packageRules,
  ...siteRules,
  ...commandRules,
  ...suppressionRules,
};

/** What a client refuses is an error under its profile: profiles name the rules, so that a client is one row. */
for (const { name, refuses } of profiles) for (const refused of refuses) setLevel(rules, refused, name, "error");

export type RuleName = keyof typeof rules;

/** Every rule by name, with its lookup by codes, categories and patterns. */
export const ruleBook: RuleBook = createRuleBook(rules);

/** Reports whether findings of a rule are shown whatever their level, by every command or by one that serves skills. */
export function isShownBy(name: string, by: NonNullable<Rule["shownBy"]>): boolean {
  return ruleBook.get(name)?.shownBy === by;
}

/** Returns the title of a rule; the name in words of one that is not in the table. */
export function titleOf(name: string): string {
  return ruleBook.get(name)?.title ?? `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("-", " ")}`;
}
