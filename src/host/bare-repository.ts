/** Bare git repositories survive a commit and a clone, and git obeys their config. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { toPosixPath } from "./node-host.ts";

/**
 * Returns the POSIX path of the first one at or below a directory, relative to it; "." for the directory itself. Does
 * not follow symbolic links to directories.
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

/** With `commondir`, objects and refs are elsewhere. */
function isRepository(names: readonly string[]): boolean {
  return (
    names.includes("head") && (names.includes("commondir") || (names.includes("objects") && names.includes("refs")))
  );
}

/** Empty for an unreadable directory: git cannot read it either. */
function entriesOf(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}
