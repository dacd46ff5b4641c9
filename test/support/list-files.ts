import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** Returns the paths of all files and links below a directory, sorted, except those of git. */
export function listFiles(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !/(?:^|\/)\.git\//.test(path))
    .sort();
}
