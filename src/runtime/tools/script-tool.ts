import { nearestNames, pathIn, type AnySkills, type Skill, type SkillFile } from "../access.ts";
import type { SkillState } from "../executor/executor-types.ts";
import { findReadable } from "../executor/resources.ts";
import { isRefusal, quoteName, refuse } from "../guard/outcome.ts";
import type { CreateGate } from "./tool-gate.ts";
import {
  failure,
  invalidInput,
  nameSchema,
  objectSchema,
  readInput,
  skillField,
  textField,
  textSchema,
} from "./tool.ts";
import type { SkillTool, ToolFailure } from "./tool.ts";

const RUN_SKILL_SCRIPT = "run_skill_script";

/**
 * The answer of `run_skill_script`.
 *
 * @example
 * const { output } = (await agent.call("run_skill_script", { name: "pdf", path: "scripts/fill.ts" })) as ScriptOutput;
 */
export interface ScriptOutput {
  readonly output: unknown;
}

/** What an application allows: all scripts, or a list of `scripts/fill.ts` or `pdf/scripts/fill.ts`. */
export type AllowedScripts = true | readonly string[];

/** Whether a file is a compiled script that the application allows. */
export function isRunnable(scripts: AllowedScripts, { id }: Skill, { path, compiled }: SkillFile): boolean {
  return compiled === true && (scripts === true || scripts.includes(path) || scripts.includes(`${id}/${path}`));
}

/** Throws TypeError for what is not compiled: nothing would ever run it. */
export function requireScripts(skills: AnySkills, scripts: AllowedScripts): void {
  const isThere = (path: string): boolean =>
    skills.listForDir("").some((skill) => skill.files.some((file) => isRunnable([path], skill, file)));
  const [missing] = scripts === true ? [] : scripts.filter((path) => !isThere(path));
  if (skills.script === undefined || missing !== undefined)
    throw new TypeError(`${missing ?? "scripts"}: not compiled; build with module: { scripts: true }`);
}

/**
 * Creates the tool. It calls the default export of the script with the `input` of the call, and returns what that returns.
 * What the script throws becomes an answer. The gate checks the call for the skill alone and for the active skills.
 */
export function createScriptTool(
  state: SkillState,
  scripts: AllowedScripts,
  gate: CreateGate | undefined,
): SkillTool<ScriptOutput | ToolFailure> {
  const { skills, allowedTools: restriction } = state;
  const denied = (skill: Skill, path: string): string | undefined => {
    const { allowedTools } = skill;
    if (gate === undefined)
      return restriction === "approve" || allowedTools.length === 0 || allowedTools.includes(RUN_SKILL_SCRIPT)
        ? undefined
        : `allowed-tools of ${quoteName(skill.id)} does not list ${RUN_SKILL_SCRIPT}`;
    for (const group of [[skill], state.gatedSkills()]) {
      const verdict = gate(group, { allowedTools: restriction }).check(RUN_SKILL_SCRIPT, { path });
      if (!verdict.allowed) return verdict.reason;
    }
    return undefined;
  };
  return {
    name: RUN_SKILL_SCRIPT,
    description: "Run a file that load_skill lists as runnable.",
    inputSchema: objectSchema(
      { name: nameSchema(undefined), path: textSchema("Path relative to the skill"), input: { type: "object" } },
      ["name", "path"],
    ),
    parallel: false,
    async execute(input) {
      const fields = readInput(input);
      const name = skillField(fields);
      const path = textField(fields, "path");
      if (name === undefined || path === undefined)
        return invalidInput(RUN_SKILL_SCRIPT, "name and path must be strings");
      const skill = findReadable(state, name, { by: "model" });
      if (isRefusal(skill)) return failure(skill);
      const paths = skill.files.filter((one) => isRunnable(scripts, skill, one)).map((one) => one.path);
      const wanted = pathIn(skill, path) ?? "";
      if (!paths.includes(wanted)) {
        const message = `The skill ${quoteName(skill.id)} has no script ${quoteName(path)} to run`;
        return failure(refuse("not-runnable", message, nearestNames(path, paths)));
      }
      const reason = denied(skill, wanted);
      if (reason !== undefined) {
        state.emit({ type: "gate.refused", by: "model", tool: RUN_SKILL_SCRIPT, reason });
        return failure(refuse("denied", reason));
      }
      try {
        const script = (await skills.script?.(skill.id, wanted)) as { default(input: unknown): unknown };
        // Without a function as the default export, the error says so.
        return { output: await script.default(fields?.get("input") ?? {}) };
      } catch (error) {
        return failure(refuse("script-failed", String(error)));
      }
    },
  };
}
