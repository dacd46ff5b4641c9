/**
 * Takes: the records of all skills, in the order of their sources. Gives: the catalog, and the places of the contents.
 * Never: reads bytes, depends on the order of directory listings.
 */
import type { Report } from "../../diagnostics/index.ts";
import type { Config, Duplicates } from "../../model/config.ts";
import type { Companion } from "../../model/companion.ts";
import { canonicalJson } from "../../model/canonical-json.ts";
import type { Linked } from "../../model/linked.ts";
import type { Dropped, SkillRecord } from "../../model/skill.ts";
import { TOKEN_ESTIMATOR } from "../../runtime/prompt/token-count.ts";
import { compareCodeUnits, compileFilter, isInside, normalizePath } from "../../paths/index.ts";
import { FORMAT_VERSION } from "../../runtime/access.ts";
import { linkCompanions } from "./companions.ts";
import { likelyPath } from "./likely-path.ts";
import { toCatalogSkill } from "./catalog-entry.ts";
import { reportCatalogBudgets } from "./catalog-budgets.ts";
import { reportSimilarSkills } from "./similar-skills.ts";
import { resolveIds, type IdentifiedSkill } from "./resolve-ids.ts";

export { toRecord } from "./record.ts";

/** The `$schema` of a catalog: the package subpath of the schema. */
export const CATALOG_SCHEMA = "skillc/catalog.schema.json";

export interface LinkOptions {
  readonly config: Config;
  readonly duplicates: Duplicates;
  readonly report: Report;
  readonly sha256: (text: string) => string;
  /** Agents and toolsets; undefined if the profile does not support them. */
  readonly companions?: readonly Companion[] | undefined;
  /** The items that discovery and checking left out; linking adds to them. */
  readonly dropped: Dropped[];
}

export function link(records: readonly SkillRecord[], options: LinkOptions): Linked {
  const { config, duplicates, report, dropped, sha256 } = options;
  const drop = (file: string, reason: string): void => void dropped.push({ file, reason });
  const identified = resolveIds(records, { duplicates, report, drop });
  reportSharedPaths(identified, report);
  reportSimilarSkills(identified, report);
  reportCatalogBudgets(identified, config, report);
  const skills = identified.map((skill) => ({ entry: toCatalogSkill(skill), record: skill.record }));
  const catalog = {
    $schema: CATALOG_SCHEMA,
    formatVersion: FORMAT_VERSION,
    profile: config.profile,
    tokenEstimator: TOKEN_ESTIMATOR,
    skills: skills.map(({ entry }) => entry),
    views: linkViews(config, identified, report),
    ...(options.companions && linkCompanions(options.companions, identified, { report, drop })),
    dropped: sortDropped(dropped),
  };
  return { catalog: { ...catalog, hash: `sha256:${sha256(canonicalJson(catalog))}` }, skills };
}

function linkViews(
  config: Config,
  skills: readonly IdentifiedSkill[],
  report: Report,
): Record<string, readonly string[]> {
  const views: Record<string, readonly string[]> = Object.create(null);
  for (const [view, patterns] of config.views) {
    const filter = compileFilter(patterns);
    views[view] = skills.filter(({ record }) => filter.matches(record.path)).map(({ id }) => id);
    const place = config.place?.(["views", view]) ?? { file: config.file ?? "." };
    for (const path of plainPaths(patterns))
      if (!skills.some(({ record }) => isInside(path, record.path)))
        report.report("view-path-missing", place, { view, path });
    const isMeant = patterns.every((pattern) => /^none$/i.test(pattern.trim()));
    if (views[view].length === 0 && !isMeant)
      report.report("view-empty", place, {
        view,
        ...likelyPath(
          patterns,
          skills.map(({ record }) => record.path),
        ),
      });
  }
  return views;
}

/** Patterns that match one directory: no wildcards, no lists. */
function plainPaths(patterns: readonly string[]): readonly string[] {
  return patterns
    .filter((pattern) => pattern.trim() !== "" && !/[*?[\]{},\\]/.test(pattern) && !/^none$/i.test(pattern.trim()))
    .map(normalizePath);
}

function reportSharedPaths(skills: readonly IdentifiedSkill[], report: Report): void {
  const owners = new Map<string, IdentifiedSkill>();
  for (const skill of skills) {
    const { path, file } = skill.record;
    const owner = owners.get(path);
    if (path === "") continue;
    if (owner === undefined) owners.set(path, skill);
    else report.report("path-shared", { file, skill: skill.id }, { path, first: owner.id, second: skill.id });
  }
}

function sortDropped(dropped: readonly Dropped[]): readonly Dropped[] {
  const key = ({ file, reason }: Dropped): string => `${file}\0${reason}`;
  return [...new Map(dropped.map((item) => [key(item), item])).values()].sort((one, two) =>
    compareCodeUnits(key(one), key(two)),
  );
}
