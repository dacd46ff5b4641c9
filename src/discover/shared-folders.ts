import { isFailure, type Host } from "../model/host.ts";
import type { Config, SharedRoot } from "../model/config.ts";
import { compareCodeUnits, compileFilter, isInside, joinPath } from "../paths/index.ts";
import { unwantedDirectory, unwantedFile } from "./never-shipped.ts";

/** Files that may ship, sorted; the fault is the end of a sentence. */
export type FoundShared = { readonly files: readonly string[]; readonly realDir: string } | { readonly fault: string };

/** `skillDirs`: directories of all skills. */
export function findShared(
  { dir, fault }: SharedRoot,
  {
    host,
    config,
    skillDirs,
  }: { readonly host: Host; readonly config: Pick<Config, "files">; readonly skillDirs: readonly string[] },
): FoundShared {
  if (fault !== undefined) return { fault };
  const entry = host.entryStatus(dir);
  if (isFailure(entry))
    return { fault: entry.failure === "not-found" ? "does not exist" : `cannot be read (${entry.detail})` };
  if (entry.kind === "symlink") return { fault: "is a symbolic link" };
  if (entry.kind !== "directory") return { fault: "is not a directory" };
  const around = skillDirs.find((skill) => isInside(skill, dir));
  if (around !== undefined) return { fault: `is in the skill "${around}"` };
  const realDir = host.realPath(dir);
  if (isFailure(realDir)) return { fault: `cannot be read (${realDir.detail})` };
  const walked = walk(dir, host);
  if (typeof walked === "string") return { fault: walked };
  const { exclude, maxBytes = Infinity } = config.files;
  const excluded = exclude.length === 0 ? undefined : compileFilter(exclude);
  const isWanted = (path: string): boolean => {
    const status = host.status(joinPath(dir, path));
    return excluded?.matches(path) !== true && !isFailure(status) && status.size <= maxBytes;
  };
  return { files: walked.filter(isWanted).sort(compareCodeUnits), realDir };
}

function walk(dir: string, host: Host): string[] | string {
  const files: string[] = [];
  const waiting = [""];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const listed = host.readDirectory(joinPath(dir, below));
    if (isFailure(listed)) return `cannot be read (${listed.detail})`;
    for (const { name, kind } of listed) {
      const path = below === "" ? name : `${below}/${name}`;
      if (kind === "symlink") return `contains the symbolic link "${path}"`;
      if (/^skill\.md$/i.test(name)) return `contains "${path}": a skill is not shared`;
      if (kind === "directory" && unwantedDirectory(name) === undefined) waiting.push(path);
      if (kind === "file" && unwantedFile(name, below.slice(below.lastIndexOf("/") + 1)) === undefined)
        files.push(path);
    }
  }
  return files;
}
