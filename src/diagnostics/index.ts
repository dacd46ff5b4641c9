/**
 * The engine of findings; it knows no rule but its own about comments.
 *
 * Takes: rules, findings as values, levels and comments that silence. Gives: verdicts, and diagnostics with sentences.
 * Never: decides what is checked; never reads a file.
 */
export { compareDiagnostics, diagnose } from "./diagnose.ts";
export {
  createFindings,
  type FindingExtras,
  type Findings,
  type FixPlan,
  type LocatedPlace,
  type Place,
} from "./findings.ts";
export { asRule, fieldOf, keepRules, moveFindings, ruleNames, withMore, withoutRepeats } from "./keep-findings.ts";
export { isErrorOfSkill, judge, type Verdict } from "./judge.ts";
export { defaultLevel, isLocked, otherLevel, type LevelPolicy } from "./levels.ts";
export { identityOf, isOncePerRun, mergePlaces, mergeProfiles, withoutCopies } from "./merge-findings.ts";
export type { Judged, PlacedGroup } from "./placed.ts";
export type { Rule, RuleArgs } from "./rule.ts";
export { secretsIn } from "../secrets/source-secrets.ts";
export { findSecrets, maskSecrets, type FoundSecret } from "../secrets/secrets.ts";
export { readSuppressionComments } from "./suppression-comments.ts";
export { resolveSuppressions, type Suppressions } from "./suppressions.ts";
