import type { RuleDescription } from "../../src/rule-docs.ts";

export declare const START: string;
export declare const END: string;
export declare function rulesPage(rules: readonly RuleDescription[]): string;
export declare function withPage(readme: string, page: string): string;
