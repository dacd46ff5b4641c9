/**
 * Takes: findings. Gives: diagnostics in a stable order, and reports of them. Never: decides what is checked or reads
 * a file.
 */
export { createSuppressions, mayHaveSuppressions, type Suppressions } from "./suppression-comments.ts";
export { reportInConfig } from "./inline-report.ts";
export { compareDiagnostics, createReport, type FixPlan, type LabelPlace, type Place, type Report } from "./report.ts";
export { ruleEntry, ruleNames, rulesMatching, type ArgsOf, type RuleName } from "../rules.ts";
export { findSecrets, type FoundSecret } from "./secrets.ts";
