/** Who may see which skill: the only place that checks grants, invocation flags and filters. */
import { nearestNames, type AnySkills, type Skill } from "../access.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import { compileFilter, type SkillFilter } from "../select/filter.ts";
import { isAuthorized } from "./authorization.ts";
import { isInvocableBy, type Caller } from "./invocation.ts";
import { quoteName, refuse, type Refusal, type RefusalCode } from "./outcome.ts";

/**
 * A filter as `compileFilter` takes it.
 *
 * @example
 * const pattern: FilterPattern = ["skills/billing", "skills/tax/*"];
 */
export type FilterPattern = string | readonly string[];

export interface NamedFilter extends SkillFilter {
  readonly pattern: FilterPattern;
  /** What the filter is called in a refusal. */
  readonly name: string;
}

export function nameFilter(pattern: FilterPattern, { filterMode }: RuntimeProfile): NamedFilter {
  const filter = compileFilter(pattern, filterMode);
  const text =
    typeof pattern === "string" ? quoteName(pattern) : pattern.length > 0 ? quoteName(pattern.join(", ")) : "[]";
  return {
    ...filter,
    pattern,
    name: filter.error === undefined ? text : `${text}, which is malformed: ${filter.error}`,
  };
}

export interface Admission {
  /** Returns the named skill, or why this caller cannot have it. The filter only affects the nearest names. */
  find(name: string, caller: Caller, filter: NamedFilter): Skill | Refusal;
  /** Returns the refusal of a missing skill, with the code of the true reason. */
  missing(name: string, caller: Caller, filter: NamedFilter, code: RefusalCode): Refusal;
  /** Returns every skill that a caller and a filter admit, in catalog order. */
  list(caller: Caller, filter?: NamedFilter, dir?: string): readonly Skill[];
}

/** `only` has ids or unique names; undefined means all. Throws `SkillError` for an unknown one. */
export function createAdmission(
  skills: AnySkills,
  { grants, only }: { readonly grants: readonly string[]; readonly only?: readonly string[] | undefined },
): Admission {
  const given = only && new Set(only.map((name) => skills.get(name).id));

  /** The codes of skills that an agent must not learn of. */
  const hiddenBy = ({ id, requiredScope }: Skill): "not-available" | "unauthorized" | undefined => {
    if (given !== undefined && !given.has(id)) return "not-available";
    return isAuthorized(requiredScope, grants) ? undefined : "unauthorized";
  };

  const list: Admission["list"] = (caller, filter, dir = "") =>
    skills
      .listForDir(dir)
      .filter(
        (skill) =>
          filter?.matches(skill.path) !== false && hiddenBy(skill) === undefined && isInvocableBy(skill, caller),
      );

  /** The message must not confirm that a hidden skill exists. */
  const missing: Admission["missing"] = (name, caller, filter, code) => {
    // A similar name without its namespace also counts.
    const known = new Map(
      list(caller, filter).flatMap(({ id, name: bare }): [string, string][] => [
        [id, id],
        [bare, id],
      ]),
    );
    const nearest = nearestNames(name, [...known.keys()]).map((near) => known.get(near) as string);
    return refuse(code, `Unknown skill ${quoteName(name)}`, [...new Set(nearest)]);
  };

  return {
    find(name, caller, filter) {
      const skill = skills.find(name);
      if (skill === undefined) return missing(name, caller, filter, "unknown-skill");
      const hidden = hiddenBy(skill);
      if (hidden !== undefined) return missing(name, caller, filter, hidden);
      if (isInvocableBy(skill, caller)) return skill;
      return caller === "model"
        ? missing(name, caller, filter, "not-invocable")
        : refuse("not-invocable", `The skill ${quoteName(skill.id)} cannot be loaded by the user`);
    },
    missing,
    list,
  };
}

/** Returns why a filter excludes a skill; undefined if it does not. */
export function refusalByFilter(skill: Skill, { matches, name }: NamedFilter): Refusal | undefined {
  if (matches(skill.path)) return undefined;
  return refuse("filtered", `The skill ${quoteName(skill.id)} is excluded by the filter ${name}`);
}
