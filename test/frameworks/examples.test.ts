/** The examples in the docstrings of the adapters and of `agentSkills`, type-checked beside the frameworks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adapterNames } from "../../src/model/adapters.ts";
import { createFrameworkApp, frameworkMissing } from "./framework.ts";

const RUNTIME = join(import.meta.dirname, "../../src/runtime");
const SKILLS = 'import { skills } from "./skills/index.js";';
const AGENT = `
import { agentSkills, type AgentSkills, type AgentSkillsOptions } from "skillc/agent";
import { createToolGate, compileFilter } from "skillc/runtime";
declare const agent: AgentSkills<"pdf" | "review" | "till" | "vault">;
declare const prompt: string;
declare const run: (input: { command: string }) => Promise<string>;`;

/** What an application has before the code of an example: its imports, and values that are made elsewhere. */
const setups: readonly (readonly [pin: string, files: readonly string[], setup: string])[] = [
  [
    "ai-7",
    [
      "agent/agent-skills",
      "agent/agent-options",
      "agent/agent-index",
      "agent/left-out",
      "adapters/ai-sdk",
      "adapters/standard-schema",
    ],
    `${SKILLS}${AGENT}
import { generateText, isStepCount, tool } from "ai";
import { z } from "zod";
import { aiSdkTools, type AiSdkTool } from "skillc/ai-sdk";
declare const results: unknown[];
declare const messages: unknown[];
declare const model: Parameters<typeof generateText>[0]["model"] & { run(request: object): Promise<{ toolCalls: { name: string; input: unknown }[] }> };
const shell = tool({ description: "Runs", inputSchema: z.object({ command: z.string() }), execute: run });`,
  ],
  [
    "openai",
    ["adapters/openai"],
    `${AGENT}
import OpenAI from "openai";
import { Agent, tool as agentTool } from "@openai/agents";
import { z } from "zod";
import { openaiAgentTools, answerCalls, openaiTools, type OpenaiAgentPart, type OpenaiAgentTool, type OpenaiPart, type OpenaiTool, type OpenaiToolOutput } from "skillc/openai";
declare const client: OpenAI;
declare const model: string;
declare const input: string;
declare const response: OpenAI.Responses.Response;
declare const request: { model: string };
const execute = run;
const shell = Object.assign(agentTool({ name: "shell", description: "Runs", parameters: z.object({ command: z.string() }), execute }), { execute });`,
  ],
  [
    "openai",
    ["adapters/native/openai"],
    `
import { skills as compiled } from "./skills/index.js";
import { skills as sandboxSkills } from "@openai/agents/sandbox";
import { openaiSandboxSkills, type SandboxDirectory, type SandboxSkills } from "skillc/openai/native";
const skills = Object.assign(sandboxSkills, compiled);`,
  ],
  [
    "anthropic",
    ["adapters/anthropic"],
    `${AGENT}
import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { answerCalls, anthropicTools, type AnthropicBlock, type AnthropicTool, type AnthropicToolResult } from "skillc/anthropic";
declare const client: Anthropic;
declare const model: string;
declare const max_tokens: number;
declare const message: Anthropic.Message;
declare const messages: (Anthropic.MessageParam & Anthropic.Beta.BetaMessageParam)[];
const inputSchema = { type: "object", properties: { command: { type: "string" } } } as const;
const shell = Object.assign(betaTool({ name: "shell", description: "Runs", inputSchema, run: () => "" }), { execute: run });`,
  ],
  [
    "claude-agent-sdk",
    ["adapters/claude-agent-sdk"],
    `${AGENT.replace(/declare const run.*/, "")}
import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { z } from "zod";
import { claudeAgentServer, type ClaudeAgentServer, type ClaudeAgentTool, type ClaudeAgentZod } from "skillc/claude-agent-sdk";
import type { McpContent, McpToolResult } from "skillc/claude-agent-sdk";
declare const run: (input: { command: string }) => Promise<McpToolResult & { content: { type: "text"; text: string }[] }>;
const shell = tool("shell", "Runs", { command: z.string() }, run);`,
  ],
  [
    "langchain",
    ["adapters/langchain"],
    `${AGENT}
import { createAgent, tool } from "langchain";
import { z } from "zod";
import type { StructuredTool } from "@langchain/core/tools";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { langchainTools, type LangchainToolFactory } from "skillc/langchain";
declare const model: BaseChatModel;
const shell = tool(run, { name: "shell", description: "Runs", schema: z.object({ command: z.string() }) });`,
  ],
  [
    "mastra",
    ["adapters/mastra", "adapters/native/mastra"],
    `${SKILLS}${AGENT}
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { Workspace } from "@mastra/core/workspace";
import { z } from "zod";
import { mastraTools, type MastraTool } from "skillc/mastra";
import { mastraSkills, type MastraStat } from "skillc/mastra/native";
declare const model: ConstructorParameters<typeof Agent>[0]["model"];
const source = mastraSkills(skills);
const shell = createTool({ id: "shell", description: "Runs", inputSchema: z.object({ command: z.string() }), execute: run });`,
  ],
  [
    "tanstack",
    ["adapters/tanstack"],
    `${AGENT}
import { chat, toolDefinition, type AnyTextAdapter, type ModelMessage } from "@tanstack/ai";
import { tanstackTools, type TanstackTool } from "skillc/tanstack";
declare const adapter: AnyTextAdapter;
declare const messages: ModelMessage[];
const inputSchema = { type: "object", properties: { command: { type: "string" } } } as const;
const shell = toolDefinition({ name: "shell", description: "Runs", inputSchema }).server(async () => "done");`,
  ],
  [
    "strands",
    ["adapters/strands"],
    `${AGENT}
import { Agent, FunctionTool, tool, type Model } from "@strands-agents/sdk";
import { z } from "zod";
import { strandsTools, type StrandsToolClass } from "skillc/strands";
declare const model: Model;
const shell = tool({ name: "shell", description: "Runs", inputSchema: z.object({ command: z.string() }), callback: run });`,
  ],
  [
    "strands",
    ["adapters/native/strands"],
    `${SKILLS}
import { AgentSkills, Skill } from "@strands-agents/sdk/vended-plugins/skills";
import { strandsSkills, type StrandsSkill } from "skillc/strands/native";`,
  ],
  [
    "adk",
    ["adapters/adk", "adapters/native/adk"],
    `${SKILLS}${AGENT}
import { FunctionTool, LlmAgent, SkillToolset, type BaseLlm } from "@google/adk";
import { adkTools, type AdkToolClass } from "skillc/adk";
import { adkSkills, type AdkSkill } from "skillc/adk/native";
declare const model: BaseLlm;
declare const shell: FunctionTool;`,
  ],
  [
    "mcp-sdk",
    ["adapters/mcp"],
    `${AGENT.replace(/declare const run.*/, "")}
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { checkedTool, registerSkills, type McpConfig, type McpContent, type McpSkillServer, type McpToolResult, type McpZod } from "skillc/mcp";
declare const server: McpServer;
const run = async ({ command }: { command: string }): Promise<McpToolResult & { content: { type: "text"; text: string }[] }> => ({ content: [{ type: "text", text: command }] });`,
  ],
  [
    "mcp-server",
    ["adapters/native/mcp"],
    `${SKILLS}
import { McpServer } from "@modelcontextprotocol/server";
import { SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { parse } from "yaml";
import { mcpSkills, type McpResource, type McpSkillEntry, type McpSkillSource } from "skillc/mcp/native";
declare const server: McpServer;
declare const source: McpSkillSource;
declare const writeFile: (path: string, text: string) => Promise<void>;`,
  ],
  [
    "cloudflare-agents",
    ["adapters/native/cloudflare"],
    `${SKILLS}
import { loadSkillCatalog } from "agents/skills";
import { createSkillTools } from "agents/skills/tools/ai-sdk";
import { cloudflareSkills, cloudflareSkills024, type CloudflareListing, type CloudflareResult, type CloudflareSkillDescriptor, type CloudflareSkillSource, type CloudflareSkillSource024 } from "skillc/cloudflare/native";
declare const listing: CloudflareListing;`,
  ],
  [
    "deepagents",
    ["adapters/native/deepagents"],
    `${SKILLS}
import { createDeepAgent } from "deepagents";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { deepAgentsBackend, type DeepAgentsBackend, type DeepAgentsError, type DeepAgentsFile } from "skillc/deepagents/native";
declare const model: BaseChatModel;
declare const backend: DeepAgentsBackend;`,
  ],
  [
    "eve",
    ["adapters/native/eve"],
    `${SKILLS}
import { defineSkill } from "eve/skills";
import { eveSkills, type EveSkill } from "skillc/eve/native";`,
  ],
  [
    "flue",
    ["adapters/native/flue", "adapters/native/native-skills"],
    `${SKILLS}
import { defineSkill, useSkill } from "@flue/runtime";
import { flueSkills, type FlueSkill, type NativeOptions } from "skillc/flue/native";`,
  ],
];

