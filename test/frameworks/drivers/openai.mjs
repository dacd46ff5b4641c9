// A whole turn with the Responses API and with the Agents SDK, against a server that plays the provider.
import { Agent, run, setDefaultOpenAIClient, setTracingDisabled } from "@openai/agents";
import OpenAI from "openai";
import { agentSkills } from "skillc/agent";
import { openaiAgentTools, answerCalls, openaiTools } from "skillc/openai";
import { createToolGate } from "skillc/runtime";
import { tool } from "@openai/agents";
import { commandSchema, report, startProvider } from "./script.mjs";
import { skills } from "./skills/index.js";

const outputs = new Map();
let tools = [];
const provider = await startProvider((call, { input, tools: sent }) => {
  tools = sent.map(({ name }) => name);
  for (const item of input) if (item.type === "function_call_output") outputs.set(item.call_id, item.output);
  return {
    id: `resp_${outputs.size}`,
    object: "response",
    created_at: 0,
    status: "completed",
    model: "gpt-5",
    output: [
      call === undefined
        ? {
            type: "message",
            id: "msg_1",
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: "done", annotations: [] }],
          }
        : {
            type: "function_call",
            id: `f${call.id}`,
            call_id: call.id,
            name: call.name,
            arguments: JSON.stringify(call.input),
            status: "completed",
          },
    ],
    usage: {
      input_tokens: 1,
      output_tokens: 1,
      total_tokens: 2,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens_details: { reasoning_tokens: 0 },
    },
  };
});
const client = new OpenAI({ apiKey: "none", baseURL: provider.url });
const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });

if (process.argv[2] === "responses") {
  const Bash = { execute: async ({ command }) => `ran ${command}` };
  const bash = {
    type: "function",
    name: "Bash",
    description: "Runs a command.",
    parameters: commandSchema,
    strict: true,
  };
  const request = { model: "gpt-5", instructions: agent.systemPrompt, tools: [...openaiTools(agent), bash] };
  let response = await client.responses.create({ ...request, input: "Fill in tax.pdf" });
  for (let input; (input = await answerCalls(agent, response, { Bash })).length > 0;)
    response = await client.responses.create({ ...request, previous_response_id: response.id, input });
  report({ text: response.output_text, tools, outputs: [...outputs.values()] });
} else {
  setDefaultOpenAIClient(client);
  setTracingDisabled(true);
  const bash = tool({
    name: "Bash",
    description: "Runs a command.",
    parameters: commandSchema,
    execute: async ({ command }) => `ran ${command}`,
  });
  const clerk = new Agent({
    name: "Clerk",
    instructions: agent.systemPrompt,
    model: "gpt-5",
    tools: openaiAgentTools(agent, [bash]),
  });
  const { finalOutput } = await run(clerk, "Fill in tax.pdf", { maxTurns: 20 });
  report({ text: finalOutput, tools, outputs: [...outputs.values()] });
}
provider.close();
