import { plainIndex, type IndexFormat } from "../../prompt/index-format.ts";

export const skillkitIndex: IndexFormat = plainIndex;

export const skillkitBehavior = [
  { indexStyle: "skillkit", forks: "always", dialect: "skillkit" },
  { descriptions: "raw", insertedValues: "rescanned" },
] as const;
