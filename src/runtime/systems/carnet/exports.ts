/**
 * Carnet agents: sessions, system prompts and tools.
 * Takes: an executor, and an agent with its toolsets. Gives: the skills and domain tools that the agent may use so far,
 * its system prompt, a state as JSON. Never: exposes a domain tool that no loaded skill brings.
 */
export { carnetPrompt, type CarnetPrompt } from "./carnet-prompt.ts";
export { createCarnetSession } from "./carnet-session.ts";
export type {
  CarnetAgent,
  CarnetDiagnostics,
  CarnetSession,
  CarnetSessionOptions,
  CarnetSessionState,
  CarnetToolset,
  DomainTools,
} from "./carnet-types.ts";
export { carnetTools, type CarnetFile, type CarnetFileOutput, type CarnetLoadOutput } from "./tools.ts";
