/** Judges findings from after a build: about its size, about writing it, about files of the command. */
import { compareDiagnostics, diagnose, judge, type PlacedGroup } from "../diagnostics/index.ts";
import type { Config } from "../model/config.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { policyOf } from "../phases/run.ts";
import { ruleBook } from "../rules.ts";
import { outcomeOf, type Outcome } from "./outcome.ts";
import { toWorkingDirectory, type ProjectPaths } from "./session.ts";

/** Returns the diagnostics of findings under the levels of the config; files relative to `cwd`. */
export function diagnoseLate(
  groups: readonly PlacedGroup[],
  config: Config | undefined,
  paths?: ProjectPaths,
): readonly Diagnostic[] {
  const policy = config === undefined ? { book: ruleBook, profiles: ["standard"] } : policyOf(config);
  const diagnostics = judge(groups, policy).judged.map((one) => diagnose(one));
  diagnostics.sort(compareDiagnostics);
  return paths === undefined ? diagnostics : toWorkingDirectory(diagnostics, paths);
}

/** Returns an outcome with findings from after its build; without any it is the same. */
export function addLate(
  outcome: Outcome,
  groups: readonly PlacedGroup[],
  { config, paths }: { readonly config: Config | undefined; readonly paths?: ProjectPaths | undefined },
): Outcome {
  const late = diagnoseLate(groups, config, paths);
  if (late.length === 0) return outcome;
  return outcomeOf(outcome.summary.skills, insertSorted(outcome.diagnostics, late));
}

/** Merges later diagnostics into sorted ones; without later ones the order stays. */
export function insertSorted(diagnostics: readonly Diagnostic[], late: readonly Diagnostic[]): readonly Diagnostic[] {
  return late.length === 0 ? diagnostics : [...diagnostics, ...late].sort(compareDiagnostics);
}
