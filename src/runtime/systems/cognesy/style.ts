import type { IndexFormat } from "../../prompt/index-format.ts";

export const cognesyIndex: IndexFormat = {
  head: "Available skills:",
  line: ({ id, argumentHint }, description) =>
    `- [${argumentHint === "" ? id : `${id} ${argumentHint}`}]: ${description}`,
  empty: "(no skills available)",
};

// `allowedToolsOf` says the same for a bundle without profiles.
export const cognesyBehavior = [
  { indexStyle: "cognesy", dialect: "cognesy", allowedTools: "restrict" },
  {
    toolPatterns: "literal",
    loadTool: "unchecked",
    failedLoad: "clears",
    modelOverride: "kept",
    descriptions: "raw",
    insertedValues: "rescanned",
  },
] as const;
