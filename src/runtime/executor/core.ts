/** What the parts of an executor share: its options, resolved, and its state. */
import type { AnySkills } from "../access.ts";
import { createAdmission, nameFilter, type Admission, type FilterPattern, type NamedFilter } from "../guard/admission.ts";
import { isRuntimeProfileName, runtimeProfile, type RuntimeProfile } from "../profile/runtime-profile.ts";
import { createActiveSet, type ActiveSet } from "./active-set.ts";
import type { Access, ExecutorOptions } from "./executor-types.ts";
import { createRender, type RenderInstructions } from "./instructions.ts";

/** Resolved options and shared state. */
export interface ExecutorCore {
  readonly skills: AnySkills;
  readonly options: ExecutorOptions;
  readonly profile: RuntimeProfile;
  readonly admission: Admission;
  readonly active: ActiveSet;
  readonly render: RenderInstructions;
  /** The filter of the executor, which `setFilter` replaces. */
  filter: NamedFilter;
  /** Compiles a filter in the mode of the profile. */
  compile(pattern: FilterPattern): NamedFilter;
  /** Returns the filter of a request: its own, or that of the executor where it applies. */
  filterOf(access: Access): NamedFilter;
}

/** Resolves the options of an executor. */
export function createCore(skills: AnySkills, options: ExecutorOptions): ExecutorCore {
  const catalogProfile = isRuntimeProfileName(skills.profile) ? skills.profile : "standard";
  const profile = runtimeProfile(options.profile ?? catalogProfile, options.compat);
  const everything = nameFilter("", profile);
  const core: ExecutorCore = {
    skills,
    options,
    profile,
    admission: createAdmission(skills, { grants: options.grants ?? [], only: options.only }),
    active: createActiveSet(skills, profile, options),
    render: options.render ?? createRender(profile, options),
    filter: nameFilter(options.filter ?? "", profile),
    compile: (pattern) => nameFilter(pattern, profile),
    filterOf({ by, filter }) {
      if (filter !== undefined) return nameFilter(filter, profile);
      return profile.filterReach === "everywhere" || by === "application" ? core.filter : everything;
    },
  };
  if (core.filter.error !== undefined)
    throw new TypeError(`The filter of the executor is malformed: ${core.filter.error}`);
  return core;
}
