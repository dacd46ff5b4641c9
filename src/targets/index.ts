/**
 * Takes: what was linked, what the config wants of one output, and a way to pull contents. Gives: output files one by
 * one, in the order of writing, and what is wrong with them. Never: writes, judges, keeps more than one content in memory.
 */
import type { FindingGroup } from "../model/finding.ts";
import type { Linked, LinkedSkill } from "../model/linked.ts";
import type { OutputFile } from "../model/output.ts";
import { allTargets, chosenTargets, type TargetRequest } from "./options.ts";
import type { TargetContents, TargetPlace } from "./target.ts";

export { openContents } from "./contents.ts";
export { hashesOf, hashLines, LINES_AT_ONCE, LINES_START } from "./module/declarations.ts";
export { placementOf, type TargetRequest } from "./options.ts";
export type { Library, TargetPlace } from "./target.ts";

export function* emit(
  linked: Linked,
  request: TargetRequest,
  contents: TargetContents,
  place: TargetPlace,
): Generator<OutputFile> {
  const chosen = chosenTargets(request);
  // What the config adds is added once.
  const first = chosen.find(({ target }) => target.isPackage === true);
  for (const one of chosen) {
    const own = first === undefined || one === first ? place : { ...place, include: [] };
    yield* one.target.emit(linked, one.options, contents, own);
  }
}

/** Returns the skills that any target of the output contains. */
export function contained(linked: Linked, request: TargetRequest, place: TargetPlace): readonly LinkedSkill[] {
  const targets = chosenTargets(request);
  if (targets.some(({ target }) => target.contains === undefined)) return linked.skills;
  const all = new Set(targets.flatMap(({ target, options }) => target.contains?.(linked, options, place) ?? []));
  return [...all];
}

/** Returns what is wrong with the output, and what it will lack. */
export function checkTargets(linked: Linked, request: TargetRequest, place: TargetPlace): readonly FindingGroup[] {
  return chosenTargets(request).flatMap(({ target, options }) => target.check?.(linked, options, place) ?? []);
}

/** Whether an output only joins what its skills are one by one: then no other one decides what it lacks of a skill. */
export function isJoined(request: TargetRequest): boolean {
  return chosenTargets(request).every(({ target }) => target.check === undefined && target.contains === undefined);
}

export function isOwnFile(head: string): boolean {
  return allTargets().some((target) => target.owns?.(head) === true);
}
