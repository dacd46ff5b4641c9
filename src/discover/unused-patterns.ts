/** Most patterns that match nothing are misspelled. */
import type { Findings } from "../diagnostics/index.ts";
import type { Config, DirectorySource } from "../model/config.ts";
import type { FoundSkill } from "../model/skill.ts";
import type { TextPlace } from "../model/source.ts";
import { compileFilter, joinPath } from "../paths/index.ts";
import { discoverRules } from "./rules.ts";

export function reportUnusedPatterns(config: Config, skills: readonly FoundSkill[], findings: Findings): void {
  const { overrides = [], files, place, file = "." } = config;
  const at = (path: readonly (string | number)[]): TextPlace => place?.(path) ?? { file };
  const lists = [
    ...overrides.map((one, index) => ({
      key: `overrides[${index}].files`,
      patterns: one.files,
      paths: () => skills.flatMap(({ place: { dir }, input }) => pathsOf(input).map((path) => joinPath(dir, path))),
      at: (index2: number) => at(["overrides", index, "files", index2]),
    })),
    {
      key: "files.exclude",
      patterns: files.exclude.filter((pattern) => !isPrecaution(pattern)),
      paths: () => skills.flatMap(({ input }) => pathsOf(input)),
      at: () => at(["files", "exclude"]),
    },
  ];
  for (const { key, patterns, paths, at: placeOf } of lists) {
    if (patterns.length === 0) continue;
    const all = paths();
    for (const [index, pattern] of patterns.entries())
      if (!all.some(compileFilter(pattern).matches))
        findings.add(discoverRules["pattern-unused"], placeOf(index), { pattern, where: key });
  }
}

/** `relative`: paths of all skills of the source. */
export function reportUnusedExcludes(source: DirectorySource, relative: readonly string[], findings: Findings): void {
  for (const pattern of source.exclude) {
    const { matches } = compileFilter(pattern);
    if (isPrecaution(pattern) || relative.some(matches)) continue;
    const where = `exclude of the source "${source.dir}"`;
    findings.add(discoverRules["pattern-unused"], source.place ?? { file: source.dir }, { pattern, where });
  }
}

function pathsOf({ document, files, leftOut }: FoundSkill["input"]): readonly string[] {
  return [document, ...files, ...leftOut.map(({ path }) => path)];
}

/** `*.psd` and files below `**` may appear later: such a pattern names no place that could be misspelled. */
function isPrecaution(pattern: string): boolean {
  return /^[!*?[{]/.test(pattern);
}
