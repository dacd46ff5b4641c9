import { plainLine, type IndexFormat } from "../../prompt/index-format.ts";

export const fizeauIndex: IndexFormat = {
  head: "# Available Skills\n",
  line: plainLine,
  tail: "\nCall the load_skill tool with a skill name to load its full instructions.",
  empty: "",
};

export const fizeauBehavior = [
  { indexStyle: "fizeau", body: "raw", dialect: "none" },
  { descriptions: "raw" },
] as const;
