// The official client against a server with skills, in memory: the tools in a whole turn, then resources and prompts.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { agentSkills } from "skillc/agent";
import { checkedTool, registerSkills } from "skillc/mcp";
import { createToolGate } from "skillc/runtime";
import { z } from "zod";
import { nextCall, report } from "./script.mjs";
import { skills } from "./skills/index.js";

const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });
const server = new McpServer({ name: "skills", version: "1.0.0" }, { instructions: agent.systemPrompt });
registerSkills(server, agent, z);
const run = async ({ command }) => ({ content: [{ type: "text", text: `ran ${command}` }] });
const config = { description: "Runs a command.", inputSchema: { command: z.string() } };
server.registerTool("Bash", config, checkedTool(agent, "Bash", run));

const client = new Client({ name: "test", version: "1.0.0" });
const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(serverSide), client.connect(clientSide)]);

const failure = (error) => ({ failed: error.message });
if (process.argv[2] === "tools") {
  const { tools } = await client.listTools();
  const request = { system: client.getInstructions(), tools, messages: [] };
  for (let call; (call = nextCall(request)) !== undefined;) {
    const result = await client.callTool({ name: call.name, arguments: call.input });
    request.messages.push({ call, result });
  }
  const results = request.messages.map(({ result }) => result);
  report({
    text: "done",
    tools: tools.map(({ name }) => name),
    outputs: results.map(({ content }) => (content.length > 1 ? content : content[0].text)),
    errors: results.map(({ isError }) => isError),
  });
} else {
  const { tools } = await client.listTools();
  const { resources } = await client.listResources();
  const { prompts } = await client.listPrompts();
  const read = (uri) => client.readResource({ uri }).then(({ contents }) => contents[0], failure);
  const get = (name, args) =>
    client.getPrompt({ name, arguments: args }).then(({ messages }) => messages[0].content.text, failure);
  const answers = {
    schema: tools.find(({ name }) => name === "load_skill").inputSchema,
    errors: [
      (await client.callTool({ name: "load_skill", arguments: { name: "pfd" } })).isError,
      (await client.callTool({ name: "load_skill", arguments: { name: "pdf", arguments: null } })).isError,
      (await client.callTool({ name: "Bash", arguments: { command: "rm -rf /" } })).isError,
    ],
    resources: resources.map(({ uri, mimeType }) => [uri, mimeType]),
    prompts: prompts.map((prompt) => [prompt.name, prompt.arguments]),
    body: await read("skill://pdf/SKILL.md"),
    text: await read("skill://pdf/references/fields.md"),
    binary: await read("skill://pdf/assets/stamp.png"),
    refused: [
      await read("skill://till/SKILL.md"),
      await read("skill://vault/SKILL.md"),
      await read("skill://pdf/../till/SKILL.md"),
      await read("skill://pdf/%2e%2e/till/SKILL.md"),
      await read("skill://pfd/SKILL.md"),
    ],
    prompt: await get("pdf", { arguments: "tax.pdf" }),
    userOnly: await get("till", {}),
    hiddenPrompt: await get("vault", {}),
  };
  console.log(JSON.stringify(answers));
}
await client.close();
