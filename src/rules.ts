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
import { createRuleBook, type RuleBook } from "./diagnostics/rule-book.ts";
import type { RuleEntry } from "./diagnostics/rule.ts";

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

/** Every rule by name, with its lookup by codes, categories and patterns. */
export const ruleBook: RuleBook = createRuleBook(rules);
