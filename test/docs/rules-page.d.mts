import type { levelText, RuleDescription } from "../../src/rule-docs.ts";

export function rulesPage(
  rules: readonly RuleDescription[],
  texts: { readonly levelText: typeof levelText; readonly escapeText: (text: string) => string },
): string;
