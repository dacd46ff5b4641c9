/**
 * The agent frameworks that the adapters are tested with: what is installed, in which version, and the lowest Node that
 * its `engines` allow. The names are those of the directories in `.engines/frameworks`. Those with `byHand` have hundreds of
 * megabytes: `npm run frameworks:by-hand` installs and tests them, and `by-hand.json` keeps what was tested.
 */
export const frameworks = [
  { name: "ai-6", packages: ["ai@6.0.326", "zod@4.6.7"], node: "node" },
  { name: "ai-7", packages: ["ai@7.0.173", "zod@4.6.7"], node: "node22" },
  { name: "openai", packages: ["@openai/agents@0.20.0", "openai@7.57.0", "zod@4.6.7"], node: "node22" },
  { name: "anthropic", packages: ["@anthropic-ai/sdk@1.12.0"], node: "node" },
  {
    name: "langchain",
    packages: ["langchain@1.5.14", "@langchain/core@1.4.0", "@langchain/langgraph@1.7.3", "zod@4.6.7"],
    node: "node",
  },
  { name: "tanstack", packages: ["@tanstack/ai@0.58.0"], node: "node" },
  { name: "mcp-sdk", packages: ["@modelcontextprotocol/sdk@1.32.2", "zod@4.6.7"], node: "node" },
  {
    name: "mcp-server",
    packages: ["@modelcontextprotocol/server@2.4.0", "@modelcontextprotocol/client@2.4.0", "zod@4.6.7"],
    node: "node",
  },
  { name: "mcp-conformance", packages: ["@modelcontextprotocol/conformance@0.2.0-alpha.12"], node: "node22" },
  { name: "mastra", packages: ["@mastra/core@1.71.0", "zod@4.6.7"], node: "node22" },
  {
    name: "strands",
    // Two peers that it imports in any case.
    packages: [
      "@strands-agents/sdk@1.19.0",
      "@modelcontextprotocol/sdk@1.32.2",
      "@opentelemetry/api@1.9.0",
      "zod@4.6.7",
    ],
    node: "node22",
  },
  { name: "adk", packages: ["@google/adk@2.0.0", "zod@4.6.7"], node: "node" },
  {
    name: "cloudflare-agents",
    packages: ["agents@0.32.0", "ai@7.0.173", "@modelcontextprotocol/client@2.4.0", "zod@4.6.7"],
    node: "node22",
  },
  { name: "cloudflare-agents-0.24", packages: ["agents@0.24.0", "ai@6.0.326", "zod@4.6.7"], node: "node" },
  {
    name: "deepagents",
    packages: [
      "deepagents@1.14.1",
      "langchain@1.5.14",
      "@langchain/core@1.4.0",
      "@langchain/langgraph@1.7.3",
      "zod@4.6.7",
    ],
    node: "node",
  },
  { name: "eve", packages: ["eve@0.80.1"], node: "node24" },
  { name: "flue", packages: ["@flue/runtime@2.1.0"], node: "node22" },
  {
    name: "claude-agent-sdk",
    packages: ["@anthropic-ai/claude-agent-sdk@0.3.330", "zod@4.6.7"],
    node: "node22",
    byHand: true,
  },
  { name: "ai-5", packages: ["ai@5.0.277", "zod@4.6.7"], node: "node22" },
  { name: "genkit", packages: ["genkit@1.42.0"], node: "node22", byHand: true },
  { name: "voltagent", packages: ["@voltagent/core@2.10.0", "ai@6.0.326", "zod@4.6.7"], node: "node22", byHand: true },
  {
    name: "agent-kit",
    packages: ["@inngest/agent-kit@0.13.2", "inngest@4.24.0", "zod@4.6.7"],
    node: "node22",
    byHand: true,
  },
  { name: "copilot-sdk", packages: ["@github/copilot-sdk@1.0.14", "zod@4.6.7"], node: "node22", byHand: true },
  {
    name: "providers",
    packages: [
      "@ai-sdk/anthropic@4.0.105",
      "@ai-sdk/openai@4.0.118",
      "@anthropic-ai/sdk@1.12.0",
      "@cloudflare/workers-types@5.20261117.1",
      "@types/node@22.18.0",
      "ai@7.0.173",
      "workers-ai-provider@4.0.0",
      "zod@4.6.7",
    ],
    node: "node22",
  },
  {
    name: "opentelemetry",
    packages: [
      "@opentelemetry/api@1.10.0",
      "@opentelemetry/sdk-trace@3.1.1",
      "@opentelemetry/sdk-metrics@3.1.1",
      "@opentelemetry/context-async-hooks@3.1.1",
    ],
    node: "node22",
  },
];

/** What the starters of `templates/starters` need besides the frameworks, in the versions that they are tested with. */
export const starterPackages = [
  "@ai-sdk/anthropic@4.0.105",
  "@ai-sdk/openai@4.0.118",
  "@ai-sdk/react@4.0.177",
  "@cloudflare/workers-types@5.20261117.1",
  "@hono/node-server@2.1.8",
  "@types/aws-lambda@8.10.164",
  "@types/bun@1.4.5",
  "@types/react@19.3.0",
  "@types/react-dom@19.3.0",
  "esbuild@0.28.2",
  "hono@4.13.19",
  "next@16.4.6",
  "react@19.3.1",
  "react-dom@19.3.1",
  "typescript@7.0.2",
  "workers-ai-provider@4.0.0",
  "wrangler@4.164.0",
];
