/** Finds bare git repositories: they survive a commit and a clone, and git obeys their config. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { toPosixPath } from "./node-host.ts";

/**
 * Returns the POSIX path of the first bare git repository at or below a directory, relative to it; "." for the directory
 * itself, undefined if there is none. Symbolic links to directories are not followed.
 */
export function findBareRepository(dir: string): string | undefined {
  const queue = ["."];
  for (const path of queue) {
    const entries = entriesOf(join(dir, path));
    if (isRepository(entries.map(({ name }) => name.toLowerCase()))) return toPosixPath(path);
    for (const entry of entries) {
      // The repository of a working tree is not bare.
      if (entry.isDirectory() && entry.name.toLowerCase() !== ".git") queue.push(join(path, entry.name));
    }
  }
  return undefined;
}

/** What git looks for; with `commondir`, objects and refs are elsewhere. */
function isRepository(names: readonly string[]): boolean {
  return (
    names.includes("head") && (names.includes("commondir") || (names.includes("objects") && names.includes("refs")))
  );
}

/** Empty for a directory that cannot be read: git cannot read it either. */
function entriesOf(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}
