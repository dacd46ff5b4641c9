import type { Skill } from "../../access.ts";
import { isInvocableBy } from "../../guard/invocation.ts";
import { formatIndex, type IndexOptions } from "../../prompt/index-text.ts";
import { LOAD_SKILL } from "../../tools/tool.ts";

/**
 * The required fields of a message; others are kept.
 *
 * @example
 * const conversation: ChatMessage[] = [{ role: "user", content: "Refund order 17." }];
 */
export interface ChatMessage {
  readonly role: string;
  readonly content: unknown;
}

const MARKER = "<skills-metadata>";

/**
 * Prepends a system message with the skills that a model may load, unless the messages have one or no skill qualifies.
 * Returns the same array if nothing changes.
 *
 * @example
 * const messages = withSkillsMetadata(conversation, executor.visible());
 */
export function withSkillsMetadata<Message extends ChatMessage>(
  messages: readonly Message[],
  skills: readonly Skill[],
  options: IndexOptions = {},
): readonly (Message | { readonly role: "system"; readonly content: string })[] {
  const listed = skills.filter((skill) => isInvocableBy(skill, "model"));
  const isThere = messages.some(({ role, content }) => role === "system" && textOf(content).includes(MARKER));
  if (listed.length === 0 || isThere) return messages;
  const text = formatIndex(listed, "cognesy", options);
  // A description must not end the frame.
  const index = options.compat === "exact" ? text : text.replaceAll(/<(?=\/?skills-metadata)/gi, "&lt;");
  const content = `${MARKER}\n${index}\n</skills-metadata>\nUse ${LOAD_SKILL} to load a skill when needed.`;
  return [{ role: "system", content }, ...messages];
}

/** Returns the text of a content, which may also be a list of parts. */
function textOf(content: unknown): string {
  return typeof content === "string" ? content : (JSON.stringify(content) ?? "");
}
