/**
 * The clients whose own loaders are run: what is installed, the profile that says what they do, and how they are asked.
 * `skills` is the directory of a project that they read. What a client cannot say is not compared: `says`.
 */
import { join } from "node:path";
import claudeCode from "../drivers/claude-code.mjs";
import codex from "../drivers/codex.mjs";
import { askClaudeCode, askCodex, askCommand } from "./ask.mjs";

const ALL = ["loads", "name", "description"];

/** How some clients change what they have read before they show it: skillc's catalog has the text as written. */
const trimmed = { as: "trimmed", name: (text) => text.trim(), description: (text) => text.trim() };
const shows = {
  trimmed,
  normalized: { ...trimmed, as: "trimmed, names in NFKC", name: (text) => text.trim().normalize("NFKC") },
  cut: { as: "cut at 1,024 UTF-16 units", name: (text) => text, description: (text) => text.slice(0, 1024) },
  printed: { as: "on one line, without control characters", name: onOneLine, description: onOneLine },
};

function onOneLine(text) {
  // oxlint-disable-next-line no-control-regex
  return text
    .replaceAll(/[\0-\x08\x0B-\x0C\x0E-\x1A\x1C-\x1F\x7F-\x9F]/g, "")
    .replaceAll(/[\r\n]+/g, " ")
    .trim();
}

/** A client whose loader is a function: `called/<name>.mjs` calls it. */
const called = (name, label, packages, profile, node = "node", more = {}) => ({
  name,
  label,
  packages,
  profile,
  node,
  skills: "skills",
  says: ALL,
  how: "its own function",
  ...more,
});

/** @type {readonly import("./table.d.mts").Loader[]} */
export const loaders = [
  {
    name: "claude-code",
    label: "Claude Code",
    packages: claudeCode.packages,
    profile: "claude-code",
    skills: claudeCode.skills,
    says: ALL,
    how: "the request to the model, with a budget of 100,000,000 characters",
    ask: (run) => askClaudeCode(claudeCode.binary(run.modules), run),
  },
  {
    name: "codex",
    label: "Codex",
    packages: codex.packages,
    profile: "codex",
    skills: codex.skills,
    says: ALL,
    how: "`skills/list` of its app server",
    ask: (run) => askCodex(codex.binary(run.modules), run),
  },
  {
    name: "copilot",
    label: "GitHub Copilot CLI",
    packages: ["@github/copilot@1.0.102"],
    profile: "copilot",
    skills: ".github/skills",
    says: ALL,
    how: "`copilot skill list --json`",
    ask: (run) =>
      askCommand(
        join(run.modules, `@github/copilot-${process.platform}-${process.arch}`, "copilot"),
        ["skill", "list", "--json"],
        run,
      ),
  },
  {
    name: "opencode",
    label: "OpenCode",
    packages: ["opencode-ai@1.18.33"],
    profile: "opencode",
    skills: ".opencode/skills",
    says: ALL,
    how: "`opencode debug skill`",
    ask: (run) =>
      askCommand(
        join(run.modules, `opencode-${process.platform}-${process.arch}`, "bin/opencode"),
        ["debug", "skill"],
        run,
      ),
  },
  called("gemini", "Gemini CLI", ["@google/gemini-cli-core@0.61.0"], "gemini"),
  called("oh-my-pi", "oh-my-pi", ["@oh-my-pi/pi-coding-agent@18.2.3", "@oven/bun-linux-x64@1.4.5"], "oh-my-pi", "bun", {
    skills: ".omp/skills",
  }),
  called("eve", "eve", ["eve@0.80.1"], "eve", "node24"),
  called("mcp-server", "MCP TypeScript SDK", ["@modelcontextprotocol/server@2.4.0", "zod@4.6.7"], "mcp"),
  called("skills-ref", "skills-ref", ["skills-ref@0.1.5"], "skills-ref", "node", { shows: shows.trimmed }),
  called("skills-cli", "skills CLI", ["skills@1.7.4"], "skills-cli", "node22", { shows: shows.printed }),
  called("intent", "TanStack Intent", ["@tanstack/intent@0.4.0"], "intent", "node", {
    says: ["loads"],
    how: "`intent validate`",
  }),
  called(
    "deepagents",
    "deepagents",
    ["deepagents@1.14.1", "langchain@1.5.14", "@langchain/core@1.4.0", "@langchain/langgraph@1.7.3", "zod@4.6.7"],
    "deepagents",
    "node",
    { shows: shows.cut },
  ),
  called("flue", "Flue", ["@flue/runtime@2.1.0"], "flue", "node22", { shows: shows.trimmed }),
  called(
    "agents",
    "Cloudflare Agents",
    ["agents@0.32.0", "ai@7.0.173", "@modelcontextprotocol/client@2.4.0", "zod@4.6.7"],
    "cloudflare-agents",
    "node22",
    { shows: shows.normalized },
  ),
  called("mastra", "Mastra", ["@mastra/core@1.71.0", "zod@4.6.7"], "mastra", "node22"),
  called("adk", "Google ADK", ["@google/adk@2.0.0", "zod@4.6.7"], "adk"),
  called(
    "strands",
    "Strands Agents",
    ["@strands-agents/sdk@1.19.0", "@modelcontextprotocol/sdk@1.32.2", "@opentelemetry/api@1.9.0", "zod@4.6.7"],
    "strands",
    "node22",
  ),
];
