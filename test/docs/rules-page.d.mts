import type { levelText, RuleDescription } from "../../src/rule-docs.ts";

export function rulesPage(rules: readonly RuleDescription[], levelText: typeof levelText): string;
