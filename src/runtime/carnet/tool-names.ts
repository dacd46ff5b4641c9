/** Names of the Carnet meta-tools, for the tools and for the prompt that mentions them. */
export const LOAD_SKILL = "loadSkill";
export const LOAD_SKILL_FILE = "loadSkillFile";
