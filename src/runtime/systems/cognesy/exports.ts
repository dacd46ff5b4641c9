/** instructor-php: its tool, the skill that a loop works with, its metadata message, and all of it in one call. */
export { createActiveSkillTracker, type ActiveSkillState, type ActiveSkillTracker } from "./active-skill.ts";
export { withSkillsMetadata, type ChatMessage } from "./metadata-message.ts";
export { cognesyTools, type CognesyToolOptions } from "./tools.ts";
export { useSkills, type SkillsOfLoop, type UseSkillsOptions } from "./use-skills.ts";
