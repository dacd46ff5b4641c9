/** Frontmatter fields and their readers. Each table has its source and date. */
import { fieldRows } from "../model/field-table.ts";
import type { Provenance } from "../model/profile.ts";
import { systems } from "../systems/table.ts";

/** The fields of one reader in addition to those of the standard. */
export interface FieldTable extends Provenance {
  readonly reader: string;
  readonly label: string;
  readonly fields: readonly string[];
}

/** The six fields of the standard (agentskills.io specification, 69ef37e). */
export const standardFields: readonly string[] = [
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
];

/** Fields with their own key in the catalog, in addition to those of the standard. */
const typedFields: readonly string[] = [
  ...new Set(fieldRows.map(([, { field }]) => field).filter((field) => !standardFields.includes(field))),
  "files",
];

const read = "2026-11-21";

/** Sorted by the likelihood that a skill was written for the reader. */
export const fieldTables: readonly FieldTable[] = [
  {
    reader: "claude-code",
    label: "Claude Code",
    source: "Claude Code 2.1.330",
    read,
    fields: [
      "model",
      "disallowed-tools",
      "argument-hint",
      "arguments",
      "disable-model-invocation",
      "user-invocable",
      "effort",
      "shell",
      "version",
      "when_to_use",
      "paths",
      "hooks",
      "context",
      "agent",
      "background",
      "fallback",
      "display-name",
      "displayName",
      "default-enabled",
      "defaultEnabled",
      "dependencies",
      "author",
      "homepage",
      "repository",
      "keywords",
      "created_by",
      "improved_by",
    ],
  },
  { reader: "codex", label: "Codex", source: "openai/codex core-skills (033d1d0)", read, fields: [] },
  {
    reader: "vscode",
    label: "VS Code",
    source: "microsoft/vscode agent customisation reference",
    read,
    fields: ["argument-hint", "user-invocable", "user-invokable", "disable-model-invocation"],
  },
  {
    reader: "cursor",
    label: "Cursor",
    source: "Cursor documentation of skills",
    read,
    fields: ["disable-model-invocation", "paths"],
  },
  { reader: "gemini", label: "Gemini CLI", source: "google-gemini/gemini-cli (5411f11)", read, fields: [] },
  // Its own keys are below `metadata`.
  { reader: "adk", label: "Google ADK", source: "@google/adk 2.0.0", read: "2026-11-24", fields: [] },
  {
    reader: "intent",
    label: "TanStack Intent",
    source: "TanStack Intent 0.4.0",
    read,
    fields: ["type", "library", "library_version", "framework", "sources", "requires"],
  },
  { reader: "deepagents", label: "deepagents", source: "langchain-ai/deepagents", read, fields: ["module"] },
  { reader: "eve", label: "eve", source: "eve 0.80.1", read: "2026-11-24", fields: ["deferred"] },
  {
    reader: "oh-my-pi",
    label: "oh-my-pi",
    source: "@oh-my-pi/pi-coding-agent 18.2.3",
    read: "2026-11-24",
    fields: ["disable-model-invocation", "hide", "globs", "alwaysApply", "enabled"],
  },
  { reader: "opencode", label: "OpenCode", source: "OpenCode 1.18.33", read: "2026-11-24", fields: [] },
  {
    reader: "cloudflare-agents",
    label: "Cloudflare Agents",
    source: "agents 0.32.0",
    read: "2026-11-24",
    fields: ["disable-model-invocation"],
  },
  { reader: "mastra", label: "Mastra", source: "@mastra/core 1.71.0", read: "2026-11-24", fields: ["user-invocable"] },
  { reader: "flue", label: "Flue", source: "@flue/runtime 2.1.0", read: "2026-11-24", fields: [] },
  { reader: "strands", label: "Strands Agents", source: "@strands-agents/sdk 1.19.0", read: "2026-11-24", fields: [] },
  { reader: "skills-ref", label: "skills-ref", source: "skills-ref 0.1.5", read: "2026-11-24", fields: [] },
  { reader: "skills-cli", label: "skills CLI", source: "skills 1.7.4", read: "2026-11-24", fields: [] },
  {
    reader: "registries",
    label: "OpenClaw and registries built on it",
    source: "openclaw/clawhub",
    read,
    fields: ["category", "risk", "source", "slug", "triggers", "tools", "title", "icon", "emoji", "tags"],
  },
  ...systems.map(({ changes: { name }, reader }) => ({ reader: name, ...reader })),
];

/**
 * Other spellings that stand for a field: kebab, snake and camel case, as read in Claude Code 2.1.186. But 2.1.330
 * listed a skill with `disableModelInvocation: true` and left out its `whenToUse`: skillc reads them all the same, so that a
 * restriction which an author wrote holds. VS Code also reads `user-invokable`.
 */
const aliases: ReadonlyMap<string, string> = new Map([
  ["user-invokable", "user-invocable"],
  ...[...typedFields, "allowed-tools"].flatMap((field) => {
    const words = field.split(/[-_]/);
    const camel = words
      .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
      .join("");
    return [words.join("-"), words.join("_"), camel]
      .filter((spelling) => spelling !== field)
      .map((spelling): [string, string] => [spelling, field]);
  }),
]);

const known: ReadonlySet<string> = new Set([
  ...standardFields,
  ...typedFields,
  ...fieldTables.flatMap(({ fields }) => fields),
]);

/** Every field name that at least one client reads. */
export const knownFields: readonly string[] = [...known];

export function canonicalField(spelling: string): string | undefined {
  return aliases.get(spelling) ?? (known.has(spelling) ? spelling : undefined);
}

export function readersOf(field: string): readonly string[] {
  return fieldTables.filter(({ fields }) => fields.includes(field)).map(({ label }) => label);
}

/** Reports whether a reader reads a field; every reader may read the fields of the standard. */
export function isReadBy(reader: string, field: string): boolean {
  return (
    standardFields.includes(field) ||
    fieldTables.some((table) => table.reader === reader && table.fields.includes(field))
  );
}
