/** The code that docs/agents.md shows: the tests check that it is short and fits the real packages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const DOCUMENT = join(import.meta.dirname, "../../docs/agents.md");

/**
 * Returns the first code block below a heading of docs/agents.md.
 *
 * @throws Error if there is none, or if more than five of its lines are neither imports nor blank: the promise of the
 * document.
 */
export function glueOf(heading: string): string {
  const section = readFileSync(DOCUMENT, "utf8").split(`\n### ${heading}\n`)[1]?.split(/\n##/)[0] ?? "";
  const block = /^```ts\n(.*?)^```$/ms.exec(section)?.[1];
  if (block === undefined) throw new Error(`docs/agents.md has no code below "${heading}"`);
  const lines = block.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("import "));
  if (lines.length > 5) throw new Error(`The code below "${heading}" has ${lines.length} lines without imports`);
  return block.replaceAll('"#skills"', '"./skills/index.js"');
}
