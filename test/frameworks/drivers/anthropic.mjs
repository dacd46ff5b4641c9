// A whole turn with the tool runner and with plain requests, against a server that plays the provider.
import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { agentSkills } from "skillc/agent";
import { answerCalls, anthropicTools } from "skillc/anthropic";
import { createToolGate } from "skillc/runtime";
import { commandSchema, report, startProvider } from "./script.mjs";
import { skills } from "./skills/index.js";

const outputs = new Map();
let tools = [];
const provider = await startProvider((call, body) => {
  // On a message thread, only the first request has the tools.
  tools = body.tools?.map(({ name }) => name) ?? tools;
  for (const { content } of body.messages)
    for (const block of typeof content === "string" ? [] : content)
      if (block.type === "tool_result") outputs.set(block.tool_use_id, block);
  return {
    id: `msg_${outputs.size}`,
    type: "message",
    role: "assistant",
    model: body.model,
    content: [
      call === undefined
        ? { type: "text", text: "done" }
        : { type: "tool_use", id: call.id, name: call.name, input: call.input },
    ],
    stop_reason: call === undefined ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
});
const client = new Anthropic({ apiKey: "none", baseURL: provider.url });
const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });
const bash = betaTool({
  name: "Bash",
  description: "Runs a command.",
  inputSchema: commandSchema,
  run: ({ command }) => `ran ${command}`,
});
const request = { model: "claude", max_tokens: 1000, system: agent.systemPrompt };
const messages = [{ role: "user", content: "Fill in tax.pdf" }];

let message;
const [api] = process.argv.slice(2);
if (api !== "messages") {
  const thread = api === "runner" ? { thread: false } : {};
  const runnable = anthropicTools(agent, [bash]);
  message = await client.beta.messages.toolRunner({ ...request, ...thread, tools: runnable, messages });
} else {
  const Bash = { execute: async ({ command }) => `ran ${command}` };
  const { run: _run, parse: _parse, ...definition } = bash;
  request.tools = [...anthropicTools(agent), definition];
  message = await client.messages.create({ ...request, messages });
  for (; message.stop_reason === "tool_use"; message = await client.messages.create({ ...request, messages }))
    messages.push(...(await answerCalls(agent, message, { Bash })));
}
const results = [...outputs.values()];
report({
  text: message.content[0].text,
  tools,
  outputs: results.map(({ content }) => content),
  errors: results.map(({ is_error }) => is_error),
});
provider.close();
