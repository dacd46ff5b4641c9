/** `skillc/ai-sdk`: the tools of an agent for the Vercel AI SDK (`ai` 6 and 7). */
import type { AgentSkills } from "../agent/agent-skills.ts";
import type { JsonSchema, SkillTool } from "../tools/tool.ts";
import { guarded, type OwnTool } from "./own-tools.ts";

/**
 * A JSON Schema as a Standard Schema (standardschema.dev, with the JSON Schema extension): what the AI SDK takes as
 * `inputSchema` without a helper of its own.
 *
 * @example
 * const { jsonSchema } = aiSdkTools(agent)["load_skill"]?.inputSchema["~standard"] ?? {};
 */
export interface StandardJsonSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "skillc";
    /** Accepts everything: the tools answer a wrong input themselves. */
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

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
}

/**
 * Returns the tools of an agent as a `ToolSet`, with the application's own tools, whose calls the agent's gate then checks:
 * a call that the active skills do not allow is answered with `{ error }` and not executed.
 *
 * @throws TypeError if an own tool has the name of a skill tool.
 * @example
 * const agent = await agentSkills(skills, { gate: createToolGate });
 * await generateText({ model, instructions: agent.systemPrompt, tools: aiSdkTools(agent, { shell }), prompt });
 */
export function aiSdkTools(agent: Pick<AgentSkills, "tools" | "check">): Record<string, AiSdkTool>;
export function aiSdkTools<Own extends Readonly<Record<string, OwnTool>>>(
  agent: Pick<AgentSkills, "tools" | "check">,
  own: Own,
): Own & Record<string, AiSdkTool>;
export function aiSdkTools(
  agent: Pick<AgentSkills, "tools" | "check">,
  own?: Readonly<Record<string, OwnTool>>,
): Record<string, OwnTool> {
  const tools = Object.fromEntries(agent.tools.map((tool) => [tool.name, toAiSdk(tool)]));
  return { ...guarded(agent, own), ...tools };
}

function toAiSdk({ description, inputSchema, execute }: SkillTool): AiSdkTool {
  return { description, inputSchema: standardSchema(inputSchema), execute: async (input) => execute(input) };
}

function standardSchema(schema: JsonSchema): StandardJsonSchema {
  const json = (): Record<string, unknown> => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "skillc",
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}
