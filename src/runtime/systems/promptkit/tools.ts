import type { Executor } from "../../executor/executor-types.ts";
import { readResource } from "../../executor/resources.ts";
import { asText, failure, indexFor, invalidInput, objectSchema, readInput, runSkill } from "../../tools/tool.ts";
import { textField, toolAccess, type SkillTool, type ToolFailure, type ToolOptions } from "../../tools/tool.ts";

const SKILL_ACTIVATE = "skill__activate";
const SKILL_DEACTIVATE = "skill__deactivate";
const SKILL_READ_RESOURCE = "skill__read_resource";
export const promptkitToolNames = [SKILL_ACTIVATE, SKILL_DEACTIVATE, SKILL_READ_RESOURCE];

const text = { type: "string" };
const texts = { type: "array", items: text };
const routing = { namespace: "skill", mode: "skill" };

/**
 * The answer of `skill__activate`.
 *
 * @example
 * const { added_tools } = (await callTool(tools, "skill__activate", { name: "refunds" })) as PromptkitActivation;
 */
export interface PromptkitActivation {
  readonly instructions: string;
  readonly added_tools: readonly string[];
}

/**
 * The answer of `skill__deactivate`.
 *
 * @example
 * const { removed_tools } = (await callTool(tools, "skill__deactivate", { name: "refunds" })) as PromptkitDeactivation;
 */
export interface PromptkitDeactivation {
  readonly removed_tools: readonly string[];
}

/**
 * The answer of `skill__read_resource`.
 *
 * @example
 * const { content } = (await callTool(tools, "skill__read_resource", input)) as PromptkitResource;
 */
export interface PromptkitResource {
  readonly content: string;
  /** Only for binary files, whose content is base64. */
  readonly encoding?: "base64";
  readonly media_type?: string;
}

type ActivateTool = SkillTool<PromptkitActivation | ToolFailure>;
type DeactivateTool = SkillTool<PromptkitDeactivation | ToolFailure>;
type ResourceTool = SkillTool<PromptkitResource | ToolFailure>;

/**
 * Creates `skill__activate`, `skill__deactivate` and `skill__read_resource`.
 *
 * @example
 * const tools = promptkitTools(executor, { filter: "skills/billing/*" });
 */
export function promptkitTools(
  executor: Executor,
  options: ToolOptions = {},
): [ActivateTool, DeactivateTool, ResourceTool] {
  const index = indexFor(executor, options, "promptkit");
  const activate: ActivateTool = {
    ...routing,
    name: SKILL_ACTIVATE,
    description: `Activate a skill to load its instructions and tools.${index === "" ? "" : `\n\n${index}`}`,
    inputSchema: objectSchema({ name: text }, ["name"]),
    outputSchema: objectSchema({ instructions: text, added_tools: texts }),
    parallel: false,
    async execute(input) {
      const name = textField(readInput(input), "name", "skill");
      if (name === undefined) return invalidInput(SKILL_ACTIVATE, "name must be a string");
      const run = await runSkill(executor, name, undefined, options);
      if (run.kind === "refused") return failure(run.refusal, `with ${SKILL_DEACTIVATE}`);
      if (run.kind === "fork") return { instructions: asText(run.output), added_tools: [] };
      return { instructions: run.activated.instructions, added_tools: run.activated.addedTools };
    },
  };
  const deactivate: DeactivateTool = {
    ...routing,
    name: SKILL_DEACTIVATE,
    description: "Deactivate a skill to unload its instructions and tools.",
    inputSchema: objectSchema({ name: text }, ["name"]),
    outputSchema: objectSchema({ removed_tools: texts }),
    parallel: false,
    async execute(input) {
      const name = textField(readInput(input), "name", "skill");
      if (name === undefined) return invalidInput(SKILL_DEACTIVATE, "name must be a string");
      const result = executor.deactivate(name);
      return result.ok ? { removed_tools: result.removedTools } : failure(result);
    },
  };
  return [activate, deactivate, createReadTool(executor, options)];
}

function createReadTool(executor: Executor, options: ToolOptions): ResourceTool {
  return {
    ...routing,
    name: SKILL_READ_RESOURCE,
    description: "Read a resource file from within a skill's directory.",
    inputSchema: objectSchema({ skill_name: text, path: text }, ["skill_name", "path"]),
    outputSchema: objectSchema({ content: text }),
    parallel: true,
    async execute(input) {
      const fields = readInput(input);
      const name = textField(fields, "skill_name", "skill", "name");
      const path = textField(fields, "path");
      if (name === undefined || path === undefined)
        return invalidInput(SKILL_READ_RESOURCE, "skill_name and path must be strings");
      const part = await readResource(executor, name, path, toolAccess(options));
      if (!part.ok) return failure(part);
      const { content, encoding, mediaType } = part;
      return encoding === "text" ? { content } : { content, encoding, media_type: mediaType };
    },
  };
}
