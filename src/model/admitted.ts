/** A skill that linking takes in: its unit, where it came from, and what it is in the catalog. */
import type { LinkedSkill } from "./linked.ts";
import type { SkillPlace } from "./skill.ts";
import type { SkillUnit, UsableUnit } from "./unit.ts";

export interface AdmittedSkill {
  /** Number of the skill in the build; findings refer to it. */
  readonly number: number;
  readonly place: SkillPlace;
  readonly unit: Pick<SkillUnit, "at" | "lines" | "bulk" | "reading"> & Pick<UsableUnit, "link" | "facts">;
  /** The whole document, where it is not what is on disk: an inline skill, or one whose commands were run. */
  readonly text?: string | undefined;
  /** Commands of the body were run. */
  readonly isPrepared: boolean;
  /** `namespace:name`, or the name alone. */
  readonly id: string;
  /** As its place says, until another skill with its id is preloaded. */
  readonly preload: boolean;
  /** Of its line in an index. */
  readonly indexTokens: number;
  /** As it is in the catalog if no other skill has its id; absent where no catalog is made, or its text is another one by now. */
  readonly linked?: LinkedSkill | undefined;
}
