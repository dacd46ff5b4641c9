/** Texts that share most of their words. Most edits change no description, and others one of thousands. */
import type { KnownResults } from "../model/known-results.ts";
import { isSameList } from "../model/same-list.ts";
import { compareChanged, markOf, type KnownOverlaps } from "./changed-overlaps.ts";
import { compareAll, type Overlap } from "./overlaps.ts";

export type { Overlap } from "./overlaps.ts";

/**
 * Returns for each text the first earlier one that overlaps with it.
 *
 * @param owner Names the texts: the last ones of the same name are known, with what was found of them.
 */
export function findOverlaps(texts: readonly string[], owner: string, known?: KnownResults): readonly Overlap[] {
  const question = [`overlaps of ${owner}`];
  const last = known?.get(question) as KnownOverlaps | undefined;
  const marks = texts.map(markOf);
  if (last !== undefined && isSameList(last.marks, marks)) return last.found;
  const found = (last && compareChanged(texts, marks, last)) ?? compareAll(texts);
  known?.set(question, { marks, found } satisfies KnownOverlaps);
  return found;
}
