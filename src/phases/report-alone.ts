/** What is found of one skill without any other: an edit of a text changes no more than that. */
import { diagnose, judge, mergePlaces } from "../diagnostics/index.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { LineRef } from "../model/finding.ts";
import { noRecall } from "../model/recall.ts";
import { isSameList } from "../model/same-list.ts";
import type { UsableUnit } from "../model/unit.ts";
import type { Profile } from "../profiles/index.ts";
import { canonicalJson } from "../runtime/verify/canonical-json.ts";
import { errorsBySkill } from "./admit.ts";
import { placeUnits } from "./place-units.ts";
import { lostRestrictions } from "./restrictions.ts";
import type { Run, RunSkill } from "./run.ts";

/**
 * Returns what is reported about a skill before it is linked; undefined if that depends on others, or if the skill might not
 * be kept as it is.
 *
 * @param system The profile of the system that the skills of the run were probably written for.
 */
export function reportAlone(run: Run, skill: RunSkill, system: Profile | undefined): readonly Diagnostic[] | undefined {
  const { unit, admitted, number } = skill;
  if (unit === undefined || admitted === undefined) return undefined;
  // Comments also silence what linking finds; where a link leads, another skill may be.
  if (unit.comments.length > 0 || unit.findings.some(({ leadsTo }) => leadsTo !== undefined)) return undefined;
  if (lostRestrictions(skill) !== undefined) return undefined;
  const { judged } = judge(placeUnits(run, [skill], { system, recall: noRecall, folders: [] }), run.policy);
  if (errorsBySkill(judged).size > 0) return undefined;
  const ids = new Map([[number, admitted.id]]);
  return mergePlaces(judged).map((one) => diagnose(one, { ids }));
}

/** Whether no other skill, and nothing about all skills, can tell two units of one skill apart. */
export function isSameToOthers(one: UsableUnit, two: UsableUnit, isPreloaded: boolean): boolean {
  // What they name is quoted where it is written.
  const { toolsets, expects, references } = one.link;
  if (toolsets.length > 0 || expects !== undefined || references !== undefined) return false;
  if (isPreloaded && one.facts.body.tokens !== two.facts.body.tokens) return false;
  return canonicalJson(seenByOthers(one)) === canonicalJson(seenByOthers(two));
}

/** Returns how many bytes of a skill other skills may have as well since it was another unit; undefined if its files are the same. */
export function countNewBytes(before: UsableUnit, after: UsableUnit): number | undefined {
  const [old, files] = [before.link.files ?? [], after.link.files ?? []];
  if (isSameList(old, files)) return undefined;
  return files.reduce(
    (sum, bytes, at) => (at % 2 === 0 && !old.includes(files[at + 1] as number) ? sum + bytes : sum),
    0,
  );
}

/** Files are compared apart: most edits change none. */
function seenByOthers({ link: { files: _files, ...link }, reading, facts, at, lines }: UsableUnit): unknown {
  const quoted = (ref: LineRef | undefined): unknown => ref && [ref.span, lines[ref.line]];
  return { link, reading, fields: facts.fields, name: quoted(at.name), description: quoted(at.description) };
}
