/** Writes all planned files or none. */
import { closeSync, lstatSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceText } from "../../host/index.ts";
import { makeDirectories } from "../../host/make-directories.ts";
import { attempt, toFailure } from "../../host/node-host.ts";
import { isFailure } from "../../model/host.ts";
import type { ScaffoldFiles } from "./template.ts";

interface Scaffold {
  /** In the form of the system; created if it does not exist. */
  readonly root: string;
  readonly create: ScaffoldFiles;
  /** For files that exist. */
  readonly change?: ReadonlyMap<string, { readonly before: string; readonly after: string }>;
}

/**
 * Returns what blocks a new file, as POSIX paths below `root`: the file itself, one that differs only in case, or a
 * file instead of a directory.
 */
export function findObstacles(root: string, paths: Iterable<string>): string[] {
  const obstacles = new Set<string>();
  for (const path of paths) {
    const segments = path.split("/");
    const parents = segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join("/"));
    const file = parents.find((parent) => isNotDirectory(join(root, parent)));
    const taken = file ?? takenPath(root, segments);
    if (taken !== undefined) obstacles.add(taken);
  }
  return [...obstacles].toSorted((one, two) => (one < two ? -1 : 1));
}

/** A failure is returned after everything is undone. */
export function writeScaffold({
  root,
  create,
  change = new Map(),
}: Scaffold): { path: string; detail: string } | undefined {
  const undo: (() => void)[] = [];
  let at = "";
  try {
    for (const [path, bytes] of create) {
      at = path;
      const file = join(root, path);
      const made = makeDirectories(dirname(file));
      if (made !== undefined) undo.push(() => rmSync(made, { recursive: true, force: true }));
      // "wx": a file that appeared after the plan was made is kept.
      closeSync(openSync(file, "wx"));
      undo.push(() => rmSync(file, { force: true }));
      writeFileSync(file, bytes);
    }
    for (const [path, { before, after }] of change) {
      at = path;
      const file = join(root, path);
      const failure = replaceText(file, { before, after });
      const why = failure === "changed" ? "it was changed at the same time" : failure?.detail;
      if (why !== undefined) throw Object.assign(new Error(path), { code: why });
      undo.push(() => void replaceText(file, { before: after, after: before }));
    }
    return undefined;
  } catch (error) {
    for (const step of undo.toReversed()) attemptUndo(step);
    return { path: at, detail: toFailure(error).detail };
  }
}

function attemptUndo(step: () => void): void {
  try {
    step();
  } catch {
    // A disk that failed to write may fail to undo: report the first failure.
  }
}

function takenPath(root: string, segments: readonly string[]): string | undefined {
  const parent = segments.slice(0, -1);
  const name = segments.at(-1) as string;
  const names = namesIn(join(root, ...parent));
  const taken = names.includes(name) ? name : names.find((other) => other.toLowerCase() === name.toLowerCase());
  return taken === undefined ? undefined : [...parent, taken].join("/");
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function isNotDirectory(path: string): boolean {
  try {
    return !statSync(path).isDirectory();
  } catch (error) {
    // A broken link blocks a file, an absent path does not. Other failures appear when it is written.
    const entry = attempt(() => lstatSync(path));
    return !isFailure(entry) && entry.isSymbolicLink() && toFailure(error).failure === "not-found";
  }
}
