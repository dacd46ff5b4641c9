/** Deals the skills of a project out to machines: the same on each of them, in order, as many to each. */
import type { FoundSkill } from "../model/skill.ts";
import type { Run } from "../phases/run.ts";
import type { ShardNumber } from "./shard.ts";

/** A share of the skills. */
export interface SkillShare {
  /** The runs with the skills of the share; inline skills are in none. */
  readonly runs: readonly Run[];
  /** Number of its skills, and of all. */
  readonly skills: number;
  readonly of: number;
}

/** Returns one of the shares. Neighbors stay together, because they are stored together. */
export function shareOf(runs: readonly Run[], [number, count]: ShardNumber): SkillShare {
  const dirs = [
    ...new Set(runs.flatMap((run) => run.discovered.skills.filter(isOnDisk).map(({ place }) => place.dir))),
  ];
  const own = new Set(dirs.filter((_dir, at) => Math.floor((at * count) / dirs.length) + 1 === number));
  return {
    skills: own.size,
    of: dirs.length,
    runs: runs.map((run) => {
      const skills = run.discovered.skills.filter((skill) => isOnDisk(skill) && own.has(skill.place.dir));
      return { ...run, discovered: { ...run.discovered, skills } };
    }),
  };
}

function isOnDisk({ input }: FoundSkill): boolean {
  return input.inline === undefined;
}
