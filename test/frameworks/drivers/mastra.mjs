// A whole turn with an agent of Mastra and a scripted language model.
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { agentSkills } from "skillc/agent";
import { mastraTools } from "skillc/mastra";
import { createToolGate } from "skillc/runtime";
import { z } from "zod";
import { nextCall, report } from "./script.mjs";
import { skills } from "./skills/index.js";

let tools = [];
/** What the model gets for each call. */
let shown = [];
const parts = ({ prompt, tools: sent }) => {
  tools = sent.map(({ name }) => name);
  const call = nextCall({ prompt, tools: sent });
  shown = prompt.flatMap(({ role, content }) => (role === "tool" ? content : [])).map(({ output }) => output);
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  return call === undefined
    ? { content: [{ type: "text", text: "done" }], finishReason: "stop", usage, warnings: [] }
    : {
        content: [{ type: "tool-call", toolCallId: call.id, toolName: call.name, input: JSON.stringify(call.input) }],
        finishReason: "tool-calls",
        usage,
        warnings: [],
      };
};
const model = {
  specificationVersion: "v2",
  provider: "scripted",
  modelId: "scripted",
  supportedUrls: {},
  doGenerate: async (options) => parts(options),
  async doStream(options) {
    const { content, finishReason, usage } = parts(options);
    const chunks = [
      { type: "stream-start", warnings: [] },
      ...content.flatMap((part) =>
        part.type === "text"
          ? [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: part.text },
              { type: "text-end", id: "t" },
            ]
          : [part],
      ),
      { type: "finish", finishReason, usage },
    ];
    return { stream: ReadableStream.from(chunks) };
  },
};

const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });
const Bash = createTool({
  id: "Bash",
  description: "Runs a command.",
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) => `ran ${command}`,
});
const clerk = new Agent({
  id: "clerk",
  name: "Clerk",
  model,
  instructions: agent.systemPrompt,
  tools: mastraTools(agent, { Bash }),
});
const result = await clerk.generate("Fill in tax.pdf", { maxSteps: 20 });
report({
  text: result.text,
  tools,
  outputs: shown.map(({ value }) => value),
  errors: shown.map(({ type }) => type === "error-text"),
});
