import type { Executor } from "../../executor/executor-types.ts";
import {
  failure,
  indexFor,
  invalidInput,
  objectSchema,
  readInput,
  runSkill,
  textField,
  toolAccess,
} from "../../tools/tool.ts";
import type { SkillTool, ToolOptions } from "../../tools/tool.ts";

const ACTIVATE_SKILL = "activate_skill";
export const skillkitToolNames = [ACTIVATE_SKILL];

/**
 * Creates `activate_skill` with an enum of the skills that are visible now. With `onFork`, a skill runs in a separate
 * loop with all of the parent's tools but this one, and the output is the result of that loop; without it, the output is
 * the instructions.
 *
 * @example
 * const [activateSkill] = skillkitTools(executor, { onFork: runSubLoop, parentTools: ["Shell"] });
 */
export function skillkitTools(executor: Executor, options: ToolOptions = {}): [SkillTool] {
  const names = executor.visible(toolAccess(options)).map(({ id }) => id);
  const index = indexFor(executor, options, "skillkit");
  // A loop that a skill started must not start another one.
  const parentTools = (options.parentTools ?? []).filter((tool) => tool !== ACTIVATE_SKILL);
  return [
    {
      name: ACTIVATE_SKILL,
      description: `Run a skill: it follows its own instructions, with tools of its own where it has any.\n\n${index}`,
      inputSchema: objectSchema({ name: { type: "string", enum: names }, arguments: { type: "string" } }, ["name"]),
      parallel: false,
      async execute(input) {
        const fields = readInput(input);
        const name = textField(fields, "name");
        const args = textField(fields, "arguments");
        if (name === undefined || args === undefined)
          return invalidInput(ACTIVATE_SKILL, "name and arguments must be strings");
        const run = await runSkill(executor, name, args, { ...options, parentTools });
        if (run.kind === "refused") return failure(run.refusal);
        return run.kind === "fork" ? run.output : run.activated.instructions;
      },
    },
  ];
}
