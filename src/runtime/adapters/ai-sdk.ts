/** `skillc/ai-sdk`: the tools of an agent for the Vercel AI SDK (`ai` 6 and 7). */
import type { AgentSkills } from "../agent/agent-skills.ts";
import type { SkillTool } from "../tools/tool.ts";
import { guarded, raise, type OwnTool } from "./own-tools.ts";
import { aiSdkModelOutput, type AiSdkModelOutput } from "./pictures-ai-sdk.ts";
import { standardSchema, type StandardJsonSchema } from "./standard-schema.ts";

export type { AiSdkModelOutput } from "./pictures-ai-sdk.ts";
export type { StandardJsonSchema } from "./standard-schema.ts";

/**
 * A tool of the AI SDK.
 *
 * @example
 * const tool: AiSdkTool | undefined = aiSdkTools(agent)["load_skill"];
 */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: StandardJsonSchema;
  readonly execute: (input: unknown) => Promise<unknown>;
  /** Shows the model a picture or a PDF that it reads; only its description is stored and streamed. */
  readonly toModelOutput?: (call: { readonly output: unknown }) => Promise<AiSdkModelOutput>;
}

/**
 * Returns the tools of an agent as a `ToolSet`, with the application's own, whose calls the agent's gate checks first. A refusal
 * is thrown, so that the model, traces and evaluations get it as an error.
 *
 * @throws TypeError if an own tool has the name of a skill tool; with `ai` 5, which cannot read the schemas, and with VoltAgent,
 * which would drop the tools.
 * @example
 * const agent = await agentSkills(skills, { gate: createToolGate });
 * const request = { instructions: agent.systemPrompt, tools: aiSdkTools(agent, { shell }), stopWhen: isStepCount(20) };
 * await generateText({ model, ...request, prompt });
 */
export function aiSdkTools<Own extends Readonly<Record<string, OwnTool>> = Record<string, AiSdkTool>>(
  agent: Pick<AgentSkills, "tools" | "check">,
  own?: Own,
): Own & Record<string, AiSdkTool> {
  const tools = Object.fromEntries(agent.tools.map((tool) => [tool.name, toAiSdk(tool, agent.tools)]));
  return { ...guarded(agent, own, raise), ...tools };
}

function toAiSdk(
  { name, description, inputSchema, execute, readWhole }: SkillTool,
  tools: readonly SkillTool[],
): AiSdkTool {
  const made: AiSdkTool = {
    description,
    inputSchema: trapped(standardSchema(inputSchema), "_def", AI_5),
    execute: async (input) => raise(await execute(input)),
    ...(readWhole !== undefined && { toModelOutput: async ({ output }) => aiSdkModelOutput(tools, output) }),
  };
  // VoltAgent skips what has no name, and asks what has one whether it is a toolkit.
  return trapped(Object.defineProperty(made, "name", { value: name }), "tools", VOLTAGENT);
}

const AI_5 =
  "ai 5 reads no Standard Schema: pass tool({ ...one, inputSchema: jsonSchema(one.inputSchema) }) for each of agent.tools";
const VOLTAGENT =
  "VoltAgent takes no tools of the AI SDK: pass createTool(…) for each of agent.tools, as docs/agents.md shows";

/** Adds a property that only another framework reads: what it gets is an error instead of a tool that does not work. */
function trapped<Item extends object>(item: Item, key: string, message: string): Item {
  return Object.defineProperty(item, key, {
    get() {
      throw new TypeError(message);
    },
  });
}
