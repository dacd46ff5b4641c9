// A whole turn with an agent of Strands and a scripted model.
import { Agent, FunctionTool, Model, tool } from "@strands-agents/sdk";
import { agentSkills } from "skillc/agent";
import { createToolGate } from "skillc/runtime";
import { strandsTools } from "skillc/strands";
import { z } from "zod";
import { nextCall, report } from "./script.mjs";
import { skills } from "./skills/index.js";

let tools = [];
class ScriptedModel extends Model {
  updateConfig() {}
  getConfig() {
    return { modelId: "scripted" };
  }
  async *stream(messages, { systemPrompt, toolSpecs }) {
    tools = toolSpecs.map(({ name }) => name);
    const call = nextCall({ systemPrompt, toolSpecs, messages });
    yield { type: "modelMessageStartEvent", role: "assistant" };
    if (call === undefined) {
      yield { type: "modelContentBlockStartEvent" };
      yield { type: "modelContentBlockDeltaEvent", delta: { type: "textDelta", text: "done" } };
    } else {
      yield {
        type: "modelContentBlockStartEvent",
        start: { type: "toolUseStart", name: call.name, toolUseId: call.id },
      };
      const input = JSON.stringify(call.input);
      yield { type: "modelContentBlockDeltaEvent", delta: { type: "toolUseInputDelta", input } };
    }
    yield { type: "modelContentBlockStopEvent" };
    yield { type: "modelMessageStopEvent", stopReason: call === undefined ? "endTurn" : "toolUse" };
  }
}

const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });
const bash = tool({
  name: "Bash",
  description: "Runs a command.",
  inputSchema: z.object({ command: z.string() }),
  callback: ({ command }) => `ran ${command}`,
});
const clerk = new Agent({
  model: new ScriptedModel(),
  systemPrompt: agent.systemPrompt,
  tools: strandsTools(agent, FunctionTool, [bash]),
  printer: false,
});
const { lastMessage } = await clerk.invoke("Fill in tax.pdf");
const results = clerk.messages.flatMap(({ content }) => content.filter(({ type }) => type === "toolResultBlock"));
report({
  text: lastMessage.content[0].text,
  tools,
  outputs: results.map(({ content: [block] }) => block.json ?? block.text),
  errors: results.map(({ status }) => status === "error"),
});
