/** Searches directories that a walk skips, so that no skill is silently left out. Bounded: they can be huge. */
import { isFailure, type Host } from "../model/host.ts";
import { compareCodeUnits, joinPath } from "../paths/index.ts";

/** Enough for the packages of a project. */
const MAX_READS = 2000;
/** A package is at most this deep: `@scope/name`. */
const PACKAGE_DEPTH = 2;
/** Where packages keep skills. */
const LIKELY = /^(?:skills|\.agents|\.claude|\.codex|\.cursor|\.github)$/;
const VERSION_CONTROL = /^\.(?:git|hg|svn)$/i;

/** Paths are relative to the directory; "" for the directory itself. */
export function findPrunedSkills(dir: string, name: string, host: Host): readonly string[] {
  const isSkill = (path: string): boolean => {
    const status = host.status(joinPath(dir, path, "SKILL.md"));
    return !isFailure(status) && status.kind === "file";
  };
  // Reading it would make a watcher build again at each commit.
  if (VERSION_CONTROL.test(name)) return isSkill("") ? [""] : [];
  const found: string[] = [];
  const waiting = [{ path: "", depth: 0, isLikely: false }];
  let reads = 0;
  // The loop appends to the list that it walks.
  for (const { path, depth, isLikely } of waiting) {
    if (++reads > MAX_READS) break;
    const entries = host.readDirectory(joinPath(dir, path));
    if (isFailure(entries)) continue;
    if (entries.some((entry) => entry.name === "SKILL.md" && entry.kind === "file")) found.push(path);
    for (const entry of entries.toSorted((one, two) => compareCodeUnits(one.name, two.name))) {
      const likely = isLikely || LIKELY.test(entry.name);
      if (entry.kind === "directory" && (likely || depth < PACKAGE_DEPTH))
        waiting.push({ path: path === "" ? entry.name : `${path}/${entry.name}`, depth: depth + 1, isLikely: likely });
    }
  }
  return found.sort(compareCodeUnits);
}
