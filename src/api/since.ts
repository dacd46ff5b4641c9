/** Limits findings to changes since a git ref. */
import type { Diagnostic } from "../model/diagnostic.ts";

/**
 * Keeps findings about skills with a changed file, and findings that are not about a skill.
 *
 * @param directories Directories of all skills, and `changed` files, relative to the same directory as the findings.
 */
export function onlyChanged(
  diagnostics: readonly Diagnostic[],
  directories: readonly string[],
  changed: readonly string[],
): readonly Diagnostic[] {
  const known = new Set(directories);
  return diagnostics.filter(({ file, category, labels = [] }) => {
    if (category === "config" || category === "system") return true;
    const own = skillOf(file, known);
    if (own === undefined) return true;
    const dirs = [own, ...labels.flatMap((label) => skillOf(label.file, known) ?? [])];
    return dirs.some((dir) => dir === "." || changed.some((path) => path.startsWith(`${dir}/`)));
  });
}

/** Returns the directories of the skills that have a changed file of their own. */
export function changedDirectories(directories: readonly string[], changed: readonly string[]): readonly string[] {
  const known = new Set(directories);
  const touched = new Set(changed.map((path) => skillOf(path, known)));
  return directories.filter((dir) => touched.has(dir));
}

/** Returns the innermost skill directory that contains a file. */
function skillOf(file: string, directories: ReadonlySet<string>): string | undefined {
  for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
    const dir = file.slice(0, end);
    if (directories.has(dir)) return dir;
  }
  return directories.has(".") ? "." : undefined;
}
