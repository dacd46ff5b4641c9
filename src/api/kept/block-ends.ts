/** Which skills are stored together. */
import { hash } from "node:crypto";
import type { RunSkill } from "../../phases/run.ts";

/** More skills are not stored together. */
export const MOST_SKILLS = 192;

/** Whether a block ends after a skill: by its directory, so that an added or removed skill changes one block, or two. */
export function endsBlock({ place }: RunSkill): boolean {
  return hash("sha256", place.dir, "hex") < "04";
}

export function endOf(skills: readonly RunSkill[], start: number): number {
  for (let at = start; ; at++)
    if (at + 1 === skills.length || at + 1 - start === MOST_SKILLS || endsBlock(skills[at] as RunSkill)) return at + 1;
}
