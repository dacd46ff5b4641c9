/**
 * What each of the five systems has of its own: tools, sessions, prompts, messages.
 * Takes: an executor, and what an application of that system has. Gives: what a model of that system expects. Never:
 * imports one system from another.
 */
export { carnetPrompt, type CarnetPrompt } from "./carnet/carnet-prompt.ts";
export { createCarnetSession } from "./carnet/carnet-session.ts";
export type { CarnetAgent, CarnetDiagnostics, CarnetSession, CarnetSessionOptions } from "./carnet/carnet-types.ts";
export type { CarnetSessionState, CarnetToolset, DomainTools } from "./carnet/carnet-types.ts";
export { carnetTools, type CarnetFile, type CarnetFileOutput, type CarnetLoadOutput } from "./carnet/tools.ts";
export { createActiveSkillTracker, type ActiveSkillState, type ActiveSkillTracker } from "./cognesy/active-skill.ts";
export { withSkillsMetadata, type ChatMessage } from "./cognesy/metadata-message.ts";
export { cognesyTools, type CognesyToolOptions } from "./cognesy/tools.ts";
export { useSkills, type SkillsOfLoop, type UseSkillsOptions } from "./cognesy/use-skills.ts";
export { fizeauTools } from "./fizeau/tools.ts";
export { promptkitTools, type PromptkitActivation } from "./promptkit/tools.ts";
export type { PromptkitDeactivation, PromptkitResource } from "./promptkit/tools.ts";
export { skillkitTools } from "./skillkit/tools.ts";
export * from "./tools.ts";
