/** Who may see which skill: the one place that grants, invocation flags and filters are asked. */
import { nearestNames, type AnySkills, type Skill } from "./access.ts";
import { isAuthorized } from "./authorization.ts";
import { compileFilter, type SkillFilter } from "./filter.ts";
import { isInvocableBy, type Caller } from "./invocation.ts";
import { quote, refuse, type Refusal } from "./outcome.ts";
import type { RuntimeProfile } from "./runtime-profile.ts";

/** A filter as `compileFilter` takes it. */
export type FilterPattern = string | readonly string[];

/** A filter and the text that it came from. */
export interface NamedFilter extends SkillFilter {
  readonly pattern: FilterPattern;
}

export function nameFilter(pattern: FilterPattern, { filterMode }: RuntimeProfile): NamedFilter {
  return { ...compileFilter(pattern, filterMode), pattern };
}

export interface Admission {
  /** The skill of a name, or why this caller cannot have it. Filters are not asked here. */
  find(name: string, caller: Caller): Skill | Refusal;
  /** Why a filter keeps a skill out; undefined when it does not. */
  filtered(skill: Skill, filter: NamedFilter): Refusal | undefined;
  /** Every skill that a caller and a filter admit, in catalog order. */
  list(caller: Caller, filter: NamedFilter, dir?: string): readonly Skill[];
}

/**
 * Admission for one agent and the grants that it acts with.
 *
 * @param only ids, or unique names, that the agent was given; undefined means all. Throws `SkillError` for a name that
 * the catalog does not have.
 */
export function createAdmission(
  skills: AnySkills,
  { grants, only }: { readonly grants: readonly string[]; readonly only?: readonly string[] | undefined },
): Admission {
  const given = only && new Set(only.map((name) => skills.get(name).id));

  const refusalOf = (skill: Skill, caller: Caller): Refusal | undefined => {
    if (given !== undefined && !given.has(skill.id))
      return refuse("not-available", `The skill ${quote(skill.id)} was not given to this agent`, nearest(skill.id, caller));
    if (!isAuthorized(skill.requiredScope, grants))
      return refuse("unauthorized", `The skill ${quote(skill.id)} needs the scope ${skill.requiredScope.map(quote).join(" and ")}`);
    if (!isInvocableBy(skill, caller)) {
      const reader = caller === "model" ? "the model: the user has to ask for it" : "the user";
      return refuse("not-invocable", `The skill ${quote(skill.id)} is not there for ${reader}`);
    }
    return undefined;
  };

  const nearest = (name: string, caller: Caller): string[] =>
    nearestNames(
      name,
      skills.listForDir("").flatMap((skill) => (isVisible(skill, caller) ? skill.id : [])),
    );

  const isVisible = (skill: Skill, caller: Caller): boolean =>
    (given === undefined || given.has(skill.id)) &&
    isAuthorized(skill.requiredScope, grants) &&
    isInvocableBy(skill, caller);

  return {
    find(name, caller) {
      const skill = skills.find(name);
      if (skill === undefined) return refuse("unknown-skill", `There is no skill ${quote(name)}`, nearest(name, caller));
      return refusalOf(skill, caller) ?? skill;
    },
    filtered(skill, filter) {
      if (filter.matches(skill.path)) return undefined;
      const pattern = typeof filter.pattern === "string" ? filter.pattern : filter.pattern.join(", ");
      const why = filter.error === undefined ? "" : `, which is malformed: ${filter.error}`;
      return refuse("filtered", `The skill ${quote(skill.id)} is kept out by the filter ${quote(pattern)}${why}`);
    },
    list: (caller, filter, dir = "") =>
      skills.listForDir(dir).filter((skill) => isVisible(skill, caller) && filter.matches(skill.path)),
  };
}