/** Returns the code of the examples of a source file. */
function examplesOf(file: string): readonly string[] {
  const text = readFileSync(join(RUNTIME, `${file}.ts`), "utf8");
  return Array.from(text.matchAll(/^ \* @example\n((?: \*(?!\/).*\n)+)/gm), ([, code = ""]) =>
    code.replace(/^ \* ?/gm, ""),
  );
}

/** Puts an example into a function; what it imports, the setup has. */
function wrap(example: string, at: number): string {
  const code = example.replace(/^import .*\n/gm, "").replace("export default ", "return ");
  return /^\w+\(\) \{/.test(code)
    ? `export class Example${at} {\n${code}}`
    : `export async function example${at}() {\n${code}}`;
}

test.each(setups)("the examples of %s in %j", async (pin, files, setup) => {
  const examples = files.flatMap(examplesOf);
  expect(examples.length).toBeGreaterThan(0);
  if (frameworkMissing(pin) !== undefined) return;
  const app = await createFrameworkApp(pin);
  try {
    expect(await app.typeCheck([setup, ...examples.map(wrap)].join("\n"))).toBe("");
  } finally {
    await app.dispose();
  }
});

test("no adapter is forgotten", () => {
  const listed = new Set(setups.flatMap(([, files]) => files));
  const files = adapterNames.map((name) => `adapters/${name.replace(/(.+)\/native/, "native/$1")}`);
  expect(files.filter((file) => !listed.has(file))).toEqual([]);
});
