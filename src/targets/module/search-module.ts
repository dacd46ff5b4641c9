/** The search index as a separate module, loaded by the first search; one line per term. */
import type { Linked } from "../../model/linked.ts";
import type { OutputFile } from "../../model/output.ts";
import { buildSearchIndex, type SearchableSkill } from "../../runtime/select/search-index.ts";
import { literal, stringLiteral } from "./literals.ts";
import type { TargetContents } from "../target.ts";
import { HEAD, hashedPath, moduleFile } from "./module-file.ts";

/**
 * The least number of skills for which an index is written. Building one at run time takes about 0.15 ms per skill:
 * negligible for few, more than the 10 ms of a small Worker's request for many.
 */
const FEWEST = 50;

export function hasSearchIndex({ skills }: Pick<Linked, "skills">): boolean {
  return skills.length >= FEWEST;
}

/** Returns the module; where only bodies have changed, it is the same file, and need not be made again. */
export function searchModule({ skills }: Pick<Linked, "skills">, contents: TargetContents): OutputFile {
  const inputs = skills.map(({ entry: { id, name, description, tags, whenToUse } }) => {
    return { id, name, description, tags, ...(whenToUse !== undefined && { whenToUse }) };
  });
  const path = hashedPath("search.js", inputs, contents);
  return moduleFile({ path, role: "lazy", kind: "part", inputs, chunks: () => [searchText(inputs)] }, contents);
}

function searchText(skills: readonly SearchableSkill[]): string {
  const { version, ids, terms } = buildSearchIndex(skills);
  const rows = terms.map(([term, ...postings]) => `[${stringLiteral(term)},${postings.join()}],\n`);
  return `${HEAD}export const index = { version: ${version}, ids: ${literal(ids)}, terms: [\n${rows.join("")}] };\n`;
}
