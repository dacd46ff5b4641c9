/** The frames in which a rendered skill is handed to a model. */
import { escapeHtml } from "./index-text.ts";

/** What a frame is made of. */
export interface WrapInput {
  /** Id of the skill. */
  readonly name: string;
  /** The rendered instructions. */
  readonly text: string;
  /** Paths of files that the model may read, in the order in which they are listed. */
  readonly resources?: readonly string[] | undefined;
}

/**
 * The frame of instructor-php: `<skill name="…">`, the text, `## Available resources`.
 *
 * The name is escaped; with `compat: "exact"` it is not, as in the original.
 *
 * @example
 * wrapCognesy({ name: "pdf", text: instructions, resources: ["references/forms.md"] });
 */
export function wrapCognesy({
  name,
  text,
  resources = [],
  compat,
}: WrapInput & { readonly compat?: "exact" | undefined }): string {
  const lines = [`<skill name="${compat === "exact" ? name : escapeHtml(name)}">`, text];
  if (resources.length > 0) lines.push("", "## Available resources", ...resources.map((path) => `- ${path}`));
  return [...lines, "</skill>"].join("\n");
}

/**
 * The frame of the standard's guide for clients: `<skill_content name="…">`, the text, the directory that relative
 * paths start from (unless the skill has none: undefined or ""), `<skill_resources>`. Values are escaped, the text is
 * not; blank lines around it are dropped.
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
  const lines = [`<skill_content name="${escapeHtml(name)}">`, text.trim()];
  if (skillDir !== "")
    lines.push(
      "",
      `Skill directory: ${escapeHtml(skillDir)}`,
      "Relative paths in this skill are relative to the skill directory.",
    );
  if (resources.length > 0)
    lines.push(
      "",
      "<skill_resources>",
      ...resources.map((path) => `  <file>${escapeHtml(path)}</file>`),
      "</skill_resources>",
    );
  return [...lines, "</skill_content>"].join("\n");
}
