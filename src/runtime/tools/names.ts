/** Names of the tools for a model, in each style. */

/** Activates a skill: PromptKit. */
export const SKILL_ACTIVATE = "skill__activate";
/** Deactivates a skill: PromptKit. */
export const SKILL_DEACTIVATE = "skill__deactivate";
/** Reads a file: PromptKit. */
export const SKILL_READ_RESOURCE = "skill__read_resource";
/** Runs a skill: SkillKit. */
export const ACTIVATE_SKILL = "activate_skill";
/** Loads a skill: instructor-php, fizeau and the default set. */
export const LOAD_SKILL = "load_skill";
/** Reads a file: the default set. */
export const READ_SKILL_RESOURCE = "read_skill_resource";
/** Searches skills: the default set. */
export const SEARCH_SKILLS = "search_skills";
/** Loads a skill: Carnet. */
export const CARNET_LOAD_SKILL = "loadSkill";
/** Reads a file: Carnet. */
export const CARNET_LOAD_SKILL_FILE = "loadSkillFile";

/** All of them: the tools that a gate never blocks. */
export const skillToolNames: readonly string[] = [
  SKILL_ACTIVATE,
  SKILL_DEACTIVATE,
  SKILL_READ_RESOURCE,
  ACTIVATE_SKILL,
  LOAD_SKILL,
  READ_SKILL_RESOURCE,
  SEARCH_SKILLS,
  CARNET_LOAD_SKILL,
  CARNET_LOAD_SKILL_FILE,
];
