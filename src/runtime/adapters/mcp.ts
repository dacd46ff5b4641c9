/** `skillc/mcp`: the skills of an agent as tools, resources and prompts of a server of `@modelcontextprotocol/sdk` 1. */
import type { AgentSkills } from "../agent/agent-skills.ts";
import type { ResourceOutput } from "../tools/modern-tools.ts";
import { asText, isToolFailure } from "../tools/tool.ts";
import { textPart, toMcpResult, type McpToolResult } from "./mcp-result.ts";
import { denied } from "./own-tools.ts";

export type { McpContent, McpToolResult } from "./mcp-result.ts";

declare const encodeURIComponent: (text: string) => string;

/**
 * What `registerSkills` needs of an `McpServer`.
 *
 * @example
 * const server: McpSkillServer = new McpServer({ name: "skills", version: "1.0.0" });
 */
export interface McpSkillServer {
  // The SDK infers the input of each callback from its schema.
  /* oxlint-disable typescript/no-explicit-any */
  registerTool(name: string, config: McpConfig & { inputSchema: any }, run: (input: any) => Promise<any>): unknown;
  registerResource(name: string, uri: string, config: McpConfig & { mimeType: string }, read: () => Promise<any>): any;
  registerPrompt(name: string, config: McpConfig & { argsSchema: any }, run: (args: any) => Promise<any>): unknown;
  /* oxlint-enable typescript/no-explicit-any */
}

/**
 * What all parts of a server have.
 *
 * @example
 * const config: McpConfig = { description: "Fills in PDF forms." };
 */
export interface McpConfig {
  description: string;
}

/**
 * What `registerSkills` needs of zod 4, which the SDK requires: its server takes no plain JSON Schema.
 *
 * @example
 * import { z } from "zod";
 * registerSkills(server, agent, z satisfies McpZod);
 */
export interface McpZod {
  looseObject(shape: Record<string, never>): { meta(json: Record<string, unknown>): unknown };
  string(): { optional(): { describe(text: string): unknown } };
}

/**
 * Registers the skills of an agent on a server, before it is connected: the agent's tools; each skill that the model may
 * load as the resource `skill://<id>/SKILL.md`, reading which loads it, next to its files; each skill that the user may
 * invoke as a prompt. The index is in none of them: pass `agent.systemPrompt` as `instructions` of the server.
 *
 * An agent has the state of one conversation: create one for each session.
 *
 * @throws Error of the SDK if a tool, a resource or a prompt of the same name is already registered.
 * @example
 * const server = new McpServer({ name: "skills", version: "1.0.0" }, { instructions: agent.systemPrompt });
 * registerSkills(server, agent, z);
 */
export function registerSkills(
  server: McpSkillServer,
  agent: Pick<AgentSkills, "tools" | "visible" | "call" | "invoke">,
  z: McpZod,
): void {
  for (const { name, description, inputSchema, execute } of agent.tools) {
    const { properties, required } = inputSchema;
    // The tools answer a wrong input themselves: the schema accepts everything, and describes what is expected.
    const config = { description, inputSchema: z.looseObject({}).meta({ properties, required }) };
    server.registerTool(name, config, async (input) => toMcpResult(await execute(input), agent.tools));
  }
  for (const { id, description, files } of agent.visible()) {
    const uri = uriOf(id, "SKILL.md");
    server.registerResource(id, uri, { description, mimeType: "text/markdown" }, async () => ({
      contents: [{ uri, mimeType: "text/markdown", text: await instructionsOf(agent, id) }],
    }));
    for (const { path, mediaType, description: about = path } of files) {
      const of = uriOf(id, path);
      server.registerResource(`${id}/${path}`, of, { description: about, mimeType: mediaType }, async () => ({
        contents: [{ uri: of, mimeType: mediaType, ...(await wholeFile(agent, id, path)) }],
      }));
    }
  }
  for (const { id, description, argumentHint } of agent.visible("user")) {
    const argsSchema = {
      arguments: z
        .string()
        .optional()
        .describe(argumentHint ?? "Arguments for the skill"),
    };
    server.registerPrompt(id, { description, argsSchema }, async (given: { readonly arguments?: string }) => {
      const invoked = await agent.invoke(id, given.arguments);
      if (!invoked.ok) throw new Error(invoked.message);
      return { messages: [{ role: "user", content: { type: "text", text: invoked.instructions } }] };
    });
  }
}

/**
 * Wraps the function of one of the application's own tools so that a call that the agent's active skills do not allow is
 * answered with its reason, as an error, and not executed.
 *
 * @example
 * server.registerTool("shell", { inputSchema: { command: z.string() } }, checkedTool(agent, "shell", run));
 */
export function checkedTool<Input, Rest extends unknown[], Result>(
  agent: Pick<AgentSkills, "check">,
  name: string,
  run: (input: Input, ...rest: Rest) => Result,
): (input: Input, ...rest: Rest) => Result | McpToolResult {
  return (input, ...rest) => {
    const verdict = agent.check(name, input);
    return verdict.allowed ? run(input, ...rest) : { content: [textPart(denied(verdict.reason))], isError: true };
  };
}

function uriOf(id: string, path: string): string {
  return `skill://${[...id.split(":"), ...path.split("/")].map(encodeURIComponent).join("/")}`;
}

async function instructionsOf(agent: Pick<AgentSkills, "call">, name: string): Promise<string> {
  const output = await agent.call("load_skill", { name });
  if (isToolFailure(output)) throw new Error(output.error);
  const { instructions = asText(output) } = output as { readonly instructions?: string };
  return instructions;
}

/** Reads all parts of a file: base64 ends on three bytes in each of them. */
async function wholeFile(
  agent: Pick<AgentSkills, "call">,
  name: string,
  path: string,
): Promise<{ text: string } | { blob: string }> {
  let content = "";
  for (let offset = 0; ;) {
    // Where a part starts is known from the one before.
    const output = await agent.call("read_skill_resource", { name, path, offset, encoding: "base64" });
    if (isToolFailure(output)) throw new Error(output.error);
    const part = output as ResourceOutput;
    content += part.content;
    if (part.next_offset === undefined) return part.encoding === "base64" ? { blob: content } : { text: content };
    offset = part.next_offset;
  }
}
