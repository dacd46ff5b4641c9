/** Diagnostics of all runs: ids and sentences, and what only all runs together show. Each finding is reported once. */
import { diagnose, judge, type DiagnoseOptions, type Judged } from "../diagnostics/index.ts";
import type { Diagnostic, ProfileSeverity, Severity } from "../model/diagnostic.ts";
import { eachOnce, whileSame } from "../model/once-per.ts";
import type { LinkedRun } from "./link-run.ts";
import { policyOf } from "./run.ts";

/** A comment is useless when it silences nothing under any of the profiles. */
export function withUnusedComments(runs: readonly LinkedRun[]): readonly LinkedRun[] {
  const verdicts = runs.flatMap((run) => run.verdicts);
  const used = new Set(verdicts.flatMap((verdict) => [...verdict.used]));
  const refused = new Set(verdicts.flatMap((verdict) => [...verdict.refused]));
  return runs.map((linked) => {
    const unused = judge(linked.suppressions.unused(used, refused), policyOf(linked.run.config));
    return { ...linked, verdicts: [...linked.verdicts, unused] };
  });
}

/** Findings of further profiles about the project repeat those of the first. */
export function diagnoseRuns(runs: readonly LinkedRun[]): readonly Diagnostic[] {
  const diagnostics = runs.flatMap((linked, index) => {
    const { run, verdicts, ids } = linked;
    const profile = runs.length > 1 ? run.config.profile : undefined;
    const judged = verdicts.flatMap((verdict) => verdict.judged);
    const counted = index === 0 ? judged : judged.filter((one) => !isOfProject(one));
    return diagnoseAll(run, mergePlaces(withoutCopies(counted, linked)), namesOf(run, ids, profile));
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

/** A finding of an exact copy repeats that of the original. If it has a fix, each file needs the fix. */
function withoutCopies(judged: readonly Judged[], { copies }: LinkedRun): readonly Judged[] {
  if (copies.size === 0) return judged;
  const originals = new Set(copies.values());
  const keyOf = ({ rule, finding }: Judged, place: number): string =>
    JSON.stringify([place, rule.name, finding.file, finding.at?.span.start.offset, finding.args]);
  const known = new Set(
    judged.flatMap((one) => {
      const { place } = one.group;
      return place !== undefined && originals.has(place) ? [keyOf(one, place)] : [];
    }),
  );
  return judged.filter((one) => {
    const original = one.group.place === undefined ? undefined : copies.get(one.group.place);
    return original === undefined || one.finding.fixes !== undefined || !known.has(keyOf(one, original));
  });
}

/** What is wrong for one reason in several places is reported at the first one, with the number of the others. */
function mergePlaces(judged: readonly Judged[]): readonly Judged[] {
  const counts = new Map<string, number>();
  const keyOf = ({ rule, finding, group, severity, suppressed }: Judged): string | undefined =>
    suppressed === undefined && finding.cause !== undefined
      ? JSON.stringify([rule.name, group.place, finding.cause, severity])
      : undefined;
  const first = judged.filter((one) => {
    const key = keyOf(one);
    if (key === undefined) return true;
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count === 0;
  });
  if (counts.size === 0) return judged;
  return first.map((one) => {
    const more = (counts.get(keyOf(one) ?? "") ?? 1) - 1;
    return more === 0 ? one : { ...one, finding: { ...one.finding, args: { ...one.finding.args, more } } };
  });
}

const RANKS: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Joins what several profiles report at the same place into one finding with the highest severity. */
function mergeProfiles(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const merged = new Map<string, Diagnostic & { readonly profiles: ProfileSeverity[] }>();
  const others: Diagnostic[] = [];
  for (const one of diagnostics) {
    const { profile, code, file, span, args, suppressed, severity } = one;
    if (profile === undefined) {
      others.push(one);
      continue;
    }
    const key = JSON.stringify([code, file, span, args, suppressed?.by]);
    const known = merged.get(key);
    const profiles = known?.profiles ?? [];
    if (!profiles.some(({ name }) => name === profile)) profiles.push({ name: profile, severity });
    const worse = known === undefined || RANKS[severity] > RANKS[known.severity] ? one : known;
    merged.set(key, { ...worse, profile: profiles.map(({ name }) => name).join(", "), profiles });
  }
  return [...merged.values(), ...others];
}
