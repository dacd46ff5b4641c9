/** What the parts of an executor share: its resolved options, its state, and the rules about both. */
import type { AnySkills, Skill } from "../access.ts";
import type { Caller } from "../guard/invocation.ts";
import { createAdmission, type Admission, type FilterPattern, type NamedFilter } from "../guard/admission.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import type { Access, DroppedSkill, ExecutorOptions } from "./executor-types.ts";
import { createEmit, type Emit } from "./events.ts";
import type { RenderInstructions } from "./instructions.ts";

/** What differs between an executor for every system and a small one: passed in, so that a bundle has only its own. */
export interface ExecutorParts {
  readonly profile: Pick<RuntimeProfile, "filterReach" | "preloads" | "body" | "allowedTools">;
  readonly render: RenderInstructions;
  readonly compileFilter: (pattern: FilterPattern) => NamedFilter;
  /** Returns the tools that a skill adds, sorted. */
  readonly toolsOf: (skill: Skill) => readonly string[];
  /** An admission by the same grants and skills, if it is known already. */
  readonly admission?: Admission;
}

export interface ExecutorCore extends ExecutorParts {
  readonly skills: AnySkills;
  readonly options: Omit<ExecutorOptions, "profile" | "compat" | "render" | "packTools">;
  readonly admission: Admission;
  readonly emit: Emit;
  readonly active: Map<string, Caller>;
  /** The skills of a state that were not restored: they restrict until the application deactivates them. */
  readonly lost: Map<string, readonly [by: Caller, reason: DroppedSkill["reason"]]>;
  /** Ids of the preloaded skills that were deactivated by name. */
  readonly dismissed: Set<string>;
  /** The filter of the executor, which `setFilter` replaces and a restored state narrows. */
  filter: NamedFilter;
  /** The filter that the application set: a restored state never reaches beyond it. */
  bound: NamedFilter;
  /** The preloaded skills that `bound` admits: they restrict also while they are not active. */
  preloads: readonly Skill[];
}

export function createCore(skills: AnySkills, options: ExecutorCore["options"], parts: ExecutorParts): ExecutorCore {
  const { admission = createAdmission(skills, { grants: options.grants ?? [], only: options.only }) } = parts;
  const filter = parts.compileFilter(options.filter ?? "");
  if (filter.error !== undefined) throw new TypeError(`The filter of the executor is malformed: ${filter.error}`);
  const core: ExecutorCore = {
    ...parts,
    skills,
    options,
    admission,
    emit: createEmit(skills, options.onEvent),
    active: new Map(),
    lost: new Map(),
    dismissed: new Set(),
    filter,
    bound: filter,
    preloads: [],
  };
  bindFilter(core, filter);
  return core;
}

export function bindFilter(core: ExecutorCore, filter: NamedFilter): void {
  core.filter = core.bound = filter;
  core.preloads = core.admission.list("application", filter).filter(({ preload }) => preload);
}

/** Returns who counts as the one who started a skill if two did: the user if one of them, and never the model. */
export function strongest(one: Caller | undefined, two: Caller): Caller {
  return one === undefined || one === "model" || two === "user" ? two : one;
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
  return (
    maxActive <= 0 || !counts(skill) || [...active.keys()].filter((id) => counts(skills.get(id))).length < maxActive
  );
}

/** Activates the admitted preloaded skills, except those that were deactivated by name. */
export function activatePreloads(core: ExecutorCore): void {
  const { active, lost, dismissed, filter, preloads } = core;
  for (const skill of preloads) {
    const { id, path } = skill;
    if (active.has(id) || !filter.matches(path) || dismissed.has(id) || !hasRoomFor(core, skill)) continue;
    lost.delete(id);
    active.set(id, "application");
  }
}

/** Activates preloaded skills again, unless they are counted: then only at the start, as in PromptKit. */
export function restorePreloads(core: ExecutorCore): void {
  if (core.profile.preloads !== "counted") activatePreloads(core);
}

export function activeTools(core: ExecutorCore): ReadonlySet<string> {
  return new Set([...core.active.keys()].flatMap((id) => core.toolsOf(core.skills.get(id))));
}
