/** The adapters that `module.adapters` names: the subpaths of this package whose code is in `runtime/adapters`. */
export const adapterNames = [
  "adk",
  "adk-tools",
  "ai-sdk",
  "anthropic",
  "claude-agent-sdk",
  "cloudflare",
  "deepagents",
  "eve",
  "flue",
  "langchain",
  "mastra",
  "mastra-tools",
  "mcp",
  "mcp-sdk",
  "openai",
  "openai-sandbox",
  "strands",
  "strands-tools",
  "tanstack",
] as const;

/** A subpath of this package with an adapter. */
export type AdapterName = (typeof adapterNames)[number];
