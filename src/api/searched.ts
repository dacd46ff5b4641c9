/** Sums up where a check without a config looked for skills. */
import { posix } from "node:path";
import type { Compiled } from "../phases/compiled.ts";
import type { Searched, SearchedPlace } from "../model/searched.ts";

/**
 * Returns where the skills are and what was left out; undefined if nothing was searched. `shown` moves a host path to the
 * directory that messages are relative to.
 */
export function searchedOf({ runs }: Compiled, shown: (dir: string) => string): Searched | undefined {
  const [first] = runs;
  if (first === undefined) return undefined;
  const { discovered } = first.run;
  if (discovered.searches.length === 0) return undefined;
  const copies = new Set(first.admitted.filter(({ number }) => first.copies.has(number)).map(({ place }) => place.dir));
  const dirs = discovered.skills.map(({ place }) => place.dir).filter((dir) => dir !== "");
  const { searches } = discovered;
  const pruned = new Map<string, number>();
  for (const notes of searches)
    for (const [kind, count] of notes.pruned) pruned.set(kind, (pruned.get(kind) ?? 0) + count);
  return {
    places: placesOf(dirs.filter((dir) => !copies.has(dir)).map(shown)),
    mirrors: placesOf([...copies, ...searches.flatMap(({ mirrors }) => mirrors)].map(shown)),
    testData: searches.flatMap(({ testData }) => [...testData].map(([dir, skills]) => ({ dir: shown(dir), skills }))),
    ignored: searches.flatMap(({ ignored }) => ignored.map((one) => ({ ...one, dir: shown(one.dir) }))),
    pruned: [...pruned].map(([kind, directories]) => ({ kind, directories })),
  };
}

/**
 * Groups the directories of skills: by the directory that they are in, or by the first segment of that if its skills are
 * in several directories (`plugins/`).
 */
function placesOf(dirs: readonly string[]): readonly SearchedPlace[] {
  const byStart = new Map<string, string[]>();
  for (const dir of dirs) {
    const parent = posix.dirname(dir);
    const [first = ""] = parent.split("/");
    // An absolute path starts with an empty segment, and `..` names nothing.
    const start = first === "" || first === ".." ? parent : first;
    const parents = byStart.get(start);
    if (parents === undefined) byStart.set(start, [parent]);
    else parents.push(parent);
  }
  return [...byStart]
    .map(([start, parents]) => ({
      dir: parents.every((parent) => parent === parents[0]) ? (parents[0] as string) : `${start}/`,
      skills: parents.length,
    }))
    .sort((one, two) => two.skills - one.skills || (one.dir < two.dir ? -1 : 1));
}
