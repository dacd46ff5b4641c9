import type { Skill } from "../access.ts";

/**
 * The fields of a skill that a gate reads.
 *
 * @example
 * const readOnly: GatedSkill = { allowedTools: ["Read", "Bash(git log:*)"] };
 */
export type GatedSkill = Pick<Skill, "allowedTools"> & {
  readonly disallowedTools?: readonly string[];
  /** A skill that is not active: it restricts, and approves nothing. */
  readonly lost?: boolean;
};
