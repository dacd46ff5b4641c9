/** What is found of one skill without any other: an edit of a text changes no more than that. */
import { diagnose, judge, mergePlaces } from "../diagnostics/index.ts";
import { isCompared } from "../model/compared-files.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { LineRef } from "../model/finding.ts";
import { noRecall } from "../model/recall.ts";
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

/** What has changed of the files of a skill that other skills may have. */
export interface ChangedFiles {
  /** What stands for the bytes that a file had, or has now: numbers of `LinkRow`. */
  readonly digests: ReadonlySet<number>;
  /** How many files of the skill had one of them. */
  readonly before: number;
}

/** Returns what has changed of the files of a skill that other skills may have; undefined for nothing. */
export function findChangedFiles(one: UsableUnit, two: UsableUnit): ChangedFiles | undefined {
  const [old, now] = [digestsOf(one), digestsOf(two)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path));
  const digests = new Set(paths.flatMap((path) => [old.get(path) ?? [], now.get(path) ?? []].flat()));
  if (digests.size === 0) return undefined;
  return { digests, before: [...old.values()].filter((digest) => digests.has(digest)).length };
}

function digestsOf({ facts, link: { files = [] } }: UsableUnit): ReadonlyMap<string, number> {
  return new Map(facts.files.filter(isCompared).map(({ path }, at) => [path, files[2 * at + 1] as number]));
}

/**
 * Whether the files that have changed are in no other skill, neither as they were nor as they are.
 *
 * @param kept The numbers of the files of all skills, as they were; undefined for those that are not known.
 */
export function areOnlyTheirs(
  changed: readonly ChangedFiles[],
  kept: readonly (ArrayLike<number> | undefined)[],
): boolean {
  const all = new Set(changed.flatMap(({ digests }) => [...digests]));
  if (all.size < changed.reduce((sum, { digests }) => sum + digests.size, 0)) return false;
  let known = 0;
  for (const files of kept) {
    if (files === undefined) return false;
    for (let at = 1; at < files.length; at += 2) if (all.has(files[at] as number)) known++;
  }
  return known === changed.reduce((sum, { before }) => sum + before, 0);
}

/** Files are compared apart: most edits change none. */
function seenByOthers({ link: { files: _files, ...link }, reading, facts, at, lines }: UsableUnit): unknown {
  const quoted = (ref: LineRef | undefined): unknown => ref && [ref.span, lines[ref.line]];
  return { link, reading, fields: facts.fields, name: quoted(at.name), description: quoted(at.description) };
}
