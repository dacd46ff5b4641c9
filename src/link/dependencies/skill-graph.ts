import type { AdmittedSkill } from "../../model/admitted.ts";
import type { Config } from "../../model/config.ts";
import { isDeclared } from "../../model/references.ts";
import type { Dropped } from "../../model/skill.ts";
import type { SkillDependency } from "../../runtime/access.ts";
import { isPart } from "../is-part.ts";
import type { LinkFindings } from "../placed-findings.ts";
import { reportCycles, reportReferences, requirementsOf } from "./report.ts";
import { positionsOf, resolveReferences } from "./resolve.ts";
import { reportOutside, requiredOutside, type SkillGraph } from "./views.ts";

export type { SkillGraph } from "./views.ts";

/** Profiles of readers that have each skill alone, as it was uploaded or fetched. */
const ALONE = new Set(["mcp", "discovery", "anthropic-api", "openai-api", "agent-plugins"]);

/** Undefined if no skill names another one. */
export function linkReferences(
  skills: readonly AdmittedSkill[],
  config: Pick<Config, "sources" | "file" | "installed" | "profile">,
  { findings, dropped }: { readonly findings: LinkFindings; readonly dropped: readonly Dropped[] },
): SkillGraph | undefined {
  if (!skills.some(({ unit }) => unit.link.references !== undefined)) return undefined;
  const positions = positionsOf(skills);
  const resolved = resolveReferences(skills, config.installed.refs, positions);
  const requirements = requirementsOf(resolved);
  const isAlone = ALONE.has(config.profile);
  reportReferences(resolved, { skills, findings, dropped, isPart: isPart(config, skills), isAlone });
  const cycles = reportCycles(resolved, requirements, { skills, findings });
  return { skills, positions, resolved, requirements, cycles };
}

export interface LinkedViews {
  readonly views: Record<string, readonly string[]>;
  readonly included: ReadonlyMap<string, readonly string[]>;
}

/** Adds to views what their skills require, or reports that it is missing. */
export function linkRequired(
  views: Record<string, readonly string[]>,
  graph: SkillGraph | undefined,
  context: Parameters<typeof reportOutside>[2],
): LinkedViews {
  if (graph === undefined) return { views, included: NONE };
  if (context.dependencies.views !== "include") {
    reportOutside(views, graph, context);
    return { views, included: NONE };
  }
  const included = requiredOutside(views, graph);
  // Ids are sorted by code units, as the catalog is.
  for (const [view, added] of included) views[view] = [...(views[view] ?? []), ...added].sort();
  return { views, included };
}

const NONE: ReadonlyMap<string, readonly string[]> = new Map();

/** Undefined for most skills. */
export function dependenciesOf(graph: SkillGraph | undefined, at: number): readonly SkillDependency[] | undefined {
  const found = (graph?.resolved[at] ?? []).flatMap(({ reference, to }): SkillDependency[] => {
    if (!isDeclared(reference) || (reference.strength === "weak" && to === undefined) || to === at) return [];
    const { to: name, range, kind, field } = reference;
    const id = to === undefined ? undefined : graph?.skills[to]?.id;
    return [{ name, ...(id !== undefined && { id }), ...(range !== undefined && { range }), kind, field }];
  });
  return found.length === 0 ? undefined : found;
}
