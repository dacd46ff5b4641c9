/** The text that preloaded skills put into the system prompt. */
import type { AnySkills, LoadedSkill } from "../access.ts";
import { escapeHtml } from "./index-text.ts";
import type { MaybePromise } from "../guard/outcome.ts";
import { estimateTokens } from "./token-count.ts";

/** Text for the system prompt, and what it costs. */
export interface PreloadedPrompt {
  /** Empty when nothing is preloaded. */
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
  /** Ids of the skills in the text, in catalog order. */
  readonly skills: readonly string[];
}

/** Makes the text of one skill; the default is `<skill_content name="…">`, the trimmed instructions, and the end tag. */
export type WrapSkill = (skill: LoadedSkill) => MaybePromise<string>;

/**
 * The instructions of the preloaded skills. `executor.preloadedPrompt()` gives those that the executor's filter and
 * grants admit.
 *
 * @example
 * const { text, tokens } = await preloadedPrompt(skills);
 */
export async function preloadedPrompt(
  skills: AnySkills | readonly LoadedSkill[],
  wrap: WrapSkill = wrapSkill,
): Promise<PreloadedPrompt> {
  const loaded = "preloaded" in skills ? await skills.preloaded() : skills;
  const texts = await Promise.all(loaded.map(async (skill) => wrap(skill)));
  const text = texts.join("\n\n");
  return { text, tokens: estimateTokens(text), skills: loaded.map(({ id }) => id) };
}

function wrapSkill({ id, instructions }: LoadedSkill): string {
  return `<skill_content name="${escapeHtml(id)}">\n${instructions.trim()}\n</skill_content>`;
}
