/** `skillc/strands`: the tools of an agent for Strands Agents (`@strands-agents/sdk` 1). */
import type { AgentSkills } from "../agent/agent-skills.ts";
import { guardedList, raise, type NamedTool } from "./own-tools.ts";

/**
 * The class `FunctionTool` of `@strands-agents/sdk`.
 *
 * @example
 * const create: StrandsToolClass<FunctionTool> = FunctionTool;
 */
export type StrandsToolClass<Tool> = new (config: {
  name: string;
  description: string;
  // Strands types both as its own JSON types.
  /* oxlint-disable typescript/no-explicit-any */
  inputSchema: any;
  callback: (input: unknown) => any;
  /* oxlint-enable typescript/no-explicit-any */
}) => Tool;

/**
 * Returns the tools of an agent as Strands tools, with the application's own, whose calls the agent's gate checks first. A refusal
 * is thrown as an error.
 *
 * @throws TypeError if an own tool has the name of a skill tool.
 * @example
 * import { Agent, FunctionTool } from "@strands-agents/sdk";
 * const tools = strandsTools(agent, FunctionTool, [shell]);
 * const clerk = new Agent({ model, systemPrompt: agent.systemPrompt, tools });
 */
export function strandsTools<Tool extends object, Own extends NamedTool = never>(
  agent: Pick<AgentSkills, "tools" | "check">,
  FunctionTool: StrandsToolClass<Tool>,
  own: readonly Own[] = [],
): (Tool | Own)[] {
  const checked = guardedList(agent, own, {
    method: "stream",
    inputOf: (context) => (context as ToolContext).toolUse.input,
    // A tool of its own streams the answer, because a result is an instance of a class of Strands.
    deny: (failure, context) => {
      const { name } = (context as ToolContext).toolUse;
      const answer = new FunctionTool({ name, description: name, inputSchema: {}, callback: () => raise(failure) });
      return (answer as unknown as { stream(of: unknown): unknown }).stream(context);
    },
  });
  const tools = agent.tools.map(
    ({ name, description, inputSchema, execute }) =>
      new FunctionTool({ name, description, inputSchema, callback: async (input) => raise(await execute(input)) }),
  );
  return [...tools, ...checked];
}

interface ToolContext {
  readonly toolUse: { readonly name: string; readonly input: unknown };
}
