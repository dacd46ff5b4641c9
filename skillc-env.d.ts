// Written by a plugin of skillc when names or paths of skills change. Do not edit.
declare module "virtual:skillc" {
  import type { Skills } from "./runtime-0e4ede944ee1e161.js";

  /** Ids of the skills. */
  export type SkillName =
    | "skillc";

  /** Paths of the files of each skill. */
  export interface SkillFiles {
    "skillc": "references/loading-skills.md" | "references/writing-skills.md";
  }

  /** The files that are text. */
  export interface SkillTexts extends SkillFiles {
  }

  /** Names of the views. */
  export type ViewName = never;

  export interface SkillCatalog extends Skills<SkillName, SkillFiles, SkillTexts, ViewName> {}

  export type { AnySkills, LoadedSkill, Skill, SkillErrorCode, SkillFile } from "./runtime-0e4ede944ee1e161.js";

  /** The skills of this project. */
  export const skills: SkillCatalog;
}
