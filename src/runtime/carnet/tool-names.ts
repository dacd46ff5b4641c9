/** Names of the Carnet meta-tools, for the tools and for the prompt that mentions them. */
export const CARNET_LOAD_SKILL = "loadSkill";
export const LOAD_SKILL_FILE = "loadSkillFile";
