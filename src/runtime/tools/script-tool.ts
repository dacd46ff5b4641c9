/** `run_skill_script`: runs compiled scripts of skills, for applications that allow it. */
import type { Skill, SkillFile } from "../access.ts";
import type { SkillState } from "../executor/executor-types.ts";
import { findOwnFile } from "../executor/resources.ts";
import { isRefusal, quoteName, refuse } from "../guard/outcome.ts";
import type { ToolVerdict } from "./tool-gate.ts";
import { failure, invalidInput, nameSchema, objectSchema, readInput, textField, textSchema } from "./tool.ts";
import type { SkillTool, ToolFailure } from "./tool.ts";

export const RUN_SKILL_SCRIPT = "run_skill_script";

/**
 * The answer of `run_skill_script`.
 *
 * @example
 * const { output } = (await agent.call("run_skill_script", { name: "pdf", path: "scripts/fill.ts" })) as ScriptOutput;
 */
export interface ScriptOutput {
  /** What the script returned. */
  readonly output: unknown;
}

/** Which scripts a model may run. */
export interface ScriptAccess {
  /** Whether the application allows a file to be run. */
  allows(skill: Skill, file: SkillFile): boolean;
  /** Whether the gate and the skill's allowed tools let a call through. */
  check(skill: Skill, input: { readonly path: string }): ToolVerdict;
}

/**
 * Creates the tool. It calls the default export of the script with the `input` of the call, and returns what that returns.
 * What the script throws becomes an answer.
 */
export function createScriptTool(
  state: SkillState,
  { allows, check }: ScriptAccess,
  ids?: readonly string[],
): SkillTool<ScriptOutput | ToolFailure> {
  return {
    name: RUN_SKILL_SCRIPT,
    description: "Run a script of a skill and return its output. load_skill says which files are runnable.",
    inputSchema: objectSchema(
      { name: nameSchema(ids), path: textSchema("Path relative to the skill"), input: { type: "object" } },
      ["name", "path"],
    ),
    parallel: false,
    async execute(input) {
      const fields = readInput(input);
      const name = textField(fields, "name", "skill", "skill_name");
      const path = textField(fields, "path");
      if (name === undefined || path === undefined)
        return invalidInput(RUN_SKILL_SCRIPT, "name and path must be strings");
      const found = findOwnFile(state, name, path);
      if (isRefusal(found)) return failure(found);
      const { skill } = found;
      const file = skill.files.find((one) => one.path === found.file.path && allows(skill, one));
      if (file === undefined) return failure(refuse("not-runnable", `${quoteName(path)} cannot be run`));
      const verdict = check(skill, { path: file.path });
      if (!verdict.allowed) return failure(refuse("denied", verdict.reason));
      try {
        const module = (await state.skills.script?.(skill.id, file.path)) as Readonly<Record<string, unknown>>;
        const run = module["default"];
        if (typeof run !== "function") throw new TypeError(`${quoteName(path)} has no function as its default export`);
        return { output: (await run(fields?.get("input") ?? {})) as unknown };
      } catch (error) {
        return failure(refuse("script-failed", String(error)));
      }
    },
  };
}
