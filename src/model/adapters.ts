/** The adapters that `module.adapters` names: the subpaths of this package whose code is in `runtime/adapters`. */
export const adapterNames = [
  "adk",
  "adk/native",
  "ai-sdk",
  "anthropic",
  "claude-agent-sdk",
  "cloudflare/native",
  "deepagents/native",
  "eve/native",
  "flue/native",
  "langchain",
  "mastra",
  "mastra/native",
  "mcp",
  "mcp/native",
  "openai",
  "openai/native",
  "strands",
  "strands/native",
  "tanstack",
] as const;

/** A subpath of this package with an adapter. */
export type AdapterName = (typeof adapterNames)[number];
