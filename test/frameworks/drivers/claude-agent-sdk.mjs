// A whole turn with the Claude Agent SDK and its command line, against a server that plays the Messages API.
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { agentSkills } from "skillc/agent";
import { claudeAgentServer } from "skillc/claude-agent-sdk";
import { createToolGate } from "skillc/runtime";
import { z } from "zod";
import { nextCall, report } from "./script.mjs";
import { skills } from "./skills/index.js";

let tools = [];
let messages = [];
const blocksFor = (body) => {
  const own = body.tools?.filter(({ name }) => name.startsWith("mcp__skills__")) ?? [];
  // The command line asks the model other things, too, such as a title.
  if (own.length === 0) return [{ type: "text", text: "ok" }];
  tools = own.map(({ name }) => name.replace("mcp__skills__", ""));
  ({ messages } = body);
  const call = nextCall({ system: body.system, messages: body.messages, tools: own });
  if (call === undefined) return [{ type: "text", text: "done" }];
  return [{ type: "tool_use", id: call.id, name: `mcp__skills__${String(call.name)}`, input: call.input }];
};
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  if (!request.url.startsWith("/v1/messages") || request.url.includes("count_tokens")) {
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ input_tokens: 1 }));
  }
  const body = JSON.parse(Buffer.concat(chunks).toString());
  const content = blocksFor(body);
  const [block] = content;
  const stop_reason = block.type === "text" ? "end_turn" : "tool_use";
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "m", type: "message", role: "assistant", model: body.model, stop_sequence: null, usage };
  if (!body.stream) {
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ ...message, content, stop_reason }));
  }
  response.setHeader("content-type", "text/event-stream");
  const send = (type, more) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  send("message_start", { message: { ...message, content: [], stop_reason: null } });
  const start = block.type === "text" ? { type: "text", text: "" } : { ...block, input: {} };
  send("content_block_start", { index: 0, content_block: start });
  const json = { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  send("content_block_delta", {
    index: 0,
    delta: block.type === "text" ? { type: "text_delta", text: block.text } : json,
  });
  send("content_block_stop", { index: 0 });
  send("message_delta", { delta: { stop_reason, stop_sequence: null }, usage });
  send("message_stop", {});
  return response.end();
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const agent = await agentSkills(skills, { gate: createToolGate, allowedTools: "restrict" });
const run = async ({ command }) => ({ content: [{ type: "text", text: `ran ${command}` }] });
const Bash = tool("Bash", "Runs a command.", { command: z.string() }, run);
const home = mkdtempSync(join(tmpdir(), "skillc-claude-"));
const options = {
  mcpServers: { skills: createSdkMcpServer(claudeAgentServer(agent, z, [Bash])) },
  allowedTools: ["mcp__skills"],
  tools: [],
  settingSources: [],
  cwd: home,
  env: {
    PATH: process.env.PATH,
    HOME: home,
    CLAUDE_CONFIG_DIR: home,
    ANTHROPIC_API_KEY: "k",
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_TELEMETRY: "1",
  },
};
let text = "";
for await (const message of query({ prompt: "Fill in tax.pdf", options }))
  if (message.type === "result") text = message.result;
const results = messages
  .flatMap(({ content }) => (Array.isArray(content) ? content : []))
  .filter(({ type }) => type === "tool_result");
report({
  text,
  tools,
  outputs: results.map(({ content }) => {
    if (typeof content === "string") return content;
    return content.length === 1 ? content[0].text : content;
  }),
  errors: results.map(({ is_error }) => is_error === true),
});
server.close();
process.exit(0);
