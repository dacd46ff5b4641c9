/**
 * Frontmatter fields and who reads them, as of 2026-11-21. Sources: agentskills.io specification (69ef37e), Claude
 * Code 2.1.330, OpenAI Codex core-skills (033d1d0), VS Code agent customisation reference, Cursor, Google ADK, TanStack
 * Intent 0.4.0, PromptKit 1.5, SkillKit 0.3.0, instructor-php 2.7, Carnet 0.3.1, fizeau (40c5732).
 */

/** The six fields of the standard. */
export const standardFields: readonly string[] = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
];

/** Fields that skillc gives a place of their own in the catalog, besides those of the standard. */
export const typedFields: readonly string[] = [
  "disallowed-tools",
  "tags",
  "version",
  "when_to_use",
  "toolsets",
  "files",
  "required_scope",
  "hooks",
  "model",
  "context",
  "agent",
  "effort",
  "argument-hint",
  "arguments",
  "paths",
  "shell",
  "disable-model-invocation",
  "user-invocable",
];

/** Fields that some client reads and that the catalog keeps under `extra`. */
const passedOnFields: readonly string[] = [
  // Claude Code
  "background", "fallback", "display-name", "displayName", "default-enabled", "defaultEnabled", "dependencies",
  "author", "homepage", "repository", "keywords", "created_by", "improved_by",
  // Google ADK
  "adk_additional_tools", "adk_inject_state",
  // TanStack Intent
  "type", "library", "library_version", "framework", "sources", "requires",
  // deepagents, eve
  "module", "deferred",
  // OpenClaw and registries built on it
  "user-invokable", "category", "risk", "source", "slug", "triggers", "tools", "title", "icon", "emoji",
];

/** Other spellings that clients accept for a field: Claude Code since 2.1.186 takes kebab, snake and camel case. */
const aliases: ReadonlyMap<string, string> = new Map(
  [...typedFields, "allowed-tools"].flatMap((field) => {
    const words = field.split(/[-_]/);
    const camel = words.map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
    return [words.join("-"), words.join("_"), camel]
      .filter((spelling) => spelling !== field)
      .map((spelling): [string, string] => [spelling, field]);
  }),
);

const known: ReadonlySet<string> = new Set([...standardFields, ...typedFields, ...passedOnFields]);

/** Every field name that some client reads. */
export const knownFields: readonly string[] = [...known];

/** The field that a spelling means, or undefined when no client reads it. */
export function canonicalField(spelling: string): string | undefined {
  return known.has(spelling) ? spelling : aliases.get(spelling);
}
