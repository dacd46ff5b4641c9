/** `skillc/tanstack`: the tools of an agent for TanStack AI (`@tanstack/ai` 0.58). */
import type { AgentSkills } from "../agent/agent-skills.ts";
import type { SkillTool } from "../tools/tool.ts";
import { guardedList, raise, type NamedTool } from "./own-tools.ts";

/**
 * A server tool of TanStack AI.
 *
 * @example
 * const [tool]: TanstackTool[] = tanstackTools(agent);
 */
export interface TanstackTool {
  readonly name: string;
  readonly description: string;
  /** A plain JSON Schema, which TanStack AI does not check: the tools answer a wrong input themselves. */
  readonly inputSchema: Record<string, unknown>;
  readonly execute: (input: unknown) => Promise<unknown>;
}

/**
 * Returns the tools of an agent for `chat`, with the application's own server tools, whose calls the agent's gate checks first. A
 * refusal is thrown as an error. Tools that the client or the provider runs are not checked.
 *
 * @throws TypeError if an own tool has the name of a skill tool.
 * @example
 * const tools = tanstackTools(agent, [shell]);
 * const stream = chat({ adapter, messages, systemPrompts: [agent.systemPrompt], tools });
 */
export function tanstackTools<Own extends NamedTool = never>(
  agent: Pick<AgentSkills, "tools" | "check">,
  own: readonly Own[] = [],
): (TanstackTool | Own)[] {
  return [...agent.tools.map(toTanstack), ...guardedList(agent, own, { method: "execute", deny: raise })];
}

function toTanstack({ name, description, inputSchema, execute }: SkillTool): TanstackTool {
  return { name, description, inputSchema: { ...inputSchema }, execute: async (input) => raise(await execute(input)) };
}
