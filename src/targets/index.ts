/**
 * Takes: what was linked, what the config wants of one output, and a way to pull contents. Gives: output files one by
 * one, in the order of writing, and what they will lack. Never: writes, judges, keeps more than one content in memory.
 */
import type { Linked } from "../model/linked.ts";
import type { OutputFile } from "../model/output.ts";
import { allTargets } from "./options.ts";
import type { Target, TargetContents, TargetLoss } from "./target.ts";

export { openContents } from "./contents.ts";
export type { Library } from "./target.ts";

/** What is written into one output directory: names of targets, and options under the name of each target. */
export interface TargetRequest {
  readonly emit: readonly string[];
}

/** Creates the files of all targets that are asked for. */
export function* emit(linked: Linked, request: TargetRequest, contents: TargetContents): Generator<OutputFile> {
  for (const target of chosen(request)) yield* target.emit(linked, optionsOf(target, request), contents);
}

/** Returns what the output will lack. */
export function losses(linked: Linked, request: TargetRequest): readonly TargetLoss[] {
  return chosen(request).flatMap((target) => target.check(linked, optionsOf(target, request)));
}

/** Returns whether any target wrote a file, by the beginning of its text. */
export function isOwnFile(head: string): boolean {
  return allTargets().some((target) => target.owns?.(head) === true);
}

function chosen({ emit: names }: TargetRequest): readonly Target[] {
  return allTargets().filter(({ name }) => names.includes(name));
}

/** The config has validated them by the target's own schema. */
function optionsOf({ name }: Target, request: TargetRequest): object {
  return new Map<string, object>(Object.entries(request)).get(name) ?? {};
}
