/** `skillc/adk`: the tools of an agent for the Agent Development Kit (`@google/adk` 2). */
import type { AgentSkills } from "../agent/agent-skills.ts";
import type { JsonSchema } from "../tools/tool.ts";
import { guardedList, raise, type NamedTool } from "./own-tools.ts";

/**
 * The class `FunctionTool` of `@google/adk`.
 *
 * @example
 * const create: AdkToolClass<FunctionTool> = FunctionTool;
 */
export type AdkToolClass<Tool> = new (options: {
  name: string;
  description: string;
  // ADK takes its own Schema or zod; it infers the input from it.
  /* oxlint-disable typescript/no-explicit-any */
  parameters: any;
  execute: (input: any) => Promise<unknown>;
  /* oxlint-enable typescript/no-explicit-any */
}) => Tool;

/**
 * Returns the tools of an agent as ADK tools, with the application's own, whose calls the agent's gate checks first. A refusal is
 * thrown as an error.
 *
 * Pass the system prompt as a function: ADK reads `{name}` in a string as a variable of the session.
 *
 * @throws TypeError if an own tool has the name of a skill tool.
 * @example
 * import { FunctionTool, LlmAgent } from "@google/adk";
 * const tools = adkTools(agent, FunctionTool, [shell]);
 * const clerk = new LlmAgent({ name: "clerk", model, instruction: () => agent.systemPrompt, tools });
 */
export function adkTools<Tool extends object, Own extends NamedTool = never>(
  agent: Pick<AgentSkills, "tools" | "check">,
  FunctionTool: AdkToolClass<Tool>,
  own: readonly Own[] = [],
): (Tool | Own)[] {
  const checked = guardedList(agent, own, {
    method: "runAsync",
    inputOf: (request) => (request as { readonly args: unknown }).args,
    deny: raise,
  });
  const tools = agent.tools.map(({ name, description, inputSchema, execute }) => {
    const parameters = toAdkSchema(inputSchema);
    return new FunctionTool({
      name,
      description,
      parameters,
      execute: async (input: unknown) => raise(await execute(input)),
    });
  });
  return [...tools, ...checked];
}

/** Gemini's schemas have the keywords of JSON Schema, with types in capitals. */
function toAdkSchema(schema: JsonSchema): JsonSchema {
  const { type, properties } = schema as { readonly type: string; readonly properties?: Record<string, JsonSchema> };
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, toAdkSchema(field)] as const);
  return { ...schema, type: type.toUpperCase(), ...(properties && { properties: Object.fromEntries(fields) }) };
}
