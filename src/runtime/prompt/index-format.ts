import type { Skill } from "../access.ts";

/**
 * The metadata of a skill that an index uses.
 *
 * @example
 * const listed: readonly IndexedSkill[] = executor.visible();
 */
export type IndexedSkill = Pick<Skill, "id" | "description"> & Partial<Pick<Skill, "argumentHint" | "path">>;

export interface IndexFormat {
  readonly head: string;
  readonly line: (skill: IndexedSkill, description: string) => string;
  readonly tail?: string;
  /** The text without any skill. */
  readonly empty: string;
}

export const plainLine: IndexFormat["line"] = ({ id }, description) => `- ${id}: ${description}`;

export const plainIndex: IndexFormat = { head: "Available skills:", line: plainLine, empty: "No skills available." };
