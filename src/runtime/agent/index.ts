/**
 * `skillc/agent`: the skills of an agent in one call, for any framework.
 * Takes: a generated module or a catalog, and what the application decides. Gives: a system prompt with the index once
 * and within a budget, tools for a model, a state as JSON. Never: sends the index twice, shows a hidden skill, throws for
 * what a model wrote.
 */
export { agentSkills } from "./agent-skills.ts";
export type { AgentSkillsOptions } from "./agent-options.ts";
export type { AgentSkills } from "./agent-skills.ts";
export type { DependencyMode, RequiredSkills } from "./dependencies.ts";
export type { OnSkillEvent, SkillEvent } from "../executor/events.ts";
export type { LeftOutSkill } from "./left-out.ts";
export type { ScriptOutput } from "../tools/script-tool.ts";
export type { AgentBudget, AgentIndexReport } from "./agent-index.ts";
