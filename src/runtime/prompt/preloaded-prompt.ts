import type { AnySkills, LoadedSkill } from "../access.ts";
import { escapeValue } from "./escape.ts";
import { estimateText } from "./token-count.ts";

/**
 * A text for the system prompt and its cost.
 *
 * @example
 * const { text, skills: included }: PreloadedPrompt = await preloadedPrompt(skills);
 */
export interface PreloadedPrompt {
  /** Empty if nothing is preloaded. */
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
  /** Ids of the skills in the text, in catalog order. */
  readonly skills: readonly string[];
}

/**
 * Writes the text of one skill; the default is `<skill_content name="…">` around the trimmed instructions.
 *
 * @example
 * const wrap: WrapSkill = ({ id, instructions }) => `<skill name="${id}">\n${instructions}\n</skill>`;
 */
export type WrapSkill = (skill: LoadedSkill) => string | Promise<string>;

/**
 * Returns the instructions of the preloaded skills. `executor.preloadedPrompt()` returns only those that the executor's
 * filter and grants admit.
 *
 * @example
 * const { text, tokens } = await preloadedPrompt(skills);
 */
export async function preloadedPrompt(
  skills: AnySkills | readonly LoadedSkill[],
  wrap?: WrapSkill,
): Promise<PreloadedPrompt> {
  return writePreloaded("preloaded" in skills ? await skills.preloaded() : skills, wrap);
}

export async function writePreloaded(
  loaded: readonly LoadedSkill[],
  wrap: WrapSkill = wrapSkill,
): Promise<PreloadedPrompt> {
  const texts = await Promise.all(loaded.map(async (skill) => wrap(skill)));
  const text = texts.join("\n\n");
  return { text, tokens: estimateText(text), skills: loaded.map(({ id }) => id) };
}

function wrapSkill({ id, instructions }: LoadedSkill): string {
  return `<skill_content name="${escapeValue(id)}">\n${instructions.trim()}\n</skill_content>`;
}
