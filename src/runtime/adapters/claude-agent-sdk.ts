/** `skillc/claude-agent-sdk`: the skills of an agent as a server in the process of the Claude Agent SDK. */
import type { AgentSkills } from "../agent/agent-skills.ts";
import type { JsonSchema } from "../tools/tool.ts";
import { textPart, toMcpResult, type McpToolResult } from "./mcp-result.ts";
import { guardedList, type NamedTool } from "./own-tools.ts";

export type { McpContent, McpToolResult } from "./mcp-result.ts";

/**
 * What `claudeAgentServer` needs of zod 4, which the SDK requires: its tools take no JSON Schema.
 *
 * @example
 * import { z } from "zod";
 * const server = createSdkMcpServer(claudeAgentServer(agent, z satisfies ClaudeAgentZod));
 */
export interface ClaudeAgentZod {
  // The schemas are those of the application's zod, and only passed on.
  // oxlint-disable-next-line typescript/no-explicit-any
  any(): { meta(json: any): { optional(): any } };
}

/**
 * A tool as `tool` of the SDK returns it.
 *
 * @example
 * const names = claudeAgentServer(agent, z).tools.map(({ name }: ClaudeAgentTool) => `mcp__skills__${name}`);
 */
export interface ClaudeAgentTool {
  readonly name: string;
  readonly description: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly inputSchema: any;
  readonly handler: (input: unknown) => Promise<McpToolResult>;
}

/**
 * The options of `createSdkMcpServer`.
 *
 * @example
 * const server: ClaudeAgentServer<never> = claudeAgentServer(agent, z);
 */
export interface ClaudeAgentServer<Own> {
  name: string;
  instructions: string;
  /** Without it, the tools are only found by a search, and the index names tools that the model does not have. */
  alwaysLoad: true;
  tools: (ClaudeAgentTool | Own)[];
}

/**
 * Returns the options of a server with the tools of an agent, and the index as its instructions, which the SDK shows to the
 * model once. The agent's gate checks calls of the application's own tools, as `tool` returns them, first. The model calls the
 * tools `mcp__skills__load_skill`: allow `mcp__skills`.
 *
 * @throws TypeError if an own tool has the name of a skill tool.
 * @example
 * const server = createSdkMcpServer(claudeAgentServer(agent, z, [shell]));
 * const options = { mcpServers: { skills: server }, allowedTools: ["mcp__skills"] };
 * for await (const message of query({ prompt, options })) console.log(message);
 */
export function claudeAgentServer<Own extends NamedTool = never>(
  agent: Pick<AgentSkills, "tools" | "check" | "systemPrompt">,
  z: ClaudeAgentZod,
  own: readonly Own[] = [],
): ClaudeAgentServer<Own> {
  const deny = (output: unknown): McpToolResult => ({ content: [textPart(output)], isError: true });
  return {
    name: "skills",
    instructions: agent.systemPrompt,
    alwaysLoad: true,
    tools: [
      ...agent.tools.map(({ name, description, inputSchema, execute }) => ({
        name,
        description,
        inputSchema: shapeOf(z, inputSchema),
        handler: async (input: unknown) => toMcpResult(await execute(input), agent.tools),
      })),
      ...guardedList(agent, own, { method: "handler", deny }),
    ],
  };
}

/** Describes the fields and accepts everything: the tools answer a wrong input themselves. */
function shapeOf(z: ClaudeAgentZod, { properties, required }: JsonSchema): Record<string, unknown> {
  const needed = (required ?? []) as readonly string[];
  return Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => {
      const field = z.any().meta(schema);
      return [name, needed.includes(name) ? field : field.optional()];
    }),
  );
}
