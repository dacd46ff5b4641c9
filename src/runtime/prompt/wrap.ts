import { escapeValue } from "./escape.ts";

/**
 * The parts of a frame.
 *
 * @example
 * wrapSkillContent({ name: "pdf", text: instructions, resources: ["references/forms.md"] });
 */
export interface WrapInput {
  /** Id of the skill. */
  readonly name: string;
  /** The rendered instructions. */
  readonly text: string;
  /** Paths of the files that the model may read, in the listed order. */
  readonly resources?: readonly string[] | undefined;
}

/**
 * Wraps a skill as the standard's client guide does: `<skill_content name="…">`, the trimmed text, the directory of
 * relative paths (unless it is undefined or ""), and `<skill_resources>`. Escapes all values but the text.
 *
 * @example
 * executor.preloadedPrompt({
 *   wrap: ({ id, instructions, path }) => wrapSkillContent({ name: id, text: instructions, skillDir: path }),
 * });
 */
export function wrapSkillContent({
  name,
  text,
  resources = [],
  skillDir = "",
}: WrapInput & { readonly skillDir?: string | undefined }): string {
  const lines = [`<skill_content name="${escapeValue(name)}">`, text.trim()];
  if (skillDir !== "")
    lines.push(
      "",
      `Skill directory: ${escapeValue(skillDir)}`,
      "Relative paths in this skill are relative to the skill directory.",
    );
  if (resources.length > 0)
    lines.push(
      "",
      "<skill_resources>",
      ...resources.map((path) => `  <file>${escapeValue(path)}</file>`),
      "</skill_resources>",
    );
  return [...lines, "</skill_content>"].join("\n");
}
