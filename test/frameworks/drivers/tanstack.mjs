// A whole turn with chat() of TanStack AI and a scripted adapter.
import { chat, maxIterations, toolDefinition } from "@tanstack/ai";
import { agentSkills } from "skillc/agent";
import { createToolGate } from "skillc/runtime";
import { tanstackTools } from "skillc/tanstack";
import { commandSchema, nextCall, report } from "./script.mjs";
import { skills } from "./skills/index.js";

let last;
const adapter = {
  kind: "text",
  name: "scripted",
  model: "scripted",
  async *chatStream(options) {
    const { messages, systemPrompts } = options;
    const tools = options.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    last = { messages, tools };
    const call = nextCall({ systemPrompts, messages, tools });
    const run = { runId: "r", threadId: "t", model: "scripted", timestamp: 0 };
    yield { type: "RUN_STARTED", ...run };
    if (call === undefined) {
      yield { type: "TEXT_MESSAGE_START", messageId: "m", role: "assistant", ...run };
      yield { type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: "done", ...run };
      yield { type: "TEXT_MESSAGE_END", messageId: "m", ...run };
    } else {
      yield { type: "TOOL_CALL_START", toolCallId: call.id, toolCallName: call.name, toolName: call.name, ...run };
      yield { type: "TOOL_CALL_ARGS", toolCallId: call.id, delta: JSON.stringify(call.input), ...run };
      yield { type: "TOOL_CALL_END", toolCallId: call.id, toolCallName: call.name, toolName: call.name, ...run };
    }
    yield { type: "RUN_FINISHED", finishReason: call === undefined ? "stop" : "tool_calls", ...run };
  },
};

const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });
const bash = toolDefinition({ name: "Bash", description: "Runs a command.", inputSchema: commandSchema }).server(
  async ({ command }) => `ran ${command}`,
);
const text = await chat({
  adapter,
  systemPrompts: [agent.systemPrompt],
  tools: tanstackTools(agent, [bash]),
  messages: [{ role: "user", content: "Fill in tax.pdf" }],
  agentLoopStrategy: maxIterations(20),
  stream: false,
});
const results = last.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
const errorOf = (content) => (content.startsWith('{"error"') ? JSON.parse(content) : {});
report({
  text,
  tools: last.tools.map(({ name }) => name),
  outputs: results.map((content) => errorOf(content).error ?? content),
  // TanStack AI writes the text of an error alone.
  errors: results.map((content) => Object.keys(errorOf(content)).join() === "error"),
});
