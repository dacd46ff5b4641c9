import type { SkillFileKind } from "../../access.ts";
import type { Activated, Executor } from "../../executor/executor-types.ts";
import type { Caller } from "../../guard/invocation.ts";
import type { RuntimeProfile } from "../../profile/runtime-profile.ts";
import { escapeLineEnds, escapeValue } from "../../prompt/escape.ts";
import { formatIndex, indexOptions } from "../../prompt/index-text.ts";
import type { WrapInput } from "../../prompt/wrap.ts";
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
import type { SkillTool, ToolFailure, ToolOptions, TrackedLoads } from "../../tools/tool.ts";

export const cognesyToolNames = [LOAD_SKILL];

/**
 * Options of the instructor-php tool.
 *
 * @example
 * cognesyTools(executor, { tracker: createActiveSkillTracker(executor.profile) });
 */
export interface CognesyToolOptions extends ToolOptions, TrackedLoads {}

/**
 * Creates `load_skill`, which loads a skill, or lists the skills for a call without a name or with an unknown one. Every
 * output is a string, for a loaded skill the original's `<skill name="…">`.
 *
 * @example
 * const tracker = createActiveSkillTracker(executor.profile);
 * const [loadSkill] = cognesyTools(executor, { tracker });
 */
export function cognesyTools(executor: Executor, options: CognesyToolOptions = {}): [SkillTool<string | ToolFailure>] {
  const { loadTool } = executor.profile;
  // The original lists what users may invoke, and loads anything.
  const [lister, loader]: [Caller, Caller] = loadTool === "unchecked" ? ["user", "application"] : ["model", "model"];
  const list = (): string =>
    formatIndex(
      executor.visible(toolAccess({ ...options, by: options.by ?? lister })),
      "cognesy",
      indexOptions(executor.profile),
    );

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
        if (fields === undefined || name === undefined) return invalidInput(LOAD_SKILL, "skill_name must be a string");
        const isNamed = (fields.get("skill_name") ?? undefined) !== undefined;
        if (fields.get("list_skills") === true || !isNamed) return list();
        const args = (fields.get("arguments") ?? undefined) === undefined ? undefined : textField(fields, "arguments");
        const run = await runSkill(executor, name, args, { ...options, by: options.by ?? loader });
        if (run.kind !== "inline") options.tracker?.track(undefined);
        if (run.kind === "fork") return asText(run.output);
        if (run.kind === "inline") {
          options.tracker?.track(run.activated.skill);
          return frame(run.activated, executor.profile);
        }
        const { code, error } = failure(run.refusal);
        return `${code === "unknown-skill" ? `Skill '${name}' not found.` : error}\n\n${list()}`;
      },
    },
  ];
}

/** The files that the original lists, in its order. */
const listedKinds: readonly SkillFileKind[] = ["script", "reference", "asset", "example"];

function frame({ skill, instructions }: Activated, { descriptions }: RuntimeProfile): string {
  const resources = listedKinds.flatMap((kind) =>
    skill.files.filter((file) => file.kind === kind).map(({ path }) => path),
  );
  const compat = descriptions === "raw" ? "exact" : undefined;
  return wrapCognesy({ name: skill.id, text: instructions, resources, compat });
}

/**
 * Wraps a rendered skill as the original does. Escapes the name and the paths; with `exact` only the line ends in paths,
 * which would forge the end of the frame.
 */
export function wrapCognesy({
  name,
  text,
  resources = [],
  compat,
}: WrapInput & { readonly compat?: "exact" | undefined }): string {
  const escape = compat === "exact" ? escapeLineEnds : escapeValue;
  const lines = [`<skill name="${escape(name)}">`, text];
  const listed = resources.map((path) => `- ${escape(path)}`);
  if (listed.length > 0) lines.push("", "## Available resources", ...listed);
  return [...lines, "</skill>"].join("\n");
}
