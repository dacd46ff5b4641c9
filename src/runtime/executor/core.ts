/** What the parts of an executor share: its resolved options, its state, and the rules about both. */
import type { AnySkills, Skill } from "../access.ts";
import { createAdmission, type Admission, type FilterPattern, type NamedFilter } from "../guard/admission.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import type { Access, ExecutorOptions } from "./executor-types.ts";
import type { RenderInstructions } from "./instructions.ts";

/** What differs between an executor for every system and a small one: passed in, so that a bundle has only its own. */
export interface ExecutorParts {
  readonly profile: Pick<RuntimeProfile, "filterReach" | "preloads" | "body">;
  readonly render: RenderInstructions;
  readonly compileFilter: (pattern: FilterPattern) => NamedFilter;
  /** Returns the tools that a skill adds, sorted. */
  readonly toolsOf: (skill: Skill) => readonly string[];
  /** An admission by the same grants and skills, if it is known already. */
  readonly admission?: Admission;
}

/** Resolved options and shared state. */
export interface ExecutorCore extends ExecutorParts {
  readonly skills: AnySkills;
  readonly options: Omit<ExecutorOptions, "profile" | "compat" | "render" | "packTools">;
  readonly admission: Admission;
  /** Ids of the active skills. */
  readonly active: Set<string>;
  /** Ids of the preloaded skills that were deactivated by name. */
  readonly dismissed: Set<string>;
  /** The filter of the executor, which `setFilter` replaces and a restored state narrows. */
  filter: NamedFilter;
  /** The filter that the application set: a restored state never reaches beyond it. */
  bound: NamedFilter;
}

/** Creates the shared state of an executor. */
export function createCore(skills: AnySkills, options: ExecutorCore["options"], parts: ExecutorParts): ExecutorCore {
  const { admission = createAdmission(skills, { grants: options.grants ?? [], only: options.only }) } = parts;
  const filter = parts.compileFilter(options.filter ?? "");
  if (filter.error !== undefined) throw new TypeError(`The filter of the executor is malformed: ${filter.error}`);
  return {
    ...parts,
    skills,
    options,
    admission,
    active: new Set(),
    dismissed: new Set(),
    filter,
    bound: filter,
  };
}

/** Returns the filter of a request: its own, or that of the executor where it applies. */
export function filterOf({ profile, filter, compileFilter }: ExecutorCore, { by, filter: own }: Access): NamedFilter {
  if (own !== undefined) return compileFilter(own);
  return profile.filterReach === "everywhere" || by === "application" ? filter : compileFilter("");
}

/** Whether `maxActive` allows one more skill, or exempts this one. */
export function hasRoomFor({ skills, options, profile, active }: ExecutorCore, skill: Skill): boolean {
  const { maxActive = 0 } = options;
  const counts = ({ preload }: Skill): boolean => profile.preloads === "counted" || !preload;
  return maxActive <= 0 || !counts(skill) || [...active].filter((id) => counts(skills.get(id))).length < maxActive;
}

/** Activates the admitted preloaded skills, except those that were deactivated by name. */
export function activatePreloads(core: ExecutorCore): void {
  const { admission, active, dismissed, filter } = core;
  for (const skill of admission.list("application", filter))
    if (skill.preload && !dismissed.has(skill.id) && hasRoomFor(core, skill)) active.add(skill.id);
}

/** Activates preloaded skills again, unless they are counted: then only at the start, as in PromptKit. */
export function restorePreloads(core: ExecutorCore): void {
  if (core.profile.preloads !== "counted") activatePreloads(core);
}

/** Returns the tools of all active skills. */
export function activeTools(core: ExecutorCore): ReadonlySet<string> {
  return new Set([...core.active].flatMap((id) => core.toolsOf(core.skills.get(id))));
}
