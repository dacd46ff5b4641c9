import type { Findings } from "../diagnostics/index.ts";
import type { Config } from "../model/config.ts";
import { compileFilter, isInside, normalizePath } from "../paths/index.ts";
import { likelyPath } from "./likely-path.ts";
import type { AdmittedSkill } from "../model/admitted.ts";
import { linkRules } from "./rules.ts";

/** By name of the view. */
export function linkViews(
  config: Config,
  skills: readonly AdmittedSkill[],
  findings: Findings,
): Record<string, readonly string[]> {
  const views: Record<string, readonly string[]> = Object.create(null);
  if (config.views.length === 0) return views;
  const paths = skills.map(({ place }) => place.path);
  for (const [view, patterns] of config.views) {
    const filter = compileFilter(patterns);
    views[view] = skills.filter(({ place }) => filter.matches(place.path)).map(({ id }) => id);
    const place = config.place?.(["views", view]) ?? { file: config.file ?? "." };
    for (const path of plainPaths(patterns))
      if (!paths.some((other) => isInside(path, other)))
        findings.add(linkRules["view-path-missing"], place, { view, path });
    const isIntended = patterns.every((pattern) => /^none$/i.test(pattern.trim()));
    if (views[view].length === 0 && !isIntended)
      findings.add(linkRules["view-empty"], place, { view, ...likelyPath(patterns, paths) });
  }
  return views;
}

/** Without wildcards and lists, a pattern names one directory. */
function plainPaths(patterns: readonly string[]): readonly string[] {
  return patterns
    .filter((pattern) => pattern.trim() !== "" && !/[*?[\]{},\\]/.test(pattern) && !/^none$/i.test(pattern.trim()))
    .map(normalizePath);
}
