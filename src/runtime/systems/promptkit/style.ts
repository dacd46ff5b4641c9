import { plainIndex, type IndexFormat } from "../../prompt/index-format.ts";

export const promptkitIndex: IndexFormat = plainIndex;

export const promptkitBehavior = [
  { indexStyle: "promptkit", selectorFailure: "all", resources: "tree", dialect: "none" },
  {
    filterMode: "go",
    filterReach: "application",
    preloads: "counted",
    toolList: "as-written",
    toolPatterns: "literal",
    descriptions: "raw",
  },
] as const;
