import type { Skill } from "../access.ts";
import { searchSkills, type SearchIndex } from "./search-index.ts";

/**
 * Picks ids among the candidates. Their order does not count: the index keeps the order of the candidates. In the
 * profile `promptkit`, the index lists all candidates if the query is empty or the selector throws or picks none.
 *
 * @example
 * const newestFirst: Selector = (_query, candidates) => candidates.map(({ id }) => id).reverse();
 */
export interface Selector {
  (query: string, candidates: readonly Skill[]): readonly string[] | Promise<readonly string[]>;
  /** Whether the selector ignores the query: it is then called without one, and may pick none, in every profile. */
  readonly ignoresQuery?: boolean;
}

/**
 * The request to an external selector.
 *
 * @example
 * createExternalSelector(({ query, candidates, k }: SelectionRequest) => rank(query, candidates, k));
 */
export interface SelectionRequest {
  readonly query: string;
  readonly candidates: readonly Pick<Skill, "id" | "name" | "description">[];
  /** How many skills to select; undefined leaves it to the selector. */
  readonly k?: number;
}

/**
 * Selects all skills: the model chooses.
 *
 * @example
 * executor.setSelector(allSelector);
 */
export const allSelector: Selector = (_query, candidates) => candidates.map(({ id }) => id);

/**
 * Creates a selector for the skills with any of the tags. Ignores spaces around a tag, but not case; without tags it
 * selects nothing.
 *
 * @example
 * executor.setSelector(createTagSelector(["billing", "tax"]));
 */
export function createTagSelector(tags: readonly string[]): Selector {
  const wanted = new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ""));
  const select: Selector = (_query, candidates) =>
    candidates.filter((skill) => skill.tags.some((tag) => wanted.has(tag))).map(({ id }) => id);
  return Object.assign(select, { ignoresQuery: true });
}

/**
 * Creates a selector that calls a service, such as an embedding search. It selects all skills for an empty query, if
 * the service fails, and if the service names no candidate.
 *
 * @example
 * executor.setSelector(createExternalSelector(({ query, candidates, k }) => rank(query, candidates, k), { k: 10 }));
 */
export function createExternalSelector(
  select: (request: SelectionRequest) => ReturnType<Selector>,
  options: { readonly k?: number } = {},
): Selector {
  return (query, candidates) =>
    selectOrAll(query, candidates, () => {
      const shown = candidates.map(({ id, name, description }) => ({ id, name, description }));
      return select({ query, candidates: shown, ...options });
    });
}

/** Returns the picked candidates; all of them without a query, after an error, and if no candidate was picked. */
async function selectOrAll(
  query: string,
  candidates: readonly Skill[],
  pick: () => ReturnType<Selector>,
): Promise<readonly string[]> {
  const all = candidates.map(({ id }) => id);
  if (query.trim() === "") return all;
  try {
    const picked = new Set(await pick());
    const known = all.filter((id) => picked.has(id));
    return known.length > 0 ? known : all;
  } catch {
    return all;
  }
}

/**
 * Creates a selector that ranks by words (BM25). It selects all skills for an empty query and if nothing matches.
 *
 * @example
 * executor.setSelector(createSearchSelector(searchIndexOf(skills), { k: 8 }));
 */
export function createSearchSelector(index: SearchIndex, options: { readonly k?: number } = {}): Selector {
  return createExternalSelector(({ query, candidates, k }) => {
    const admitted = new Set(candidates.map(({ id }) => id));
    return searchSkills(index, query, k ?? 10, (id) => admitted.has(id)).map(({ id }) => id);
  }, options);
}

/** What happens if a selector cannot select: `rejects` passes its error on, `all` selects every candidate. */
export type SelectorFailure = "rejects" | "all";

/** Returns the candidates that a selector picks, in the order of the candidates. */
export async function applySelector(
  selector: Selector | undefined,
  query: string,
  candidates: readonly Skill[],
  failure: SelectorFailure,
): Promise<readonly Skill[]> {
  if (selector === undefined) return candidates;
  const pick = (): ReturnType<Selector> => selector(query, candidates);
  const mayFail = failure === "rejects" || selector.ignoresQuery === true;
  const picked = new Set(await (mayFail ? pick() : selectOrAll(query, candidates, pick)));
  return candidates.filter(({ id }) => picked.has(id));
}
