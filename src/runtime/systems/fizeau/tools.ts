import type { Executor } from "../../executor/executor-types.ts";
import {
  LOAD_SKILL,
  asText,
  failure,
  invalidInput,
  objectSchema,
  readInput,
  runSkill,
  textField,
  toolAccess,
} from "../../tools/tool.ts";
import type { SkillTool, ToolFailure, ToolOptions } from "../../tools/tool.ts";

export const fizeauToolNames = [LOAD_SKILL];

/**
 * Creates `load_skill`, which returns the instructions as a string. Offer it to the model only if skills are visible.
 *
 * @example
 * const tools = executor.visible().length > 0 ? fizeauTools(executor) : [];
 */
export function fizeauTools(executor: Executor, options: ToolOptions = {}): [SkillTool<string | ToolFailure>] {
  return [
    {
      name: LOAD_SKILL,
      description: "Load the full instructions for a named skill. Returns the complete SKILL.md body as markdown.",
      inputSchema: objectSchema({ skill_name: { type: "string", description: "A name from the list of skills" } }, [
        "skill_name",
      ]),
      parallel: true,
      async execute(input) {
        const name = textField(readInput(input), "skill_name");
        if (name === undefined) return invalidInput(LOAD_SKILL, "skill_name must be a string");
        if (name === "") return { error: `${LOAD_SKILL}: skill_name is required`, code: "name-required", nearest: [] };
        const names = executor.visible(toolAccess(options)).map(({ id }) => id);
        if (names.length === 0)
          return { error: `${LOAD_SKILL}: no skills are configured`, code: "no-skills", nearest: [] };
        const run = await runSkill(executor, name, undefined, options);
        if (run.kind === "fork") return asText(run.output);
        if (run.kind === "inline") return run.activated.instructions;
        const answer = failure(run.refusal);
        if (answer.code !== "unknown-skill") return answer;
        return {
          ...answer,
          error: `${LOAD_SKILL}: skill ${JSON.stringify(name)} not found; available: ${names.join(", ")}`,
        };
      },
    },
  ];
}
