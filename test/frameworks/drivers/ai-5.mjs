// The AI SDK 5: what the adapter says, and the form that it names.
import { generateText, jsonSchema, stepCountIs, tool } from "ai";
import { agentSkills } from "skillc/agent";
import { aiSdkTools } from "skillc/ai-sdk";
import { skills } from "./skills/index.js";

let asked = 0;
const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const model = {
  specificationVersion: "v2",
  provider: "scripted",
  modelId: "scripted",
  supportedUrls: {},
  async doGenerate({ prompt }) {
    const input = JSON.stringify({ name: "pdf", arguments: "tax.pdf" });
    const load = { type: "tool-call", toolCallId: "1", toolName: "load_skill", input };
    const isFirst = asked++ === 0;
    const content = [isFirst ? load : { type: "text", text: JSON.stringify(prompt) }];
    return { content, finishReason: isFirst ? "tool-calls" : "stop", usage, warnings: [] };
  },
};
const agent = await agentSkills(skills);
const request = { model, system: agent.systemPrompt, stopWhen: stepCountIs(5), prompt: "Fill in tax.pdf" };
let error;
try {
  await generateText({ ...request, tools: aiSdkTools(agent) });
} catch (thrown) {
  error = [thrown.constructor.name, thrown.message];
}
const own = agent.tools.map((one) => [one.name, tool({ ...one, inputSchema: jsonSchema(one.inputSchema) })]);
const { text } = await generateText({ ...request, tools: Object.fromEntries(own) });
console.log(JSON.stringify({ error, text }));
