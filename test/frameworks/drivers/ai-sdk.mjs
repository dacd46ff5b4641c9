// A whole turn with the AI SDK: a scripted model loads a skill, reads a resource, tries a forbidden tool, and answers.
import * as ai from "ai";
import * as mocks from "ai/test";
import { agentSkills } from "skillc/agent";
import { aiSdkTools } from "skillc/ai-sdk";
import { createToolGate } from "skillc/runtime";
import { skills } from "./skills/index.js";

const major = mocks.MockLanguageModelV4 === undefined ? 6 : 7;
const calls = [
  ["load_skill", { name: "pdf", arguments: "tax.pdf" }],
  ["read_skill_resource", { name: "pdf", path: "references/fields.md" }],
  ["read_skill_resource", { name: "pdf", path: "assets/stamp.png" }],
  ["read_skill_resource", { name: "pdf", path: "../till/SKILL.md" }],
  ["load_skill", { name: "till" }],
  ["load_skill", { name: "vault" }],
  ["load_skill", { name: "pfd" }],
  ["Bash", { command: "rm -rf /" }],
  ["Bash", { command: "pdftk tax.pdf" }],
];
const seen = [];
/** What the model gets for each call. */
let shown = [];
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const Model = mocks.MockLanguageModelV4 ?? mocks.MockLanguageModelV3;
const model = new Model({
  doGenerate: async (options) => {
    seen.push({ prompt: JSON.stringify(options.prompt), tools: JSON.stringify(options.tools) });
    const call = calls[seen.length - 1];
    shown = options.prompt.flatMap(({ role, content }) => (role === "tool" ? content : [])).map(({ output }) => output);
    const content =
      call === undefined
        ? [{ type: "text", text: "done" }]
        : [{ type: "tool-call", toolCallId: `c${seen.length}`, toolName: call[0], input: JSON.stringify(call[1]) }];
    const unified = call === undefined ? "stop" : "tool-calls";
    return { content, finishReason: { unified, raw: unified }, usage, warnings: [] };
  },
});

const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });
const shell = {
  description: "Runs a command.",
  inputSchema: aiSdkTools(agent)["load_skill"].inputSchema,
  execute: async ({ command }) => `ran ${command}`,
};
const result = await ai.generateText({
  model,
  ...(major === 7 ? { instructions: agent.systemPrompt } : { system: agent.systemPrompt }),
  tools: aiSdkTools(agent, { Bash: shell }),
  stopWhen: (ai.stepCountIs ?? ai.isStepCount)(calls.length + 1),
  prompt: "Fill in tax.pdf",
});
console.log(
  JSON.stringify({
    major,
    text: result.text,
    outputs: result.steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output)),
    pictures: shown.flatMap((output) => (output.type === "content" ? [output.value] : [])),
    errors: result.steps.flatMap(({ content }) =>
      content.flatMap(({ type, error }) =>
        type === "tool-error" ? [{ message: error.message, code: error.code, nearest: error.nearest }] : [],
      ),
    ),
    // What the model is sent for them.
    toModel: [...seen.at(-1).prompt.matchAll(/"type":"error-text","value":"(?:Error: )?([^"]*)/g)].map(
      ([, text]) => text,
    ),
    steps: seen.length,
    // How often the index is sent in each step.
    indexes: seen.map(({ prompt, tools }) => `${prompt}${tools}`.split("Fills in PDF forms").length - 1),
    hidden: seen.some(({ prompt, tools }) => /Counts the money|Opens the vault/.test(prompt + tools)),
    schemas: JSON.parse(seen[0].tools).map(({ name, inputSchema }) => [name, inputSchema.type]),
  }),
);
