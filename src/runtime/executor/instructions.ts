import type { LoadedSkill, Skill } from "../access.ts";
import type { MaybePromise } from "../guard/outcome.ts";
import type { RenderScope } from "../render/dialect.ts";
import type { Dialect, RenderInput } from "../render/render-skill.ts";
import { movePlaces } from "../render/tokenize.ts";
import type { Variables } from "../render/variables.ts";

/**
 * The values of one call.
 *
 * @example
 * await executor.open("greet", { arguments: "Ada", variables: mergeVariables({ call: { CITY: "Oslo" } }) });
 */
export interface RenderCall {
  readonly arguments?: string | undefined;
  /** Values of `{{ NAME }}` in dialect `carnet`; they override those for all calls. */
  readonly variables?: Variables;
  /** `$SESSION_ID`, if one executor serves several sessions; overrides that for all calls. */
  readonly sessionId?: string | undefined;
}

/**
 * Renders the text for the model from a skill and the values of a call.
 *
 * @example
 * const plain: RenderInstructions = (skill) => skill.instructions;
 */
export type RenderInstructions = (skill: LoadedSkill, call: RenderCall) => MaybePromise<string>;

/**
 * Values for instructions other than arguments. Tokens without a value stay as written, unless the dialect differs.
 *
 * @example
 * createExecutor(skills, { sessionId: crypto.randomUUID(), skillDir: ({ path }) => `/mnt/${path}` });
 */
export interface RenderValues {
  /**
   * How tokens in instructions are written: `safe`, `claude`, `skillkit`, `cognesy`, `carnet` or `none`. Default: the dialect of
   * the profile.
   *
   * @example
   * dialect: "safe"
   */
  readonly dialect?: Dialect | undefined;
  /**
   * `$SKILL_DIR`: directory of a skill's files, as the model sees it. Default: the virtual path; none for inline skills.
   *
   * @example
   * skillDir: ({ path }) => `/mnt/${path}`
   */
  readonly skillDir?: ((skill: Skill) => string | undefined) | undefined;
  /**
   * The value of `$SESSION_ID`.
   *
   * @example
   * sessionId: "c0ffee"
   */
  readonly sessionId?: string | undefined;
  /**
   * Values of other upper-case names, resolved with the id of the skill and `agent`.
   *
   * @example
   * scope: { resolve: (name) => (name === "PORT" ? "8080" : undefined) }
   */
  readonly scope?: RenderScope | undefined;
  /**
   * Name of the agent for the scope.
   *
   * @example
   * agent: "clerk"
   */
  readonly agent?: string | undefined;
  /**
   * The value of `$CLAUDE_EFFORT`.
   *
   * @example
   * effort: "high"
   */
  readonly effort?: string | undefined;
  /**
   * The value of `$CLAUDE_PROJECT_DIR`.
   *
   * @example
   * projectDir: "/work"
   */
  readonly projectDir?: string | undefined;
  /**
   * The value of `$CLAUDE_PLUGIN_ROOT`.
   *
   * @example
   * pluginRoot: "/plugins/documents"
   */
  readonly pluginRoot?: string | undefined;
  /** Values of `{{ NAME }}` in dialect `carnet`: see `mergeVariables`. */
  readonly variables?: Variables | undefined;
}

/** Creates the rendering of a dialect. A `renderBody` of a single dialect keeps the others out of a bundle. */
export function createRender(
  renderBody: (input: RenderInput, call: RenderCall) => { readonly text: string },
  dialect: Dialect,
  { skillDir = ({ path }) => path, agent, variables: _variables, ...values }: RenderValues,
): RenderInstructions {
  return (skill, call) => {
    const input = {
      ...values,
      dialect: values.dialect ?? dialect,
      body: skill.instructions,
      tokens: skill.places,
      arguments: call.arguments,
      argumentNames: skill.arguments,
      skillDir: skillDir(skill),
      scopeContext: { skill: skill.id, agent },
      sessionId: call.sessionId ?? values.sessionId,
    };
    return renderBody(input, call).text;
  };
}

export function trimInstructions(skill: LoadedSkill): LoadedSkill {
  const { instructions, places } = skill;
  const before = instructions.length - instructions.trimStart().length;
  return { ...skill, instructions: instructions.trim(), ...(places && { places: movePlaces(places, before) }) };
}

/** Replaces the instructions of a skill with rendered ones, which have no tokens. */
export function withRendered({ places: _places, ...skill }: LoadedSkill, instructions: string): LoadedSkill {
  return { ...skill, instructions };
}
