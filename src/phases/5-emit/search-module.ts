/** Writes the search index as a separate module, loaded by the first search; one line per term. */
import type { Linked } from "../../model/linked.ts";
import { buildSearchIndex } from "../../runtime/select/search-index.ts";
import { HEAD } from "./content-files.ts";
import { literal, stringLiteral } from "./literals.ts";

/**
 * Minimum number of skills for a written index. Building one at run time takes about 0.15 ms per skill: negligible for
 * few skills, more than the 10 ms of a small Worker request for many.
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
