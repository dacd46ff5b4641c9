/** Skills that require each other as a graph says: `s00`, `s01`, … */
import type { Skill, SkillDependency } from "../../src/runtime/access.ts";
import { SkillError } from "../../src/runtime/access.ts";

/** What `closureOf` reads of skills. */
export interface GraphSkills {
  readonly names: readonly string[];
  has(name: string): boolean;
  get(name: string): Skill;
}

export const nameOf = (at: number): string => `s${String(at).padStart(2, "0")}`;

export function skillsOfGraph(requirements: readonly (readonly number[])[]): GraphSkills {
  const skills = new Map(
    requirements.map((needs, at) => {
      const id = nameOf(at);
      const dependencies = needs.map((to): SkillDependency => ({
        name: nameOf(to),
        id: nameOf(to),
        kind: "required",
        field: "x",
      }));
      return [id, { id, name: id, dependencies } as unknown as Skill];
    }),
  );
  return {
    names: [...skills.keys()],
    has: (name) => skills.has(name),
    get(name) {
      const skill = skills.get(name);
      if (skill === undefined) throw new SkillError("unknown-skill", name);
      return skill;
    },
  };
}
