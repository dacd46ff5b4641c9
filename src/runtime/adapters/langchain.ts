/** `skillc/langchain`: the tools of an agent for LangChain and LangGraph (`langchain` 1, `@langchain/core` 1). */
import type { AgentSkills } from "../agent/agent-skills.ts";
import { asText, isToolFailure, type SkillTool, type ToolFailure } from "../tools/tool.ts";
import { textOrParts } from "./pictures.ts";
import { guardedList, parsedArguments, withMethod, type NamedTool } from "./own-tools.ts";

/**
 * The function `tool` of `langchain` or `@langchain/core/tools`, which creates a tool.
 *
 * @example
 * const create: LangchainToolFactory<StructuredTool> = tool;
 */
export type LangchainToolFactory<Tool> = (
  // LangChain's type of a content block has an index signature.
  // oxlint-disable-next-line typescript/no-explicit-any
  run: (input: unknown) => Promise<any>,
  // LangChain's type of a JSON Schema is mutable and has no index signature.
  // oxlint-disable-next-line typescript/no-explicit-any
  fields: { name: string; description: string; schema: any },
) => Tool;

/**
 * Returns the tools of an agent as LangChain tools, with the application's own, whose calls the agent's gate checks first. The
 * message of a refusal has the status `error`.
 *
 * @throws TypeError if an own tool has the name of a skill tool.
 * @example
 * import { createAgent, tool } from "langchain";
 * const skilled = createAgent({ model, systemPrompt: agent.systemPrompt, tools: langchainTools(agent, tool, [shell]) });
 */
export function langchainTools<Tool extends object, Own extends NamedTool = never>(
  agent: Pick<AgentSkills, "tools" | "check">,
  tool: LangchainToolFactory<Tool>,
  own: readonly Own[] = [],
): (Tool | Own)[] {
  const deny = (failure: ToolFailure, input: unknown): Promise<unknown> =>
    answer(tool, async () => asText(failure), input);
  const checked = guardedList(agent, own, { method: "invoke", inputOf: argumentsOf, deny });
  return [...agent.tools.map((skillTool) => toLangchain(skillTool, tool, agent.tools)), ...checked];
}

interface Invokable {
  invoke(...args: readonly unknown[]): Promise<unknown>;
}

function toLangchain<Tool extends object>(
  { name, description, inputSchema, execute }: SkillTool,
  create: LangchainToolFactory<Tool>,
  tools: readonly SkillTool[],
): Tool {
  const run = async (input: unknown): Promise<unknown> =>
    textOrParts(
      tools,
      await execute(input),
      (text) => ({ type: "text", text }),
      ({ isImage, mediaType, data, filename }) => ({
        type: isImage ? "image" : "file",
        source_type: "base64",
        mime_type: mediaType,
        data,
        metadata: { filename },
      }),
    );
  const tool = create(run, { name, description, schema: inputSchema });
  const { invoke } = tool as Partial<Invokable>;
  if (invoke === undefined) return tool;
  return withMethod(tool, "invoke", async (...args) => {
    try {
      return withStatus(await Reflect.apply(invoke, tool, args));
    } catch (error) {
      // LangChain rejects what does not match the schema, such as an unknown id: the tool itself says what is similar.
      if (error instanceof Error && "output" in error) return answer(create, run, args[0]);
      throw error;
    }
  });
}

/** Answers a call as a tool that takes any input: with a message if the call is that of an agent. */
async function answer(
  create: LangchainToolFactory<object>,
  run: (input: unknown) => Promise<unknown>,
  call: unknown,
): Promise<unknown> {
  const { name = "refused" } = Object(call) as { readonly name?: string };
  const tool = create(run, { name, description: name, schema: { type: "object" } });
  return withStatus(await (tool as Invokable).invoke(call));
}

function withStatus(message: unknown): unknown {
  const { content } = Object(message) as { readonly content?: unknown };
  return isToolFailure(parsedArguments(content)) ? Object.assign(message as object, { status: "error" }) : message;
}

/** Returns the input of a call: the tool node of an agent passes the whole call of the model. */
function argumentsOf(input: unknown): unknown {
  const isCall = typeof input === "object" && input !== null && "type" in input && input.type === "tool_call";
  return isCall && "args" in input ? input.args : input;
}
