/** What the parts of an executor share: its resolved options, its state, and the rules about both. */
import type { AnySkills, Skill } from "../access.ts";
import { createAdmission, nameFilter, type Admission, type NamedFilter } from "../guard/admission.ts";
import { effectiveTools } from "../guard/skill-tool-list.ts";
import { isRuntimeProfileName, runtimeProfile, type RuntimeProfile } from "../profile/runtime-profile.ts";
import type { Access, ExecutorOptions } from "./executor-types.ts";
import { createRender, type RenderInstructions } from "./instructions.ts";

/** Resolved options and shared state. */
export interface ExecutorCore {
  readonly skills: AnySkills;
  readonly options: ExecutorOptions;
  readonly profile: RuntimeProfile;
  readonly admission: Admission;
  readonly render: RenderInstructions;
  /** Ids of the active skills. */
  readonly active: Set<string>;
  /** Ids of the preloaded skills that were deactivated by name. */
  readonly dismissed: Set<string>;
  /** The filter of the executor, which `setFilter` replaces and a restored state narrows. */
  filter: NamedFilter;
  /** The filter that the application set: a restored state never reaches beyond it. */
  bound: NamedFilter;
}

/** Resolves the options of an executor. */
export function createCore(skills: AnySkills, options: ExecutorOptions): ExecutorCore {
  const catalogProfile = isRuntimeProfileName(skills.profile) ? skills.profile : "standard";
  const profile = runtimeProfile(options.profile ?? catalogProfile, options.compat);
  const admission = createAdmission(skills, { grants: options.grants ?? [], only: options.only });
  const filter = nameFilter(options.filter ?? "", profile);
  if (filter.error !== undefined) throw new TypeError(`The filter of the executor is malformed: ${filter.error}`);
  const render = options.render ?? createRender(profile, options);
  return {
    skills,
    options,
    profile,
    admission,
    render,
    active: new Set(),
    dismissed: new Set(),
    filter,
    bound: filter,
  };
}

/** Returns the filter of a request: its own, or that of the executor where it applies. */
export function filterOf({ profile, filter }: ExecutorCore, { by, filter: own }: Access): NamedFilter {
  if (own !== undefined) return nameFilter(own, profile);
  return profile.filterReach === "everywhere" || by === "application" ? filter : nameFilter("", profile);
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

/** Returns the tools of all active skills. */
export function activeTools(core: ExecutorCore): ReadonlySet<string> {
  return new Set([...core.active].flatMap((id) => toolsOf(core, id)));
}

/** Returns the tools of a skill, sorted. */
export function toolsOf({ skills, options, profile }: ExecutorCore, id: string): readonly string[] {
  return effectiveTools(skills.get(id).allowedTools, options.packTools, profile);
}
