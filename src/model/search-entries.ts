/** What a search for skills reads outside skills: anything else that appears there does not change what it finds. */
import type { DirectoryEntry } from "./host.ts";

/** Files that make a directory a package or a plugin. */
export const MANIFESTS: ReadonlySet<string> = new Set([
  "package.json",
  "plugin.json",
  "pyproject.toml",
  "Cargo.toml",
  "go.mod",
  "composer.json",
  "deno.json",
]);

/** Ignore files, what makes a directory another project, companions. */
const NAMES: ReadonlySet<string> = new Set([
  ...MANIFESTS,
  ".git",
  ".gitignore",
  ".skillignore",
  "pyvenv.cfg",
  "AGENT.md",
  "TOOLSET.md",
]);

const DOCUMENT = /^skill\.md$/i;
/** Where a file of any name may be meant as a skill. */
const PLACE = /(?:^|\/)skills(?:\/|$)/;

/**
 * Returns whether an entry of a directory decides anything for a search, as long as the directory is not a skill.
 *
 * @param dir Path of the directory, relative to the project.
 * @example
 * countsInSearch("src", { name: "main.ts", kind: "file" }) // false
 * countsInSearch("src", { name: "SKILL.md", kind: "file" }) // true
 */
export function countsInSearch(dir: string, { name, kind }: DirectoryEntry): boolean {
  return kind !== "file" || NAMES.has(name) || DOCUMENT.test(name) || PLACE.test(dir);
}
