/** The tools of whatever style a profile has. */
import { openCarnetSession } from "../carnet/carnet-session.ts";
import type { Executor } from "../executor/executor.ts";
import type { ToolStyle } from "../profile/runtime-profile.ts";
import { carnetTools } from "./carnet-tools.ts";
import { cognesyTools } from "./cognesy-tools.ts";
import { fizeauTools } from "./fizeau-tools.ts";
import { modernTools } from "./modern-tools.ts";
import { promptkitTools } from "./promptkit-tools.ts";
import { skillkitTools } from "./skillkit-tools.ts";
import { toolAccess, type SkillTool, type ToolOptions } from "./tool.ts";

const styles: Readonly<Record<ToolStyle, (executor: Executor, options: ToolOptions) => readonly SkillTool[]>> = {
  modern: modernTools,
  promptkit: promptkitTools,
  skillkit: skillkitTools,
  cognesy: cognesyTools,
  fizeau: fizeauTools,
  carnet: (executor, options) => {
    // Without an agent, all that is visible can be loaded on demand.
    const ids = executor.visible(toolAccess(options)).map(({ id }) => id);
    const agent = { name: "agent", prompt: "", initialSkills: executor.activeSkills(), skills: ids };
    const { filter } = options;
    return carnetTools(openCarnetSession(executor, { agent, ...(filter !== undefined && { filter }) }));
  },
};

/**
 * The tools of a style, by default the one of the executor's profile. It brings the code of all styles along; the
 * functions of the single styles do not.
 *
 * @example
 * const tools = skillTools(executor);
 * const output = await callTool(tools, call.name, call.arguments);
 */
export function skillTools(
  executor: Executor,
  options: ToolOptions & { readonly style?: ToolStyle } = {},
): readonly SkillTool[] {
  return styles[options.style ?? executor.profile.toolStyle](executor, options);
}
