/** The files that docs/plugins.md shows: a line with the path, then a block with the content. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface RecipeBlock {
  /** The heading above it. */
  readonly heading: string;
  /** Relative to the recipe. */
  readonly path: string;
  readonly text: string;
}

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/plugins.md"), "utf8");

export const recipeBlocks: readonly RecipeBlock[] = PAGE.split(/^## /m)
  .slice(1)
  .flatMap((section) =>
    Array.from(section.matchAll(/^`([^`\n]+)`:\n\n```\w+\n([^]*?)^```$/gm), ([, path = "", text = ""]) => ({
      heading: section.slice(0, section.indexOf("\n")),
      path,
      text,
    })),
  );
