import type { AnySkills } from "../access.ts";
import { nameFilter } from "../guard/admission.ts";
import { effectiveTools } from "../guard/skill-tool-list.ts";
import { isRuntimeProfileName, runtimeProfile } from "../profile/runtime-profile.ts";
import type { RenderInput } from "../render/render-skill.ts";
import { renderSkill, type RenderedSkill } from "../render/render-skill.ts";
import { withCallVariables } from "../render/variables.ts";
import { createFilterAccess } from "./activation.ts";
import { createCore } from "./core.ts";
import type { Executor, ExecutorOptions } from "./executor-types.ts";
import { createRender, type RenderCall } from "./instructions.ts";
import { createIndexQueries } from "./queries.ts";
import { createSkillState } from "./skill-state.ts";

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
  const catalogProfile = isRuntimeProfileName(skills.profile) ? skills.profile : "standard";
  const profile = runtimeProfile(options.profile ?? catalogProfile, options.compat);
  const compat = profile.insertedValues === "rescanned" ? "exact" : undefined;
  const renderBody = (input: RenderInput, call: RenderCall): RenderedSkill =>
    renderSkill({ ...input, compat, variables: withCallVariables(options.variables, call.variables) });
  const core = createCore(skills, options, {
    profile,
    render: options.render ?? createRender(renderBody, profile.dialect, options),
    compileFilter: (pattern) => nameFilter(pattern, profile),
    toolsOf: ({ allowedTools }) => effectiveTools(allowedTools, options.packTools, profile),
  });
  const state = createSkillState(core);
  return {
    profile,
    variables: options.variables ?? new Map(),
    ...state,
    ...createFilterAccess(core),
    ...createIndexQueries(core, profile, state),
  };
}
