/** Who may see which skill: the one place that grants, invocation flags and filters are asked. */
import { nearestNames, type AnySkills, type Skill } from "../access.ts";
import { isAuthorized } from "./authorization.ts";
import { compileFilter, type SkillFilter } from "../select/filter.ts";
import { isInvocableBy, type Caller } from "./invocation.ts";
import { quote, refuse, type Refusal } from "./outcome.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";

/** A filter as `compileFilter` takes it. */
export type FilterPattern = string | readonly string[];

/** A filter and the text that it came from. */
export interface NamedFilter extends SkillFilter {
  readonly pattern: FilterPattern;
}

/** A filter that remembers its text. */
export function nameFilter(pattern: FilterPattern, { filterMode }: RuntimeProfile): NamedFilter {
  return { ...compileFilter(pattern, filterMode), pattern };
}

/** Answers who may have which skill. */
export interface Admission {
  /** The skill of a name, or why this caller cannot have it. The filter only shapes the nearest names. */
  find(name: string, caller: Caller, filter: NamedFilter): Skill | Refusal;
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
      return refuse("not-available", `The skill ${quote(skill.id)} was not given to this agent`);
    if (!isAuthorized(skill.requiredScope, grants))
      return refuse(
        "unauthorized",
        `The skill ${quote(skill.id)} needs the scope ${skill.requiredScope.map(quote).join(" and ")}`,
      );
    if (isInvocableBy(skill, caller)) return undefined;
    const reader = caller === "model" ? "the model: the user has to ask for it" : "the user";
    return refuse("not-invocable", `The skill ${quote(skill.id)} is not there for ${reader}`);
  };

  const list: Admission["list"] = (caller, filter, dir = "") =>
    skills.listForDir(dir).filter((skill) => filter.matches(skill.path) && refusalOf(skill, caller) === undefined);

  return {
    find(name, caller, filter) {
      const skill = skills.find(name);
      if (skill !== undefined) return refusalOf(skill, caller) ?? skill;
      // A name without its namespace is near as well.
      const known = new Map(
        list(caller, filter).flatMap(({ id, name }): [string, string][] => [
          [id, id],
          [name, id],
        ]),
      );
      const nearest = nearestNames(name, [...known.keys()]).map((near) => known.get(near) as string);
      return refuse("unknown-skill", `There is no skill ${quote(name)}`, [...new Set(nearest)]);
    },
    list,
  };
}

/** Why a filter keeps a skill out; undefined when it does not. */
export function refusalByFilter(skill: Skill, { matches, pattern, error }: NamedFilter): Refusal | undefined {
  if (matches(skill.path)) return undefined;
  const text = typeof pattern === "string" ? quote(pattern) : pattern.length > 0 ? quote(pattern.join(", ")) : "[]";
  const why = error === undefined ? "" : `, which is malformed: ${error}`;
  return refuse("filtered", `The skill ${quote(skill.id)} is kept out by the filter ${text}${why}`);
}
