import type { SkillState } from "../executor/executor-types.ts";
import { failure, invalidInput, nameSchema, objectSchema, readInput, skillField } from "./tool.ts";
import type { SkillTool, ToolFailure } from "./tool.ts";

const UNLOAD_SKILL = "unload_skill";
export const unloadToolNames = [UNLOAD_SKILL];

/**
 * The answer of `unload_skill`.
 *
 * @example
 * const { removed_tools } = (await callTool(tools, "unload_skill", { name: "pdf" })) as UnloadedSkillOutput;
 */
export interface UnloadedSkillOutput {
  readonly name: string;
  /** The `allowed-tools` that no other active skill lists. */
  readonly removed_tools: readonly string[];
}

/** Creates the tool, if a skill can be in the way: else there is nothing to unload. */
export function createUnloadTool(state: SkillState): [] | [SkillTool<UnloadedSkillOutput | ToolFailure>] {
  if (!state.unloads) return [];
  return [
    {
      name: UNLOAD_SKILL,
      description: "Unload a skill that you loaded and no longer need.",
      inputSchema: objectSchema({ name: nameSchema(undefined) }, ["name"]),
      parallel: false,
      async execute(input) {
        const name = skillField(readInput(input));
        if (name === undefined) return invalidInput(UNLOAD_SKILL, "name must be a string");
        const result = state.deactivate(name, { by: "model" });
        return result.ok ? { name, removed_tools: result.removedTools } : failure(result);
      },
    },
  ];
}

/** Returns how a skill can be deactivated, for a refusal. `isInTheWay`: whether unloading that skill would help. */
export function unloadHint(state: SkillState, isInTheWay?: (id: string) => boolean): string | undefined {
  const own = state.unloads ? state.unloadable().filter(isInTheWay ?? Boolean) : [];
  return own.length > 0 ? `with ${UNLOAD_SKILL}: ${own.join(", ")}` : undefined;
}
