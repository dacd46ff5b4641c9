/** Selectors: which skills stand in the index for one query. */
import type { Skill } from "../access.ts";
import type { MaybePromise } from "../guard/outcome.ts";
import { searchSkills, type SearchIndex } from "./search-index.ts";

/** Picks ids among candidates. Their order does not count: the index keeps the order of the candidates. */
export type Selector = (query: string, candidates: readonly Skill[]) => MaybePromise<readonly string[]>;

/** What an external selector is asked. */
export interface SelectionRequest {
  readonly query: string;
  readonly candidates: readonly Pick<Skill, "id" | "name" | "description">[];
  /** How many are wanted; undefined leaves it to the selector. */
  readonly k?: number;
}

/** Leaves the choice to the model: all skills. */
export const allSelector: Selector = (_query, candidates) => candidates.map(({ id }) => id);

/**
 * Skills that carry any of the tags. Blanks around a tag do not count, case does; no tag selects nothing.
 *
 * @example
 * executor.setSelector(tagSelector(["billing", "tax"]));
 */
export function tagSelector(tags: readonly string[]): Selector {
  const wanted = new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ""));
  return (_query, candidates) =>
    candidates.filter((skill) => skill.tags.some((tag) => wanted.has(tag))).map(({ id }) => id);
}

/**
 * Asks a service, such as an embedding search. It is not asked for an empty query; when it fails, or names no
 * candidate, all skills stay.
 *
 * @example
 * executor.setSelector(externalSelector(({ query, candidates, k }) => rank(query, candidates, k), { k: 10 }));
 */
export function externalSelector(
  select: (request: SelectionRequest) => MaybePromise<readonly string[]>,
  options: { readonly k?: number } = {},
): Selector {
  return async (query, candidates) => {
    const all = candidates.map(({ id }) => id);
    if (query.trim() === "") return all;
    try {
      const shown = candidates.map(({ id, name, description }) => ({ id, name, description }));
      const picked = new Set(await select({ query, candidates: shown, ...options }));
      const known = all.filter((id) => picked.has(id));
      return known.length > 0 ? known : all;
    } catch {
      return all;
    }
  };
}

/**
 * Ranks by words (BM25) with an index, which is best the one made while building. All skills stay for an empty query and for
 * one that nothing matches.
 *
 * @example
 * executor.setSelector(searchSelector(await searchIndexOf(skills), { k: 8 }));
 */
export function searchSelector(index: SearchIndex, options: { readonly k?: number } = {}): Selector {
  return externalSelector(({ query, candidates, k }) => {
    const admitted = new Set(candidates.map(({ id }) => id));
    return searchSkills(index, query, k ?? 10, (id) => admitted.has(id)).map(({ id }) => id);
  }, options);
}

/** Candidates that a selector picks, in the order of the candidates. */
export async function applySelector(
  selector: Selector | undefined,
  query: string,
  candidates: readonly Skill[],
): Promise<readonly Skill[]> {
  if (selector === undefined) return candidates;
  const picked = new Set(await selector(query, candidates));
  return candidates.filter(({ id }) => picked.has(id));
}
