import { isFailure, type Host } from "../model/host.ts";
import type { Config, SharedRoot } from "../model/config.ts";
import { compareCodeUnits, compileFilter, isInside, joinPath } from "../paths/index.ts";
import { unwantedDirectory, unwantedFile } from "./never-shipped.ts";

/** The fault is the end of a sentence. */
export type FoundShared = SharedFiles | { readonly fault: string };

/** Paths are relative to the directory. */
export interface SharedFiles {
  /** What may ship, sorted. */
  readonly files: readonly string[];
  /** What looks like a secret and never ships, sorted; a directory ends with "/". */
  readonly secrets: readonly string[];
  readonly realDir: string;
}

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
  const { files, secrets } = walked;
  return { files: files.filter(isWanted).sort(compareCodeUnits), secrets: secrets.sort(compareCodeUnits), realDir };
}

function walk(dir: string, host: Host): { readonly files: string[]; readonly secrets: string[] } | string {
  const files: string[] = [];
  const secrets: string[] = [];
  const waiting = [""];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const listed = host.readDirectory(joinPath(dir, below));
    if (isFailure(listed)) return `cannot be read (${listed.detail})`;
    for (const { name, kind } of listed) {
      const path = below === "" ? name : `${below}/${name}`;
      if (kind === "symlink") return `contains the symbolic link "${path}"`;
      if (/^skill\.md$/i.test(name)) return `contains "${path}": a skill is not shared`;
      const isDirectory = kind === "directory";
      if (!isDirectory && kind !== "file") continue;
      const unwanted = isDirectory
        ? unwantedDirectory(name)
        : unwantedFile(name, below.slice(below.lastIndexOf("/") + 1));
      if (unwanted === undefined) (isDirectory ? waiting : files).push(path);
      if (unwanted === "secret") secrets.push(isDirectory ? `${path}/` : path);
    }
  }
  return { files, secrets };
}
