/** The tool of instructor-php. */
import type { ActiveSkillTracker } from "./active-skill.ts";
import type { SkillFileKind } from "../access.ts";
import type { Activated, Executor } from "../executor/executor.ts";
import { formatIndex, indexOptions } from "../prompt/index-text.ts";
import type { Caller } from "../guard/invocation.ts";
import { wrapCognesy } from "../render/index.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import { LOAD_SKILL } from "./names.ts";
import { asText, invalidInput, objectSchema, readInput, runSkill, textField, toolAccess } from "./tool.ts";
import type { SkillTool, ToolFailure, ToolOptions } from "./tool.ts";

/** What the tool of instructor-php takes. */
export interface CognesyToolOptions extends ToolOptions {
  /** Is told of every load, so that tools and model follow the skill. */
  readonly tracker?: ActiveSkillTracker;
}

/**
 * `load_skill`, which loads a skill, or lists the skills when it is given no name. An unknown name is answered with the
 * list; every output is a text, of a loaded skill the original's `<skill name="…">`.
 *
 * @example
 * const tracker = trackActiveSkill(executor.profile);
 * const [loadSkill] = cognesyTools(executor, { tracker });
 */
export function cognesyTools(executor: Executor, options: CognesyToolOptions = {}): [SkillTool<string | ToolFailure>] {
  const { loadTool } = executor.profile;
  // As the original has it, the tool lists what users may call, and loads anything.
  const [lister, loader]: [Caller, Caller] = loadTool === "unchecked" ? ["user", "application"] : ["model", "model"];
  const list = (): string =>
    formatIndex(executor.visible(toolAccess({ by: lister, ...options })), "cognesy", indexOptions(executor.profile));

  return [
    {
      name: LOAD_SKILL,
      description: "Load the instructions of a skill by its name, or list the skills that there are.",
      inputSchema: objectSchema(
        { skill_name: { type: "string" }, list_skills: { type: "boolean" }, arguments: { type: "string" } },
        [],
      ),
      parallel: false,
      async execute(input) {
        const fields = readInput(input);
        const name = textField(fields, "skill_name");
        if (fields === undefined || name === undefined) return invalidInput(LOAD_SKILL, "skill_name has to be a text");
        const isNamed = (fields.get("skill_name") ?? undefined) !== undefined;
        if (fields.get("list_skills") === true || !isNamed) return list();
        const args = (fields.get("arguments") ?? undefined) === undefined ? undefined : textField(fields, "arguments");
        const run = await runSkill(executor, name, args, { by: loader, ...options });
        if (run.kind !== "inline") options.tracker?.track(undefined);
        if (run.kind === "fork") return asText(run.output);
        if (run.kind === "inline") {
          options.tracker?.track(run.activated.skill);
          return frame(run.activated, executor.profile);
        }
        const { code, message } = run.refusal;
        return `${code === "unknown-skill" ? `Skill '${name}' not found.` : message}\n\n${list()}`;
      },
    },
  ];
}

/** What the original lists of a skill's files, in its order. */
const listedKinds: readonly SkillFileKind[] = ["script", "reference", "asset", "example"];

function frame({ skill, instructions }: Activated, { descriptions }: RuntimeProfile): string {
  const resources = listedKinds.flatMap((kind) =>
    skill.files.filter((file) => file.kind === kind).map(({ path }) => path),
  );
  const compat = descriptions === "raw" ? "exact" : undefined;
  return wrapCognesy({ name: skill.id, text: instructions, resources, compat });
}
