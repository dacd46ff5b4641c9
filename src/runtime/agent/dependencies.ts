import { closureOf } from "../access.ts";
import type { SkillState } from "../executor/executor-types.ts";
import type { Caller } from "../guard/invocation.ts";

/**
 * What happens with the skills that another one requires. `hint`: the answer names them. `load`: they are loaded with it.
 *
 * @example
 * const mode: DependencyMode = "load";
 */
export type DependencyMode = "hint" | "load" | "off";

/**
 * The skills that came with another one, what is required first.
 *
 * @example
 * const { dependencies = [] } = (await callTool(tools, "load_skill", { name: "invoices" })) as LoadedSkillOutput;
 */
export interface RequiredSkills {
  /** Ids of the required skills that the model may load, and that are not active. */
  readonly requires?: readonly string[];
  readonly dependencies?: readonly { readonly name: string; readonly instructions: string }[];
}

/** Most skills, and estimated tokens of them, that are loaded with one; the others are named. */
const MOST_SKILLS = 8;
const MOST_TOKENS = 20_000;

/** Returns the function that gets what a skill requires as the one who started the skill; it was activated before. */
export function createRequired(
  state: SkillState,
  mode: DependencyMode = "hint",
): (id: string, by: Caller) => Promise<RequiredSkills> {
  return async (id, by) => {
    const requires: string[] = [];
    const dependencies: { name: string; instructions: string }[] = [];
    const closure = mode === "off" ? [] : closureOf(state.skills, id);
    const visible = closure.length > 0 ? state.visible({ by }).map((skill) => skill.id) : [];
    let tokens = 0;
    for (const { id: name, body } of closure) {
      // A hidden skill and one that is not there look alike.
      if (!visible.includes(name) || state.activeSkills().includes(name)) continue;
      tokens += body.tokens;
      if (mode !== "load" || dependencies.length === MOST_SKILLS || tokens > MOST_TOKENS) requires.push(name);
      else {
        const loaded = await state.activate(name, { by });
        if (loaded.ok) dependencies.push({ name, instructions: loaded.instructions });
      }
    }
    return { ...(requires[0] && { requires }), ...(dependencies[0] && { dependencies }) };
  };
}
