/**
 * The table of tool styles. A new style costs its file, and here: its names and its row.
 * The names are a separate list, so that a bundle with the gate alone gets no tool.
 */
import type { Executor } from "../executor/executor-types.ts";
import { carnetToolNames, carnetToolsOfExecutor } from "./carnet/tools.ts";
import { cognesyToolNames, cognesyTools } from "./cognesy/tools.ts";
import { fizeauToolNames, fizeauTools } from "./fizeau/tools.ts";
import { modernToolNames, modernTools, type ModernToolOptions } from "../tools/modern-tools.ts";
import { promptkitToolNames, promptkitTools } from "./promptkit/tools.ts";
import { skillkitToolNames, skillkitTools } from "./skillkit/tools.ts";
import type { SkillTool, ToolOptions, TrackedLoads } from "../tools/tool.ts";
import { unloadToolNames } from "../tools/unload-tool.ts";

export { modernTools, readTools, type ForkedSkillOutput, type LoadedSkillOutput } from "../tools/modern-tools.ts";
export type { ModernToolOptions, ResourceOutput, SearchOutput } from "../tools/modern-tools.ts";
export type { UnloadedSkillOutput } from "../tools/unload-tool.ts";

const names: readonly (readonly string[])[] = [
  modernToolNames,
  promptkitToolNames,
  skillkitToolNames,
  cognesyToolNames,
  carnetToolNames,
  fizeauToolNames,
  unloadToolNames,
];

const styles = {
  modern: modernTools,
  promptkit: promptkitTools,
  skillkit: skillkitTools,
  cognesy: cognesyTools,
  carnet: carnetToolsOfExecutor,
  fizeau: fizeauTools,
} satisfies Readonly<Record<string, (executor: Executor, options: ToolOptions) => readonly SkillTool[]>>;

/**
 * Names, schemas and answers of the tools for a model.
 *
 * @example
 * const style: ToolStyle = "promptkit";
 */
export type ToolStyle = keyof typeof styles;

/**
 * Names of the tools of all styles. A gate never blocks them.
 *
 * @example
 * const ownTools = tools.filter(({ name }) => !skillToolNames.includes(name));
 */
export const skillToolNames: readonly string[] = /* @__PURE__ */ distinct(names);

/**
 * Creates the tools of a style. The default is the style with the name of the executor's profile, else `modern`. A
 * bundle with this function contains all styles; one with the function of a single style, only that.
 *
 * @example
 * const tools = skillTools(executor);
 * const output = await callTool(tools, call.name, call.arguments);
 */
export function skillTools(
  executor: Executor,
  options: ModernToolOptions & TrackedLoads & { readonly style?: ToolStyle } = {},
): readonly SkillTool[] {
  const { name } = executor.profile;
  return styles[options.style ?? (isStyle(name) ? name : "modern")](executor, options);
}

function isStyle(name: string): name is ToolStyle {
  return Object.hasOwn(styles, name);
}

function distinct(lists: readonly (readonly string[])[]): readonly string[] {
  return Object.freeze([...new Set(lists.flat())]);
}
