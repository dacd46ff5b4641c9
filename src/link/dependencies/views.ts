import type { AdmittedSkill } from "../../model/admitted.ts";
import type { Config } from "../../model/config.ts";
import type { LinkFindings } from "../placed-findings.ts";
import { reachedFrom, type Requirements } from "./cycles.ts";
import { placeOf } from "./report.ts";
import type { ResolvedReferences } from "./resolve.ts";
import { dependencyRules } from "./rules.ts";

type Views = Record<string, readonly string[]>;

export interface SkillGraph {
  readonly skills: readonly AdmittedSkill[];
  /** Of the skills, by id. */
  readonly positions: ReadonlyMap<string, number>;
  readonly resolved: ResolvedReferences;
  /** Without optional ones. */
  readonly requirements: Requirements;
  /** Positions of skills that require each other. */
  readonly cycles: readonly (readonly number[])[];
}

/** By name of the view; ids in catalog order. */
export function requiredOutside(
  views: Views,
  { skills, positions, requirements }: SkillGraph,
): ReadonlyMap<string, readonly string[]> {
  const outside = new Map<string, readonly string[]>();
  for (const [view, ids] of Object.entries(views)) {
    const own = new Set(ids.map((id) => positions.get(id) as number));
    const all = reachedFrom(own, requirements);
    const added = skills.filter((_, at) => all.has(at) && !own.has(at)).map(({ id }) => id);
    if (added.length > 0) outside.set(view, added);
  }
  return outside;
}

export function reportOutside(
  views: Views,
  { skills, positions, resolved }: SkillGraph,
  { dependencies, findings }: { readonly dependencies: Config["dependencies"]; readonly findings: LinkFindings },
): void {
  const isError = dependencies.views === "error";
  for (const [view, ids] of Object.entries(views)) {
    const inView = new Uint8Array(skills.length);
    for (const id of ids) inView[positions.get(id) as number] = 1;
    for (const [at, references] of resolved.entries()) {
      if (references.length === 0 || inView[at] === 0) continue;
      for (const { reference, to } of references) {
        if (to === undefined || inView[to] === 1) continue;
        if (reference.kind !== "required" || reference.strength === "weak") continue;
        const [skill, target] = [skills[at] as AdmittedSkill, skills[to] as AdmittedSkill];
        const args = { view, name: skill.id, missing: target.id, isError };
        findings.of(skill).add(dependencyRules["dependency-outside-view"], placeOf(skill, reference), args);
      }
    }
  }
}
