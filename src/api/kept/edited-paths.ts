/** Which skills changed paths are of, where nothing has changed but the bytes of files that skills have. */
import { LARGEST_WHOLE } from "../../contents/index.ts";
import type { Config } from "../../model/config.ts";
import { isFailure, type Host } from "../../model/host.ts";
import { FLAT_DOCUMENT, type SkillInput } from "../../model/skill.ts";
import { baseName, isAbsolute } from "../../paths/index.ts";

/** Names by which discovery decides something, also in a skill. */
const DECIDES = /^(?:\.|skil|agent\.md$|toolset\.md$|package\.json$|plugin\.json$)/i;

/** Whether of what is at a path only the bytes have changed, and nothing that decides which files a skill has. */
export function isContent(path: string, { files }: Config, host: Host): boolean {
  const name = baseName(path);
  if (DECIDES.test(name) && name !== "SKILL.md") return false;
  const status = host.entryStatus(path);
  const most = Math.min(files.maxBytes ?? LARGEST_WHOLE, LARGEST_WHOLE);
  return !isFailure(status) && status.kind === "file" && status.size <= most;
}

/**
 * Returns the numbers of the skills that some paths are files of; undefined if one is of no skill.
 *
 * @param dirs The directory of each skill.
 */
export function findOwners(
  dirs: readonly string[],
  inputOf: (number: number) => Pick<SkillInput, "document" | "files">,
  paths: readonly string[],
): ReadonlySet<number> | undefined {
  const wanted = new Set(paths.flatMap((path) => [path, ...ancestors(path)]));
  const numbers = new Map<string, number[]>();
  for (const [number, dir] of dirs.entries()) {
    if (!wanted.has(dir)) continue;
    const others = numbers.get(dir);
    if (others === undefined) numbers.set(dir, [number]);
    else others.push(number);
  }
  const owners = new Set<number>();
  for (const path of paths) {
    const dir = [path, ...ancestors(path)].find((above) => numbers.has(above)) ?? "";
    const file = dir === path ? FLAT_DOCUMENT : path.slice(dir === "." ? 0 : dir.length + 1);
    const found = numbers.get(dir) ?? [];
    const isOwned = ({ document, files }: Pick<SkillInput, "document" | "files">): boolean =>
      file === document || files.includes(file);
    if (found.length === 0 || !found.every((number) => isOwned(inputOf(number)))) return undefined;
    for (const number of found) owners.add(number);
  }
  return owners;
}

/** The directories that a path is in, the innermost first; "." for what is in the project. */
export function ancestors(path: string): readonly string[] {
  const dirs: string[] = [];
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) dirs.push(path.slice(0, end));
  return isAbsolute(path) || path.startsWith("../") ? dirs : [...dirs, "."];
}
