/** What a package makes of each field. The table of docs/packages.md is generated from this one. */
import type { FieldKey } from "../../model/field-table.ts";

/**
 * What the closed form makes of a field. `kept`: it is a field of the specification. `metadata`: it becomes a text under
 * `metadata`, where its readers find it as well as before. `unread`: the same, but clients that read the field do not
 * find it there, which is reported. `restricts`: nothing under `metadata` restricts anyone, so the skill is left out.
 * `never`: no client enforces it, so no package has the skill.
 */
export type FieldFate = "kept" | "metadata" | "unread" | "restricts" | "never";

/** By key of the catalog. */
export const fieldFates: Readonly<Record<FieldKey, FieldFate>> = {
  license: "kept",
  compatibility: "kept",
  metadata: "kept",
  allowedTools: "kept",
  allowedToolsRaw: "kept",
  disallowedTools: "restricts",
  hooks: "restricts",
  disableModelInvocation: "restricts",
  requiredScope: "never",
  userInvocable: "unread",
  model: "unread",
  context: "unread",
  agent: "unread",
  effort: "unread",
  shell: "unread",
  argumentHint: "unread",
  arguments: "unread",
  whenToUse: "unread",
  paths: "unread",
  version: "metadata",
  tags: "metadata",
  toolsets: "metadata",
};
