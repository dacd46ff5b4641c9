/** Judges what only all skills and all runs together show, and says everything that was found, each once. */
import {
  compareDiagnostics,
  createFindings,
  diagnose,
  judge,
  mergePlaces,
  mergeProfiles,
  withoutCopies,
  withoutRepeats,
  type Judged,
  type PlacedGroup,
  type Verdict,
} from "../diagnostics/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { noRecall, recallUnder, type Recall } from "../model/recall.ts";
import type { LinkedRun } from "./link-run.ts";
import { hasErrors } from "./admit.ts";

/**
 * Returns the diagnostics of all runs, by file, offset and code. Findings of further profiles about the project repeat
 * those of the first.
 *
 * @param ofOutputs Findings about the outputs, which no comment silences.
 */
export function reportRuns(
  runs: readonly LinkedRun[],
  ofOutputs: readonly PlacedGroup[],
  recall: Recall = noRecall,
): readonly Diagnostic[] {
  const verdicts = runs.map(judgeLinked);
  const all = verdicts.flat();
  const used = new Set(all.flatMap((verdict) => [...verdict.used]));
  const refused = new Set(all.flatMap((verdict) => [...verdict.refused]));
  const diagnostics = runs.flatMap((linked, index) => {
    const { run, ids, copies, suppressions } = linked;
    // A comment is useless when it silences nothing under any of the profiles.
    const unused = judge(suppressions.unused(used, refused), run.policy);
    const judged = [...(verdicts[index] ?? []), unused].flatMap((verdict) => verdict.judged);
    const counted = index === 0 ? judged : judged.filter((one) => !isOfProject(one));
    const profile = runs.length > 1 ? run.config.profile : undefined;
    const found = mergePlaces(withoutCopies(counted, copies));
    return recallUnder(recall, `run ${index}`).each("diagnostics", found, [ids, profile], (one) =>
      diagnose(one, { ids, profile }),
    );
  });
  const merged = runs.length > 1 ? mergeProfiles(diagnostics) : diagnostics;
  const ofAll = createFindings();
  for (const group of ofOutputs) ofAll.append(group);
  const lost = judge(withoutRepeats([ofAll]), (runs[0] as LinkedRun).run.policy).judged.map((one) => diagnose(one));
  return [...merged, ...lost].sort(compareDiagnostics);
}

/** Returns what is judged of a run besides its unused comments; that it is empty is an error unless another one says why. */
function judgeLinked({ run, verdict, left, groups, unexplained, suppressions }: LinkedRun): readonly Verdict[] {
  const linked = judge([...left, ...groups], run.policy, suppressions);
  const isExplained = hasErrors(verdict.judged) || hasErrors(linked.judged);
  return [verdict, linked, judge(isExplained ? [] : unexplained, run.policy)];
}

function isOfProject({ rule: { category } }: Judged): boolean {
  return category === "config" || category === "system";
}
