/** The built-in rendering of an executor: instructions with the arguments of a call and the values of a session. */
import type { LoadedSkill, Skill } from "../access.ts";
import type { MaybePromise } from "../guard/outcome.ts";
import { renderSkill, type Dialect, type RenderScope, type Variables } from "../render/index.ts";
import { movePlaces } from "../render/tokenize.ts";
import { withCallVariables } from "../render/variables.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";

/** What one call brings along. */
export interface RenderCall {
  readonly arguments?: string;
  /** Values of `{{ NAME }}` in the dialect `carnet`; they beat those that hold for all calls. */
  readonly variables?: Variables;
}

/** Makes the text that a model gets out of a skill and what the call brings along. */
export type RenderSkill = (skill: LoadedSkill, call: RenderCall) => MaybePromise<string>;

/** What instructions can hold besides arguments. What is not given stays as written, or as the dialect says. */
export interface RenderValues {
  /** Default: the dialect of the profile. */
  readonly dialect?: Dialect;
  /** Where the files of a skill are for the model: `$SKILL_DIR`. Default: the virtual path; inline skills have none. */
  readonly skillDir?: (skill: Skill) => string | undefined;
  /** `$SESSION_ID`. */
  readonly sessionId?: string;
  /** Values of other names in capitals; asked with the id of the skill and `agent`. */
  readonly scope?: RenderScope;
  /** Name of the agent that a scope is asked for. */
  readonly agent?: string;
  /** `$CLAUDE_EFFORT`, `$CLAUDE_PROJECT_DIR` and `$CLAUDE_PLUGIN_ROOT`. */
  readonly effort?: string;
  readonly projectDir?: string;
  readonly pluginRoot?: string;
  /** Values of `{{ NAME }}` in the dialect `carnet`: see `mergeVariables`. */
  readonly variables?: Variables;
}

/** The rendering that a profile asks for. */
export function createRender(
  { dialect, insertedValues }: Pick<RuntimeProfile, "dialect" | "insertedValues">,
  values: RenderValues,
): RenderSkill {
  return (skill, call) =>
    renderSkill({
      body: skill.instructions,
      tokens: skill.places,
      arguments: call.arguments,
      dialect: values.dialect ?? dialect,
      argumentNames: skill.arguments,
      skillDir: values.skillDir === undefined ? skill.path : values.skillDir(skill),
      sessionId: values.sessionId,
      effort: values.effort,
      projectDir: values.projectDir,
      pluginRoot: values.pluginRoot,
      scope: values.scope,
      scopeContext: { skill: skill.id, agent: values.agent },
      variables: withCallVariables(values.variables, call.variables),
      compat: insertedValues === "rescanned" ? "exact" : undefined,
    }).text;
}

/** A skill whose instructions lost the white space around them. */
export function trimInstructions(skill: LoadedSkill): LoadedSkill {
  const { instructions, places } = skill;
  const before = instructions.length - instructions.trimStart().length;
  return { ...skill, instructions: instructions.trim(), ...(places && { places: movePlaces(places, before) }) };
}

/** A skill with its instructions rendered, where no token is any more. */
export function withRendered({ places: _places, ...skill }: LoadedSkill, instructions: string): LoadedSkill {
  return { ...skill, instructions };
}
