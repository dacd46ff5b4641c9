/**
 * Takes: skills and the queries that should trigger them. Gives: ranks of the queries by words, what changed since a
 * baseline, suites for other test runners. Never: runs a model, or says whether one would choose a skill.
 */
export { compareBaseline, readTriggerBaseline, writeTriggerBaseline } from "./baseline.ts";
export type { Regression, TriggerBaseline } from "./baseline.ts";
export { promptfooSuite, vitestSuite } from "./emit.ts";
export { rankTriggers } from "./rank.ts";
export type { Confusion, RankedCase, TriggerCase, TriggerReport, TriggerSkill, TriggerSummary } from "./rank.ts";
