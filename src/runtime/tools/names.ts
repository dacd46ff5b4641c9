/** Names of the tools for a model, in each style. */

/** PromptKit. */
export const SKILL_ACTIVATE = "skill__activate";
export const SKILL_DEACTIVATE = "skill__deactivate";
export const SKILL_READ_RESOURCE = "skill__read_resource";
/** SkillKit. */
export const ACTIVATE_SKILL = "activate_skill";
/** instructor-php, fizeau and the default set. */
export const LOAD_SKILL = "load_skill";
/** The default set. */
export const READ_SKILL_RESOURCE = "read_skill_resource";
export const SEARCH_SKILLS = "search_skills";
/** Carnet. */
export const CARNET_LOAD_SKILL = "loadSkill";
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
