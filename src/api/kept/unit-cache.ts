/** Where the skills of earlier runs are on disk. */
import { join, resolve } from "node:path";
import { findCachePlace, isInSkill, isWithinAny, openBlocks, readCodeDigest } from "../../engine/index.ts";
import { outputDirs, type Config, type Source } from "../../model/config.ts";
import type { OnProgress } from "../../model/progress.ts";
import { createSavedSkills, type SavedSkills } from "./saved-skills.ts";
import type { ProjectPaths, SessionOptions } from "../session.ts";

/**
 * Options of commands that keep their work for the next time.
 *
 * @example
 * await check({ cache: false });
 */
export interface CacheOptions extends SessionOptions {
  /**
   * Directory of the cache, relative to `cwd`; `false` for none. Default: `node_modules/.cache/skillc` of the nearest
   * package.json that has a node_modules, else none. A directory inside a source, a skill or an output is not used.
   */
  readonly cache?: string | false;
  /** Called while the command runs. */
  readonly onProgress?: OnProgress;
}

export interface SavedUnits extends SavedSkills {
  /** Absolute path. */
  readonly place: string;
}

/** The cache of one build of skillc. */
export interface CacheBuild {
  /** Absolute path of the cache. */
  readonly place: string;
  /** Name of the directory below it. */
  readonly build: string;
}

/** Finds the cache of a project; undefined where there is no place for one. */
export function findCache(
  { cache }: Pick<CacheOptions, "cache">,
  { cwd, base }: ProjectPaths,
  config: Config,
): CacheBuild | undefined {
  if (cache === false) return undefined;
  const place = cache === undefined ? findCachePlace(base) : resolve(cwd, cache);
  const build = place === undefined || isTaken(place, base, config) ? undefined : readCodeDigest();
  return place === undefined || build === undefined ? undefined : { place, build };
}

/** Returns the absolute path of the cache of this build of skillc; undefined where there is no place for one. */
export function cacheDirectory(...project: Parameters<typeof findCache>): string | undefined {
  const found = findCache(...project);
  return found && join(found.place, found.build);
}

/** Opens the units of a project; undefined where there is no place for a cache. */
export function openUnitCache(found: CacheBuild | undefined): SavedUnits | undefined {
  if (found === undefined) return undefined;
  const { place, build } = found;
  return { place, ...createSavedSkills(openBlocks(place, build)) };
}

/** Whether a place is inside an output, a source or a skill. Of what is in a node_modules, no source takes anything. */
function isTaken(place: string, base: string, { sources, outputs }: Config): boolean {
  const outDirs = outputDirs(outputs).map((dir) => resolve(base, dir));
  const dirs = sources.flatMap((source) =>
    source.kind === "directory" && !isWholeProject(source) ? [resolve(base, source.dir)] : [],
  );
  if (isWithinAny(place, outDirs) || isWithinAny(place, dirs, "node_modules")) return true;
  return sources.some(isWholeProject) && isInSkill(place);
}

/** A whole project contains the cache too, but no skill of it may. */
function isWholeProject(source: Source): boolean {
  return source.kind === "directory" && source.isSearched === true && source.dir === ".";
}
