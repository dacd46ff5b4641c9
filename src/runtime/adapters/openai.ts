/** `skillc/openai`: the tools of an agent for the OpenAI Agents SDK (`@openai/agents`) and the Responses API (`openai`). */
import type { AgentSkills } from "../agent/agent-skills.ts";
import { asText, type SkillTool } from "../tools/tool.ts";
import { dataUrl, textOrParts } from "./pictures.ts";
import { guarded, guardedList, parsedArguments, type NamedTool, type OwnTool } from "./own-tools.ts";

/**
 * A function tool of the Responses API. `strict` is false: strict mode makes optional fields required.
 *
 * @example
 * const [tool]: OpenaiTool[] = openaiTools(agent);
 */
export interface OpenaiTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  // The Agents SDK declares this object mutable.
  readonly parameters: {
    type: "object";
    properties: Record<string, Record<string, unknown>>;
    required: string[];
    additionalProperties: true;
  };
  readonly strict: false;
}

/**
 * A function tool of the Agents SDK, as its `tool()` returns.
 *
 * @example
 * const [tool]: OpenaiAgentTool[] = openaiAgentTools(agent);
 */
export interface OpenaiAgentTool extends OpenaiTool {
  readonly invoke: (context: unknown, input: string) => Promise<string | OpenaiAgentPart[]>;
  readonly needsApproval: () => Promise<boolean>;
  readonly isEnabled: () => Promise<boolean>;
}

/**
 * The output of a call, for the input of the next request.
 *
 * @example
 * const outputs: OpenaiToolOutput[] = await answerCalls(agent, response);
 */
export interface OpenaiToolOutput {
  readonly type: "function_call_output";
  readonly call_id: string;
  /** JSON, the text that one of the application's own tools returned, or a picture or PDF after its description. */
  readonly output: string | OpenaiPart[];
}

/**
 * A part of an output.
 *
 * @example
 * const part: OpenaiPart = { type: "input_text", text: "done" };
 */
export type OpenaiPart =
  | { type: "input_text"; text: string }
  | { type: "input_image"; image_url: string; detail: "auto" }
  | { type: "input_file"; file_data: string; filename: string };

/**
 * A part of an output in the Agents SDK.
 *
 * @example
 * const part: OpenaiAgentPart = { type: "text", text: "done" };
 */
export type OpenaiAgentPart =
  | { type: "text"; text: string }
  | { type: "image"; image: { data: string; mediaType: string } }
  | { type: "file"; file: { data: string; mediaType: string; filename: string } };

/**
 * Returns the tools of an agent for the Responses API; `answerCalls` answers their calls.
 *
 * @example
 * await client.responses.create({ model, instructions: agent.systemPrompt, tools: openaiTools(agent), input });
 */
export function openaiTools(agent: Pick<AgentSkills, "tools">): OpenaiTool[] {
  return agent.tools.map(definition);
}

/**
 * Answers the function calls of a response, those of the application's own tools included, which the agent's gate checks first.
 * A refused call is answered with `{ error }`. A response without calls has no outputs.
 *
 * @throws TypeError if an own tool has the name of a skill tool. Rejects if an own tool does, or if contents cannot be
 * loaded.
 * @example
 * const input = await answerCalls(agent, response, { shell });
 * await client.responses.create({ ...request, previous_response_id: response.id, input });
 */
export async function answerCalls(
  agent: Pick<AgentSkills, "tools" | "check" | "call">,
  response: { readonly output: readonly { readonly type: string }[] },
  own: Readonly<Record<string, OwnTool>> = {},
): Promise<OpenaiToolOutput[]> {
  const tools = new Map(Object.entries(guarded(agent, own)));
  const outputs: OpenaiToolOutput[] = [];
  // One after the other: a skill that a call loads restricts the calls after it.
  for (const item of response.output) {
    if (!isFunctionCall(item)) continue;
    const execute = tools.get(item.name)?.execute;
    const input = parsedArguments(item.arguments);
    const value: unknown = await (execute === undefined ? agent.call(item.name, item.arguments) : execute(input));
    outputs.push({ type: "function_call_output", call_id: item.call_id, output: await outputOf(agent.tools, value) });
  }
  return outputs;
}

/**
 * Returns the tools of an agent for the Agents SDK, with the application's own, whose calls the agent's gate checks first. A
 * refused call is answered with `{ error }`. Tools that OpenAI runs are not checked.
 *
 * @throws TypeError if an own tool has the name of a skill tool.
 * @example
 * const skilled = new Agent({ name: "Clerk", instructions: agent.systemPrompt, tools: openaiAgentTools(agent, [shell]) });
 */
export function openaiAgentTools<Own extends NamedTool = never>(
  agent: Pick<AgentSkills, "tools" | "check">,
  own: readonly Own[] = [],
): (OpenaiAgentTool | Own)[] {
  const checked = guardedList(agent, own, {
    method: "invoke",
    inputOf: (_context, input) => parsedArguments(input),
    deny: async (failure) => asText(failure),
  });
  return [...agent.tools.map((agentTool) => toAgentTool(agentTool, agent.tools)), ...checked];
}

function definition({ name, description, inputSchema }: SkillTool): OpenaiTool {
  const { properties, required } = inputSchema as unknown as OpenaiTool["parameters"];
  const parameters = {
    type: "object" as const,
    properties,
    required: [...required],
    additionalProperties: true as const,
  };
  return { type: "function", name, description, parameters, strict: false };
}

function toAgentTool(tool: SkillTool, tools: readonly SkillTool[]): OpenaiAgentTool {
  return {
    ...definition(tool),
    invoke: async (_context, input) =>
      textOrParts<OpenaiAgentPart, OpenaiAgentPart>(
        tools,
        await tool.execute(input),
        (text) => ({ type: "text", text }),
        ({ isImage, data, mediaType, filename }) =>
          isImage
            ? { type: "image", image: { data, mediaType } }
            : { type: "file", file: { data, mediaType, filename } },
      ),
    needsApproval: async () => false,
    isEnabled: async () => true,
  };
}

function outputOf(tools: readonly SkillTool[], output: unknown): Promise<string | OpenaiPart[]> {
  return textOrParts<OpenaiPart, OpenaiPart>(
    tools,
    output,
    (text) => ({ type: "input_text", text }),
    (picture) =>
      picture.isImage
        ? { type: "input_image", image_url: dataUrl(picture), detail: "auto" }
        : { type: "input_file", file_data: dataUrl(picture), filename: picture.filename },
  );
}

function isFunctionCall(item: { readonly type: string }): item is {
  readonly type: "function_call";
  readonly name: string;
  readonly arguments: string;
  readonly call_id: string;
} {
  return item.type === "function_call";
}
