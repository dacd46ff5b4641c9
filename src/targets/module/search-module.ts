/** The search index as a separate module, loaded by the first search; one line per term. */
import type { Linked } from "../../model/linked.ts";
import { buildSearchIndex } from "../../runtime/select/search-index.ts";
import { literal, stringLiteral } from "./literals.ts";
import { HEAD } from "./module-file.ts";

/**
 * The least number of skills for which an index is written. Building one at run time takes about 0.15 ms per skill:
 * negligible for few, more than the 10 ms of a small Worker's request for many.
 */
const FEWEST = 50;

export function hasSearchIndex({ skills }: Pick<Linked, "skills">): boolean {
  return skills.length >= FEWEST;
}

export function searchModule({ skills }: Pick<Linked, "skills">): string {
  const { version, ids, terms } = buildSearchIndex(skills.map(({ entry }) => entry));
  const rows = terms.map(([term, ...postings]) => `[${stringLiteral(term)},${postings.join()}],\n`);
  return `${HEAD}export const index = { version: ${version}, ids: ${literal(ids)}, terms: [\n${rows.join("")}] };\n`;
}
