/** `skillc/mastra`: the tools of an agent for Mastra (`@mastra/core` 1). */
import type { AgentSkills } from "../agent/agent-skills.ts";
import type { SkillTool } from "../tools/tool.ts";
import { guarded, raise, type OwnTool } from "./own-tools.ts";
import { aiSdkModelOutput, type AiSdkModelOutput } from "./pictures-ai-sdk.ts";
import { standardSchema, type StandardJsonSchema } from "./standard-schema.ts";

export type { AiSdkModelOutput } from "./pictures-ai-sdk.ts";
export type { StandardJsonSchema } from "./standard-schema.ts";

/**
 * A tool of Mastra.
 *
 * @example
 * const tool: MastraTool | undefined = mastraTools(agent)["load_skill"];
 */
export interface MastraTool {
  readonly id: string;
  readonly description: string;
  readonly inputSchema: StandardJsonSchema;
  readonly execute: (input: unknown) => Promise<unknown>;
  /** Shows the model a picture or a PDF that it reads; only its description is stored. */
  readonly toModelOutput?: (output: unknown) => Promise<AiSdkModelOutput>;
}

/**
 * Returns the tools of an agent for the `tools` of a Mastra agent, with the application's own, whose calls the agent's gate checks
 * first. A refusal is thrown, so that the model, traces and evaluations get it as an error.
 *
 * @throws TypeError if an own tool has the name of a skill tool.
 * @example
 * const agent = await agentSkills(skills, { gate: createToolGate });
 * const tools = mastraTools(agent, { shell });
 * const clerk = new Agent({ id: "clerk", name: "Clerk", model, instructions: agent.systemPrompt, tools });
 */
export function mastraTools<Own extends Readonly<Record<string, OwnTool>> = Record<string, MastraTool>>(
  agent: Pick<AgentSkills, "tools" | "check">,
  own?: Own,
): Own & Record<string, MastraTool> {
  const tools = Object.fromEntries(agent.tools.map((tool) => [tool.name, toMastra(tool, agent.tools)]));
  return { ...guarded(agent, own, raise), ...tools };
}

function toMastra(
  { name, description, inputSchema, execute, readWhole }: SkillTool,
  tools: readonly SkillTool[],
): MastraTool {
  return {
    id: name,
    description,
    inputSchema: standardSchema(inputSchema),
    execute: async (input) => raise(await execute(input)),
    ...(readWhole !== undefined && { toModelOutput: async (output) => aiSdkModelOutput(tools, output) }),
  };
}
