import { createActivation, createDeactivation } from "./activation.ts";
import { activatePreloads, type ExecutorCore } from "./core.ts";
import type { SkillState } from "./executor-types.ts";
import { createListing } from "./queries.ts";
import { createStateAccess } from "./state.ts";

/** Creates the methods that tools need; preloaded skills are active from the start. */
export function createSkillState(core: ExecutorCore): SkillState {
  activatePreloads(core);
  return {
    skills: core.skills,
    emit: core.emit,
    allowedTools: core.profile.allowedTools,
    unloads: (core.options.maxActive ?? 0) > 0 || core.profile.allowedTools === "restrict",
    ...createActivation(core),
    ...createDeactivation(core),
    ...createListing(core),
    ...createStateAccess(core),
  };
}
