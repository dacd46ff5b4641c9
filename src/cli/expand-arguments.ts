import { readdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { SourceArgument } from "../api/session.ts";
import { NEVER_MATCHED } from "../config/expand-sources.ts";
import { escapeText } from "../formats/display-text.ts";
import { findSkillAbove, toPosixPath } from "../host/index.ts";
import { compileFilter } from "../paths/index.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Returns the directories that the arguments name, each once; a file stands for its skill. Throws a `UsageError` for a
 * URL, a file of no skill, and a pattern that matches nothing.
 */
export function expandArguments(sources: readonly SourceArgument[], cwd: string): readonly SourceArgument[] {
  const expanded = new Map<string, SourceArgument>();
  for (const source of sources) {
    refuseUrl(source.dir, cwd);
    const dirs = kindOf(resolve(cwd, source.dir)) === undefined ? matchesOf(source.dir, cwd) : [source.dir];
    for (const dir of dirs) {
      const skill = kindOf(resolve(cwd, dir)) === "file" ? skillOf(dir, cwd) : dir;
      expanded.set(resolve(cwd, skill), { ...source, dir: skill });
    }
  }
  return [...expanded.values()];
}

/** Throws a `UsageError` for the address of a repository: these commands do not use the network. */
export function refuseUrl(argument: string, cwd: string): void {
  const isUrl = /^[a-z][a-z+.-]+:\/\/|^(?:github|gitlab|bitbucket|gist):|^[\w.-]+@[\w.-]+:/i.test(argument);
  if (!isUrl || kindOf(resolve(cwd, argument)) !== undefined) return;
  throw new UsageError(
    `"${argument}" is an address, and skillc reads directories only; clone the repository, then name its directory`,
  );
}

/** Throws a `UsageError` for a file of no skill, because a check of nothing must not succeed. */
export function skillOf(file: string, cwd: string): string {
  if (/(?:^|[\\/])skill\.md$/i.test(file)) return dirname(file);
  const dir = findSkillAbove(dirname(resolve(cwd, file)));
  if (dir !== undefined) return toPosixPath(isAbsolute(file) ? dir : relative(cwd, dir) || ".");
  throw new UsageError(`"${escapeText(file)}" belongs to no skill: no directory above it has a SKILL.md`);
}

/** Returns an argument that is not a pattern as it is: the check reports what does not exist. */
function matchesOf(argument: string, cwd: string): readonly string[] {
  const segments = toPosixPath(argument).split("/");
  const first = segments.findIndex((segment) => /[*?[{]/.test(segment));
  if (first === -1) return [argument];
  const pattern = segments.slice(first).join("/");
  const filter = compileFilter(pattern);
  if (filter.error !== undefined) throw new UsageError(filter.error);
  const start = segments.slice(0, first).join("/");
  const found = walkMatches(resolve(cwd, start === "" && first > 0 ? "/" : start), filter.matches);
  if (found.length === 0) throw new UsageError(`no directory and no file of a skill matches "${argument}"`);
  return found.map((path) => (first === 0 ? path : `${start}/${path}`));
}

/** Returns the topmost directories that match, and the files, relative to the start. */
function walkMatches(start: string, matches: (path: string) => boolean): readonly string[] {
  const found: string[] = [];
  const waiting = [""];
  for (let dir = waiting.pop(); dir !== undefined; dir = waiting.pop()) {
    for (const { name, isDirectory } of entriesOf(join(start, dir))) {
      const path = dir === "" ? name : `${dir}/${name}`;
      if (isDirectory && NEVER_MATCHED.has(name)) continue;
      const isFound = matches(path) && (isDirectory || name === "SKILL.md");
      if (isFound) found.push(path);
      else if (isDirectory) waiting.push(path);
    }
  }
  return found.sort((one, two) => (one < two ? -1 : 1));
}

function entriesOf(dir: string): readonly { readonly name: string; readonly isDirectory: boolean }[] {
  try {
    return readdirSync(dir, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isDirectory: entry.isDirectory(),
    }));
  } catch {
    return [];
  }
}

function kindOf(path: string): "file" | "directory" | "other" | undefined {
  try {
    const stats = statSync(path);
    return stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other";
  } catch {
    return undefined;
  }
}
