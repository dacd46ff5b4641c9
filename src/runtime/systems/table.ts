/**
 * The five systems: how each lists skills, and how it behaves. Its dialect is in `dialects.ts` and its tools are in
 * `tools.ts`, so that a bundle has only what it uses. Without its directory and the lines that name it in the files
 * beside this one, a system is gone.
 */
import { plainIndex, type IndexFormat } from "../prompt/index-format.ts";
import { carnetBehavior, carnetIndex } from "./carnet/style.ts";
import { cognesyBehavior, cognesyIndex } from "./cognesy/style.ts";
import { fizeauBehavior, fizeauIndex } from "./fizeau/style.ts";
import { promptkitBehavior, promptkitIndex } from "./promptkit/style.ts";
import { skillkitBehavior, skillkitIndex } from "./skillkit/style.ts";

const markdownIndex: IndexFormat = {
  head: "## Skills\n",
  line: ({ id }, description) => `- **${id}**: ${description}`,
  empty: "",
};

export const indexStyles = {
  plain: plainIndex,
  markdown: markdownIndex,
  promptkit: promptkitIndex,
  skillkit: skillkitIndex,
  cognesy: cognesyIndex,
  carnet: carnetIndex,
  fizeau: fizeauIndex,
} satisfies Readonly<Record<string, IndexFormat>>;

export const behaviors = {
  standard: [{}, {}],
  promptkit: promptkitBehavior,
  skillkit: skillkitBehavior,
  cognesy: cognesyBehavior,
  carnet: carnetBehavior,
  fizeau: fizeauBehavior,
} as const;
