/** The code that docs/agents.md shows: the tests check that it is short and fits the real packages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const DOCS = join(import.meta.dirname, "../../docs");

/**
 * Returns the first code block below a heading of docs/agents.md.
 *
 * @throws Error if there is none, or if more than five of its lines are neither imports nor blank: the promise of the
 * document.
 */
export function glueOf(heading: string): string {
  const block = blockOf("agents", heading);
  const lines = block.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("import "));
  if (lines.length > 5) throw new Error(`The code below "${heading}" has ${lines.length} lines without imports`);
  return block.replaceAll('"#skills"', '"./skills/index.js"');
}

/** Returns the first code block below a heading of the third level. Throws if there is none. */
export function blockOf(page: string, heading: string): string {
  const section =
    readFileSync(join(DOCS, `${page}.md`), "utf8")
      .split(`\n### ${heading}\n`)[1]
      ?.split(/\n##/)[0] ?? "";
  const block = /^```ts\n(.*?)^```$/ms.exec(section)?.[1];
  if (block === undefined) throw new Error(`docs/${page}.md has no code below "${heading}"`);
  return block;
}
