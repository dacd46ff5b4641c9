import type { check } from "../../src/index.ts";

/** How often one rule fires. */
export interface RuleRate {
  readonly rule: string;
  readonly code: string;
  /** The worst severity that it had on a valid skill; "" when it fired on none. */
  readonly severity: "error" | "warning" | "info" | "";
  /** On all skills, the faulty ones included. */
  readonly findings: number;
  /** Valid skills on which it fired. */
  readonly skills: number;
  /** The same as a part of all valid skills. */
  readonly share: number;
}

export interface RuleRates {
  readonly valid: number;
  /** Errors on valid skills, as `rule file`. */
  readonly errors: readonly string[];
  /** Rules that were an error on any skill, the faulty ones included. */
  readonly errorRules: readonly string[];
  /** Most frequent first. */
  readonly rows: readonly RuleRate[];
}

export declare function ruleRates(checkSkills: typeof check, corpus: string, profile?: string): Promise<RuleRates>;
