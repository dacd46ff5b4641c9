import type { RuleDescription } from "../../src/rule-docs.ts";

export function rulesPage(rules: readonly RuleDescription[]): string;
