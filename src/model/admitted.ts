/** A skill that linking takes in: its unit, where it came from, and what it is in the catalog. */
import type { SkillPlace } from "./skill.ts";
import type { SkillFacts, SkillUnit } from "./unit.ts";

export interface AdmittedSkill {
  /** Number of the skill in the build; findings refer to it. */
  readonly number: number;
  readonly place: SkillPlace;
  readonly unit: Pick<SkillUnit, "at" | "lines" | "link" | "bulk">;
  readonly facts: SkillFacts;
  /** The whole document, where it is not what is on disk: an inline skill, or one whose commands were run. */
  readonly text?: string | undefined;
  /** Commands of the body were run. */
  readonly isPrepared: boolean;
}
