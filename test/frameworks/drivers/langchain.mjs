// A whole turn with createAgent of LangChain and with createReactAgent of LangGraph, with a scripted chat model.
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { createAgent, tool } from "langchain";
import { agentSkills } from "skillc/agent";
import { langchainTools } from "skillc/langchain";
import { createToolGate } from "skillc/runtime";
import { commandSchema, nextCall, report } from "./script.mjs";
import { skills } from "./skills/index.js";

let bound = [];
class ScriptedModel extends BaseChatModel {
  _llmType() {
    return "scripted";
  }
  bindTools(tools) {
    bound = tools.map((bindable) => convertToOpenAITool(bindable));
    return this;
  }
  async _generate(messages) {
    const call = nextCall({ messages, tools: bound });
    const tool_calls =
      call === undefined ? [] : [{ id: call.id, name: call.name, args: call.input, type: "tool_call" }];
    const message = new AIMessage({ content: call === undefined ? "done" : "", tool_calls });
    return { generations: [{ text: "", message }] };
  }
}

const model = new ScriptedModel({});
const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });
const bash = tool(({ command }) => `ran ${command}`, {
  name: "Bash",
  description: "Runs a command.",
  schema: commandSchema,
});
const tools = langchainTools(agent, tool, [bash]);
const graph =
  process.argv[2] === "langgraph"
    ? createReactAgent({ llm: model, prompt: agent.systemPrompt, tools })
    : createAgent({ model, systemPrompt: agent.systemPrompt, tools });
const { messages } = await graph.invoke(
  { messages: [{ role: "user", content: "Fill in tax.pdf" }] },
  { recursionLimit: 50 },
);
const results = messages.filter((message) => message.getType() === "tool");
report({
  text: messages.at(-1).content,
  tools: bound.map((definition) => definition.function.name),
  outputs: results.map(({ content }) => content),
  errors: results.map(({ status }) => status === "error"),
});
