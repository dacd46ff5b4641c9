// A whole turn with an agent of Google's ADK and a scripted model.
import { BaseLlm, FunctionTool, InMemoryRunner, LlmAgent } from "@google/adk";
import { adkTools } from "skillc/adk";
import { agentSkills } from "skillc/agent";
import { createToolGate } from "skillc/runtime";
import { z } from "zod";
import { nextCall, report } from "./script.mjs";
import { skills } from "./skills/index.js";

let last;
class ScriptedModel extends BaseLlm {
  async *generateContentAsync({ config, contents }) {
    last = { system: config.systemInstruction, tools: config.tools, contents };
    const call = nextCall(last);
    const part =
      call === undefined ? { text: "done" } : { functionCall: { id: call.id, name: call.name, args: call.input } };
    yield { content: { role: "model", parts: [part] } };
  }
  async connect() {
    throw new Error("not live");
  }
}

const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });
const bash = new FunctionTool({
  name: "Bash",
  description: "Runs a command.",
  parameters: z.object({ command: z.string() }),
  execute: ({ command }) => `ran ${command}`,
});
const clerk = new LlmAgent({
  name: "clerk",
  model: new ScriptedModel({ model: "scripted" }),
  // A brace in a description or a preloaded skill is text: ADK fails for an unknown variable.
  instruction: () => `${agent.systemPrompt}\n{unknown}`,
  tools: adkTools(agent, FunctionTool, [bash]),
});
const newMessage = { role: "user", parts: [{ text: "Fill in tax.pdf" }] };
let text = "";
for await (const { content } of new InMemoryRunner({ agent: clerk }).runEphemeral({ userId: "u", newMessage }))
  text = content?.parts?.[0]?.text ?? text;
const responses = last.contents.flatMap(({ parts }) => parts.flatMap(({ functionResponse }) => functionResponse ?? []));
if (!JSON.stringify(last.system).includes("{unknown}")) throw new Error("the instruction is not sent as it is");
report({
  text,
  tools: last.tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
  outputs: responses.map(({ response }) => response.result ?? response.error ?? response),
  errors: responses.map(({ response }) => response.error !== undefined),
});
