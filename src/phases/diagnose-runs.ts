/** Diagnostics of all runs: ids and sentences, and what only all runs together show. Each finding is reported once. */
import {
  diagnose,
  judge,
  mergePlaces,
  mergeProfiles,
  withoutCopies,
  type DiagnoseOptions,
  type Judged,
} from "../diagnostics/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { eachOnce, whileSame } from "../model/once-per.ts";
import type { LinkedRun } from "./link-run.ts";

/** A comment is useless when it silences nothing under any of the profiles. */
export function withUnusedComments(runs: readonly LinkedRun[]): readonly LinkedRun[] {
  const verdicts = runs.flatMap((run) => run.verdicts);
  const used = new Set(verdicts.flatMap((verdict) => [...verdict.used]));
  const refused = new Set(verdicts.flatMap((verdict) => [...verdict.refused]));
  return runs.map((linked) => {
    const unused = judge(linked.suppressions.unused(used, refused), linked.run.policy);
    return { ...linked, verdicts: [...linked.verdicts, unused] };
  });
}

/** Findings of further profiles about the project repeat those of the first. */
export function diagnoseRuns(runs: readonly LinkedRun[]): readonly Diagnostic[] {
  const diagnostics = runs.flatMap((linked, index) => {
    const { run, verdicts, ids, copies } = linked;
    const profile = runs.length > 1 ? run.config.profile : undefined;
    const judged = verdicts.flatMap((verdict) => verdict.judged);
    const counted = index === 0 ? judged : judged.filter((one) => !isOfProject(one));
    return diagnoseAll(run, mergePlaces(withoutCopies(counted, copies)), namesOf(run, ids, profile));
  });
  return runs.length > 1 ? mergeProfiles(diagnostics) : diagnostics;
}

const namesOf = whileSame((ids: ReadonlyMap<number, string>, profile: string | undefined): DiagnoseOptions => ({
  ids,
  profile,
}));

const diagnoseAll = eachOnce((one: Judged, names: DiagnoseOptions) => diagnose(one, names));

function isOfProject({ rule: { category } }: Judged): boolean {
  return category === "config" || category === "system";
}
