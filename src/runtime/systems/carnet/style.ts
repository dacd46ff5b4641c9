import type { IndexFormat } from "../../prompt/index-format.ts";

export const carnetIndex: IndexFormat = {
  head: "",
  line: ({ id }, description) => `- **${id}**: ${description}`,
  empty: "",
};

export const carnetBehavior = [
  { indexStyle: "carnet", resources: "declared", body: "raw", dialect: "carnet" },
  { agentGrants: "ignored", loadedMetadata: "with-contents", resourceTexts: "raw", descriptions: "raw" },
] as const;
