import { escapeHtml, oneLine } from "./escape.ts";
import { indexStyles } from "../systems/table.ts";
import type { IndexedSkill, IndexFormat } from "./index-format.ts";

/**
 * Options of an index other than its style.
 *
 * @example
 * formatIndex(executor.visible(), "available-skills", { location: ({ path }) => `/mnt/${path}/SKILL.md` });
 */
export interface IndexOptions {
  /** Where a skill can be read; adds `<location>` to `available-skills`. */
  readonly location?: ((skill: IndexedSkill) => string) | undefined;
  /** `exact`: descriptions keep their line breaks, locations are not escaped, an empty list still has its tags. */
  readonly compat?: "exact" | undefined;
}

export function indexOptions({ descriptions }: { readonly descriptions: "one-line" | "raw" }): IndexOptions {
  return descriptions === "raw" ? { compat: "exact" } : {};
}

/**
 * Format of a list of skills.
 *
 * @example
 * const style: IndexStyle = "available-skills";
 */
export type IndexStyle = "available-skills" | keyof typeof indexStyles;

/**
 * Writes the index of some skills, in the given order. Each entry is one line, so that a description or a name cannot forge another.
 *
 * Style `available-skills` is the XML of the standard's reference tool, byte for byte; without skills it is empty, as
 * the standard's client guide requires.
 *
 * @example
 * formatIndex(skills.listForDir(""), "promptkit"); // "Available skills:\n- pdf: Fills in forms."
 */
export function formatIndex(skills: readonly IndexedSkill[], style: IndexStyle, options: IndexOptions = {}): string {
  if (style === "available-skills") return availableSkills(skills, options);
  const { head, line, tail, empty }: IndexFormat = indexStyles[style];
  if (skills.length === 0) return empty;
  const show = options.compat === "exact" ? (text: string): string => text : oneLine;
  const lines = skills.map(({ id, description, argumentHint = "" }) =>
    line({ id: show(id), description, argumentHint: show(argumentHint) }, show(description)),
  );
  return [...(head === "" ? [] : [head]), ...lines, ...(tail === undefined ? [] : [tail])].join("\n");
}

function availableSkills(skills: readonly IndexedSkill[], { location, compat }: IndexOptions): string {
  if (skills.length === 0 && compat !== "exact") return "";
  const lines = skills.flatMap((skill) => {
    const place = location?.(skill);
    return [
      "<skill>",
      element("name", escapeHtml(skill.id)),
      element("description", escapeHtml(skill.description)),
      ...(place === undefined ? [] : [element("location", compat === "exact" ? place : escapeHtml(place))]),
      "</skill>",
    ];
  });
  return ["<available_skills>", ...lines, "</available_skills>"].join("\n");
}

function element(tag: string, text: string): string {
  return `<${tag}>\n${text}\n</${tag}>`;
}
