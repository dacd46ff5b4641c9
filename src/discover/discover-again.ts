import { isAbsolute, isAtOrBelow } from "../paths/index.ts";
import type { DiscoverOptions } from "./discover-options.ts";
import { discover, placesOf, type Discovered } from "./index.ts";
import { createKnownWalk, type EarlierWalk } from "./known-walk.ts";

/**
 * Returns what `discover` would find, given what an earlier walk with the same options found. Walks only below
 * directories in which something has changed. Undefined if that does not decide the result.
 */
export function discoverAgain(
  options: DiscoverOptions,
  before: Discovered,
  disk: Omit<EarlierWalk, "skills">,
): Discovered | undefined {
  if (!isOnlySkills(before) || !areApart(options)) return undefined;
  const known = createKnownWalk({ ...disk, skills: before.skills });
  const found = discover({ ...options, known });
  return known.isLost() ? undefined : found;
}

/** Findings about a source as a whole, or about files outside any skill, need a walk through all of it. */
function isOnlySkills({ companions, unread, dropped, flat, groups, searches }: Discovered): boolean {
  const isNothing = ({ testData, ignored, pruned, mirrors }: Discovered["searches"][number]): boolean =>
    testData.size + ignored.length + pruned.size + mirrors.length === 0;
  const others = companions.length + unread.length + dropped.length + flat.length;
  return others === 0 && groups.every(({ findings }) => findings.length === 0) && searches.every(isNothing);
}

/** Skills of a source inside another one would be joined. */
function areApart({ config, host }: DiscoverOptions): boolean {
  const dirs = config.sources.map((source) => (source.kind === "directory" ? source.dir : ""));
  if (dirs.some((dir) => dir === "" || isAbsolute(dir))) return false;
  if (dirs.length === 1) return true;
  const places = dirs.map((dir) => placesOf(dir, host).at(-1) ?? dir);
  return places.every((place, at) => places.every((other, index) => at === index || !isAtOrBelow(place, other)));
}
