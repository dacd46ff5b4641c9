/**
 * Takes: findings. Gives: diagnostics in a stable order, and texts made of them. Never: decides what is checked;
 * never reads a file.
 */
export { applySuppressions, mayHaveSuppressions } from "./suppression-comments.ts";
export { createReport, isLocked, type LabelPlace, type Place, type Report } from "./report.ts";
export { defaultLevel, ruleEntry, ruleNames, rules, rulesMatching, type ArgsOf, type RuleName } from "./table.ts";
export { yamlFault } from "./yaml-words.ts";
