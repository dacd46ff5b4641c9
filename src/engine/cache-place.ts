/** Where the cache of a project is. */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "../host/attempt.ts";
import { findSkillAbove } from "../host/skill-above.ts";

/**
 * Returns the absolute path of the cache: `node_modules/.cache/skillc` of the nearest package.json that has a
 * node_modules. Undefined without one.
 *
 * @param base Absolute path of the project.
 * @example
 * findCachePlace("/srv/app/packages/agent") // "/srv/app/node_modules/.cache/skillc"
 */
export function findCachePlace(base: string): string | undefined {
  for (let dir = resolve(base); ; dir = dirname(dir)) {
    const modules = join(dir, "node_modules");
    if (existsSync(join(dir, "package.json")) && existsSync(modules)) return join(modules, ".cache", "skillc");
    if (dirname(dir) === dir) return undefined;
  }
}

/**
 * Returns whether a path is one of some directories or inside one, also through symbolic links.
 *
 * @param path Absolute path; need not exist.
 * @param dirs Absolute paths; need not exist.
 * @param except Name of a directory: what is in one of them below `dirs` does not count.
 * @example
 * isWithinAny("/srv/app/node_modules/.cache/skillc", ["/srv/app"]) // true
 * isWithinAny("/srv/app/node_modules/.cache/skillc", ["/srv/app"], "node_modules") // false
 */
export function isWithinAny(path: string, dirs: readonly string[], except?: string): boolean {
  const places = [path, realPlace(path)];
  return dirs
    .flatMap((dir) => [dir, realPlace(dir)])
    .some((dir) =>
      places.some((place) => {
        const below = isWithin(place, dir) ? place.slice(dir.length).split(sep) : undefined;
        return below !== undefined && (except === undefined || !below.includes(except));
      }),
    );
}

function isWithin(path: string, dir: string): boolean {
  return path === dir || path.startsWith(dir.endsWith(sep) ? dir : `${dir}${sep}`);
}

/**
 * Returns whether a path is in the directory of a skill.
 *
 * @param path Absolute path; need not exist.
 * @example
 * isInSkill("/srv/app/skills/pdf/.cache") // true
 */
export function isInSkill(path: string): boolean {
  return findSkillAbove(realPlace(path)) !== undefined;
}

/** The real path, where the rest of it may not exist yet. */
function realPlace(path: string): string {
  for (let dir = path; ; dir = dirname(dir)) {
    const real = attempt(() => realpathSync.native(dir));
    if (!isFailure(real)) return join(real, path.slice(dir.length));
    if (dirname(dir) === dir) return path;
  }
}
