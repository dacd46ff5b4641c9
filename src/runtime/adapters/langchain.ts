/** `skillc/langchain`: the tools of an agent for LangChain and LangGraph (`langchain` 1, `@langchain/core` 1). */
import type { AgentSkills } from "../agent/agent-skills.ts";
import { asText, isToolFailure, type SkillTool, type ToolFailure } from "../tools/tool.ts";
import { guardedList, parsedArguments, withMethod, type NamedTool } from "./own-tools.ts";

/**
 * The function `tool` of `langchain` or `@langchain/core/tools`, which creates a tool.
 *
 * @example
 * const create: LangchainToolFactory<StructuredTool> = tool;
 */
export type LangchainToolFactory<Tool> = (
  run: (input: unknown) => Promise<string>,
  // LangChain's type of a JSON Schema is mutable and has no index signature.
  // oxlint-disable-next-line typescript/no-explicit-any
  fields: { name: string; description: string; schema: any },
) => Tool;

/**
 * Returns the tools of an agent as LangChain tools, with the application's own tools, whose calls the agent's gate then
 * checks: a call that the active skills do not allow is not executed. The message of a refusal has the status `error`.
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
  return [...agent.tools.map((skillTool) => toLangchain(skillTool, tool)), ...checked];
}

interface Invokable {
  invoke(...args: readonly unknown[]): Promise<unknown>;
}

function toLangchain<Tool extends object>(
  { name, description, inputSchema, execute }: SkillTool,
  create: LangchainToolFactory<Tool>,
): Tool {
  const run = async (input: unknown): Promise<string> => asText(await execute(input));
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
  run: (input: unknown) => Promise<string>,
  call: unknown,
): Promise<unknown> {
  const { name = "refused" } = Object(call) as { readonly name?: string };
  const tool = create(run, { name, description: name, schema: { type: "object" } });
  return withStatus(await (tool as Invokable).invoke(call));
}

/** Marks the message of a refusal. */
function withStatus(message: unknown): unknown {
  const { content } = Object(message) as { readonly content?: unknown };
  return isToolFailure(parsedArguments(content)) ? Object.assign(message as object, { status: "error" }) : message;
}

/** Returns the input of a call: the tool node of an agent passes the whole call of the model. */
function argumentsOf(input: unknown): unknown {
  const isCall = typeof input === "object" && input !== null && "type" in input && input.type === "tool_call";
  return isCall && "args" in input ? input.args : input;
}
