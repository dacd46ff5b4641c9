/** Where a skill names other skills: in fields that declare it, in its instructions, or by a path. */
import type { LineRef } from "./finding.ts";

/** `mention`: the instructions name it. `path`: a link points to it, and `to` is relative to the skill. */
type ReferenceKind = "required" | "optional" | "related" | "mention" | "path";

/**
 * How sure it is that a field names skills. `named`: its key says so, but such skills are often parts of a larger
 * collection. `weak`: it names programs as often. Absent: certain.
 */
export type ReferenceStrength = "named" | "weak";

/** A reference to another skill, as written. */
export interface SkillReference {
  /** A name, `namespace:name`, or a reference with "/" without its revision; of a path the path. */
  readonly to: string;
  /** Semantic version range. */
  readonly range?: string;
  readonly kind: ReferenceKind;
  readonly strength?: ReferenceStrength;
  /** The field that declares it, such as `metadata.requires-skills`; absent for a text. */
  readonly field?: string;
  /** In the SKILL.md. */
  readonly at?: LineRef;
}

/** A reference that a field declares. */
export type DeclaredReference = SkillReference & {
  readonly kind: "required" | "optional" | "related";
  readonly field: string;
};

/** Returns whether a field declares a reference. */
export function isDeclared(reference: SkillReference): reference is DeclaredReference {
  return reference.field !== undefined;
}
