/** Creates an executor from its parts. */
import type { AnySkills } from "../access.ts";
import { createActivation } from "./activation.ts";
import { activatePreloads, createCore } from "./core.ts";
import type { Executor, ExecutorOptions } from "./executor-types.ts";
import { createQueries } from "./queries.ts";
import { createStateAccess } from "./state.ts";

/**
 * Creates an executor. Preloaded skills are active from the start and do not count toward `maxActive`.
 *
 * @throws TypeError for a malformed `filter`, SkillError for an unknown name in `only`.
 * @example
 * const executor = createExecutor(skills, { filter: "skills/billing", maxActive: 5, packTools: ["read_file"] });
 * const result = await executor.activate("refunds", { by: "model", arguments: "order 17" });
 * if (result.ok) reply(result.instructions);
 */
export function createExecutor(skills: AnySkills, options: ExecutorOptions = {}): Executor {
  const core = createCore(skills, options);
  activatePreloads(core);
  return {
    skills,
    profile: core.profile,
    variables: options.variables ?? new Map(),
    ...createActivation(core),
    ...createQueries(core),
    ...createStateAccess(core),
  };
}
