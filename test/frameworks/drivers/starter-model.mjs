// Asks the model of a starter with each environment of a list, whole and as a stream: prints the answers, or the errors.
// With WORKERS_AI, the binding of Workers AI plays what its API answers.
// node starter-model.mjs <question> <environments as JSON>
import { generateText, isStepCount, streamText } from "ai";
import { agentSkills } from "skillc/agent";
import { aiSdkTools } from "skillc/ai-sdk";
import { skills } from "./skills/index.js";
import { chooseModel } from "./starter/model.ts";
import { scriptedModel } from "./starter/scripted-model.ts";

/** The binding of Workers AI: it takes and returns what the chat completions of OpenAI do. */
const AI = {
  async run(_model, { messages }) {
    const prompt = messages.flatMap(({ role, content }) => {
      if (role === "system") return [{ role, content }];
      if (role === "user") return [{ role, content: [{ type: "text", text: content }] }];
      if (role !== "tool") return [];
      return [{ role, content: [{ type: "tool-result", output: { type: "json", value: JSON.parse(content) } }] }];
    });
    const [part] = (await scriptedModel.doGenerate({ prompt })).content;
    if (part.type === "text") return { response: part.text };
    const call = { id: part.toolCallId, type: "function", function: { name: part.toolName, arguments: part.input } };
    return { response: "", tool_calls: [call] };
  },
};

const [question, environments] = process.argv.slice(2);
const request = async (env) => {
  const agent = await agentSkills(skills);
  const parts = { instructions: agent.systemPrompt, tools: aiSdkTools(agent), stopWhen: isStepCount(20) };
  return { model: chooseModel(env), ...parts, prompt: question };
};
const ask = async ({ WORKERS_AI, ...given }) => {
  const env = WORKERS_AI ? { AI } : given;
  try {
    const { text } = await generateText(await request(env));
    // The API streams in a form of its own, which the package of the provider tests.
    return { text, streamed: WORKERS_AI ? text : await streamText(await request(env)).text };
  } catch (error) {
    return { error: error.message };
  }
};
const answers = [];
for (const env of JSON.parse(environments)) answers.push(await ask(env));
console.log(JSON.stringify(answers));
