/** The three tools of PromptKit. */
import { readResource } from "../executor/resources.ts";
import type { Executor } from "../executor/executor.ts";
import { SKILL_ACTIVATE, SKILL_DEACTIVATE, SKILL_READ_RESOURCE } from "./names.ts";
import {
  asText,
  failure,
  indexFor,
  invalidInput,
  objectSchema,
  readInput,
  runSkill,
  textField,
  toolAccess,
} from "./tool.ts";
import type { SkillTool, ToolFailure, ToolOptions } from "./tool.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const routing = { namespace: "skill", mode: "skill" };

/** What `skill__activate` answers. */
export interface PromptkitActivation {
  readonly instructions: string;
  readonly added_tools: readonly string[];
}

/** What `skill__deactivate` answers. */
export interface PromptkitDeactivation {
  readonly removed_tools: readonly string[];
}

/** What `skill__read_resource` answers. */
export interface PromptkitResource {
  readonly content: string;
  /** Only for binary files, whose content is base64. */
  readonly encoding?: "base64";
  readonly media_type?: string;
}

/**
 * `skill__activate`, `skill__deactivate` and `skill__read_resource`.
 *
 * @example
 * const tools = promptkitTools(executor, { filter: "skills/billing/*" });
 */
export function promptkitTools(
  executor: Executor,
  options: ToolOptions = {},
): [
  SkillTool<PromptkitActivation | ToolFailure>,
  SkillTool<PromptkitDeactivation | ToolFailure>,
  SkillTool<PromptkitResource | ToolFailure>,
] {
  const index = indexFor(executor, options, "promptkit");
  return [
    {
      ...routing,
      name: SKILL_ACTIVATE,
      description: `Activate a skill to load its instructions and tools.${index === "" ? "" : `\n\n${index}`}`,
      inputSchema: objectSchema({ name: text }, ["name"]),
      outputSchema: objectSchema({ instructions: text, added_tools: texts }),
      parallel: false,
      async execute(input) {
        const name = textField(readInput(input), "name", "skill");
        if (name === undefined) return invalidInput(SKILL_ACTIVATE, "name has to be a text");
        const run = await runSkill(executor, name, undefined, options);
        if (run.kind === "refused") return failure(run.refusal);
        if (run.kind === "fork") return { instructions: asText(run.output), added_tools: [] };
        return { instructions: run.activated.instructions, added_tools: run.activated.addedTools };
      },
    },
    {
      ...routing,
      name: SKILL_DEACTIVATE,
      description: "Deactivate a skill to unload its instructions and tools.",
      inputSchema: objectSchema({ name: text }, ["name"]),
      outputSchema: objectSchema({ removed_tools: texts }),
      parallel: false,
      async execute(input) {
        const name = textField(readInput(input), "name", "skill");
        if (name === undefined) return invalidInput(SKILL_DEACTIVATE, "name has to be a text");
        const result = executor.deactivate(name);
        return result.ok ? { removed_tools: result.removedTools } : failure(result);
      },
    },
    {
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
          return invalidInput(SKILL_READ_RESOURCE, "skill_name and path have to be texts");
        const part = await readResource(executor, name, path, toolAccess(options));
        if (!part.ok) return failure(part);
        const { content, encoding, mediaType } = part;
        return encoding === "text" ? { content } : { content, encoding, media_type: mediaType };
      },
    },
  ];
}
