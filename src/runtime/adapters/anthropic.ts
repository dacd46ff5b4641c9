/** `skillc/anthropic`: the tools of an agent for the Messages API and the tool runner of `@anthropic-ai/sdk`. */
import type { AgentSkills } from "../agent/agent-skills.ts";
import { isToolFailure, type SkillTool } from "../tools/tool.ts";
import { textOrParts } from "./pictures.ts";
import { guarded, guardedList, raise, type NamedTool, type OwnTool } from "./own-tools.ts";

/**
 * A tool for `toolRunner`, as `betaTool` returns. In a plain request only its definition is sent: JSON has no functions.
 *
 * @example
 * const [tool]: AnthropicTool[] = anthropicTools(agent);
 */
export interface AnthropicTool {
  readonly type: "custom";
  readonly name: string;
  readonly description: string;
  // The SDK declares this object mutable.
  readonly input_schema: { type: "object"; properties: Record<string, unknown>; required: string[] };
  readonly run: (input: unknown) => Promise<string | AnthropicBlock[]>;
  /** Accepts everything: the tools answer a wrong input themselves. */
  readonly parse: (content: unknown) => unknown;
}

/**
 * The result of a call.
 *
 * @example
 * const [, { content }] = await answerCalls(agent, message);
 * const result: AnthropicToolResult | undefined = content[0];
 */
export interface AnthropicToolResult {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  /** JSON, the text that one of the application's own tools returned, or a picture or PDF after its description. */
  readonly content: string | AnthropicBlock[];
  /** Only for a refusal. */
  readonly is_error?: true;
}

/**
 * A part of a result.
 *
 * @example
 * const block: AnthropicBlock = { type: "text", text: "done" };
 */
export type AnthropicBlock =
  | { type: "text"; text: string }
  | {
      type: "image";
      source: { type: "base64"; media_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp"; data: string };
    }
  | { type: "document"; source: { type: "base64"; media_type: "application/pdf"; data: string }; title: string };

/**
 * Returns the tools of an agent for `toolRunner` and for plain requests, with the application's own runnable tools, whose calls
 * the agent's gate checks first. A refusal is thrown, and the runner answers with it. Tools that Anthropic runs are not checked.
 *
 * @throws TypeError if an own tool has the name of a skill tool.
 * @example
 * const tools = anthropicTools(agent, [shell]);
 * await client.beta.messages.toolRunner({ model, max_tokens, system: agent.systemPrompt, tools, messages });
 */
export function anthropicTools<Own extends NamedTool = never>(
  agent: Pick<AgentSkills, "tools" | "check">,
  own: readonly Own[] = [],
): (AnthropicTool | Own)[] {
  return [
    ...agent.tools.map((tool) => toAnthropic(tool, agent.tools)),
    ...guardedList(agent, own, { method: "run", deny: raise }),
  ];
}

/**
 * Answers the calls in a message of the model, those of the application's own tools included, which the agent's gate checks
 * first. A refusal has `is_error`. Calls of Anthropic's toolsets are left to the application. Returns the messages to append:
 * that of the model, and that with the results.
 *
 * @throws TypeError if an own tool has the name of a skill tool. Rejects if an own tool does, or if contents cannot be
 * loaded.
 * @example
 * if (message.stop_reason === "tool_use") messages.push(...(await answerCalls(agent, message, { shell })));
 */
export async function answerCalls<Content extends readonly { readonly type: string }[]>(
  agent: Pick<AgentSkills, "tools" | "check" | "call">,
  message: { readonly content: Content },
  own: Readonly<Record<string, OwnTool>> = {},
): Promise<[{ role: "assistant"; content: Content }, { role: "user"; content: AnthropicToolResult[] }]> {
  const tools = new Map(Object.entries(guarded(agent, own)));
  const results: AnthropicToolResult[] = [];
  // One after the other: a skill that a call loads restricts the calls after it.
  for (const block of message.content) {
    if (!isToolUse(block)) continue;
    const execute = tools.get(block.name)?.execute;
    const value: unknown = await (execute === undefined ? agent.call(block.name, block.input) : execute(block.input));
    const content = await contentOf(agent.tools, value);
    const isError = isToolFailure(value) && { is_error: true as const };
    results.push({ type: "tool_result", tool_use_id: block.id, content, ...isError });
  }
  return [
    { role: "assistant", content: message.content },
    { role: "user", content: results },
  ];
}

function toAnthropic(
  { name, description, inputSchema, execute }: SkillTool,
  tools: readonly SkillTool[],
): AnthropicTool {
  const { properties, required } = inputSchema as unknown as AnthropicTool["input_schema"];
  return {
    type: "custom",
    name,
    description,
    input_schema: { type: "object", properties, required: [...required] },
    run: async (input) => contentOf(tools, raise(await execute(input))),
    parse: (content) => content,
  };
}

function contentOf(tools: readonly SkillTool[], output: unknown): Promise<string | AnthropicBlock[]> {
  return textOrParts<AnthropicBlock, AnthropicBlock>(
    tools,
    output,
    (text) => ({ type: "text", text }),
    ({ isImage, mediaType, data, filename }) =>
      isImage
        ? { type: "image", source: { type: "base64", media_type: mediaType as "image/png", data } }
        : { type: "document", source: { type: "base64", media_type: "application/pdf", data }, title: filename },
  );
}

function isToolUse(block: {
  readonly type: string;
}): block is { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown } {
  return block.type === "tool_use" && !("toolset_name" in block && block.toolset_name);
}
