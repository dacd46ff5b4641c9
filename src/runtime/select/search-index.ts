/** A search index over skill metadata, ranked by BM25: built at build time, read at run time. */
import type { AnySkills, SearchIndex, Skill } from "../access.ts";

/**
 * The searched metadata of a skill.
 *
 * @example
 * const index = buildSearchIndex(catalog.skills satisfies readonly SearchableSkill[]);
 */
export type SearchableSkill = Pick<Skill, "id" | "description"> & Partial<Pick<Skill, "name" | "tags" | "whenToUse">>;

export type { SearchIndex } from "../access.ts";

/**
 * A search result.
 *
 * @example
 * const [best]: readonly SearchHit[] = searchSkills(index, "fill in a PDF form", 1);
 */
export interface SearchHit {
  readonly id: string;
  /** Thousandths of a BM25 score; comparable within one search. */
  readonly score: number;
}

const K1 = 1.2;
const B = 0.75;
/** Weights of words by field. */
const NAME_WEIGHT = 3;
const TAG_WEIGHT = 2;

/**
 * Builds the index of some skills. The same skills give the same JSON in any order.
 *
 * @example
 * const index = buildSearchIndex(catalog.skills);
 */
export function buildSearchIndex(skills: readonly SearchableSkill[]): SearchIndex {
  const sorted = [...skills].sort((one, two) => (one.id < two.id ? -1 : one.id > two.id ? 1 : 0));
  const documents = sorted.map(countTerms);
  const lengths = documents.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const places = new Map<string, number[]>();
  documents.forEach((counts, at) => {
    for (const term of counts.keys()) {
      const found = places.get(term);
      if (found === undefined) places.set(term, [at]);
      else found.push(at);
    }
  });
  const terms = [...places.keys()].sort().map((term): [string, ...number[]] => {
    const found = places.get(term) as number[];
    const rarity = Math.log(1 + (sorted.length - found.length + 0.5) / (found.length + 0.5));
    const postings = found.flatMap((at) => {
      const count = documents[at]?.get(term) as number;
      const norm = K1 * (1 - B + (B * (lengths[at] as number)) / average);
      return [at, Math.max(1, Math.round((1000 * rarity * count * (K1 + 1)) / (count + norm)))];
    });
    return [term, ...postings];
  });
  return { version: 1, ids: sorted.map(({ id }) => id), terms };
}

function countTerms({ id, name, description, tags, whenToUse }: SearchableSkill): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const term of searchTerms(text)) counts.set(term, (counts.get(term) ?? 0) + weight);
  };
  add(id, NAME_WEIGHT);
  if (name !== undefined && !id.endsWith(name)) add(name, NAME_WEIGHT);
  for (const tag of tags ?? []) add(tag, TAG_WEIGHT);
  add(description, 1);
  add(whenToUse ?? "", 1);
  return counts;
}

/**
 * Returns the index of a catalog: the one from the build, or else a new one.
 *
 * @example
 * executor.setSelector(createSearchSelector(await searchIndexOf(skills), { k: 8 }));
 */
export async function searchIndexOf(skills: AnySkills): Promise<SearchIndex> {
  return (await skills.searchIndex?.()) ?? buildSearchIndex(skills.listForDir(""));
}

/**
 * Returns the best skills for a query, best first, ties by id; only those that share a word with it.
 *
 * @param accept Excludes skills, such as those that a filter hides.
 * @example
 * searchSkills(index, "fill in a PDF form", 5); // [{ id: "pdf", score: 4210 }, …]
 */
export function searchSkills(
  index: SearchIndex,
  query: string,
  k = 10,
  accept: (id: string) => boolean = () => true,
): SearchHit[] {
  const scores = new Map<number, number>();
  for (const term of new Set(searchTerms(query))) {
    const postings = postingsOf(index, term);
    for (let at = 1; at < postings.length; at += 2) {
      const document = postings[at] as number;
      scores.set(document, (scores.get(document) ?? 0) + (postings[at + 1] as number));
    }
  }
  return [...scores]
    .map(([document, score]): SearchHit => ({ id: index.ids[document] as string, score }))
    .filter(({ id }) => accept(id))
    .sort((one, two) => two.score - one.score || (one.id < two.id ? -1 : 1))
    .slice(0, k);
}

function postingsOf({ terms }: SearchIndex, term: string): readonly (string | number)[] {
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const row = terms[middle] as SearchIndex["terms"][number];
    if (row[0] === term) return row;
    if (row[0] < term) low = middle + 1;
    else high = middle - 1;
  }
  return [];
}

/** Scripts without spaces between words: searched by pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u;

/**
 * Returns the words of a text as the index has them: lower case, compatibility forms folded, English plurals removed.
 *
 * @example
 * searchTerms("Refund invoices"); // ["refund", "invoice"]
 */
export function searchTerms(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => word.split(new RegExp(`(${UNSPACED.source})`, "u")).flatMap((run) => termsOfRun(run)));
}

function termsOfRun(run: string): string[] {
  if (run === "") return [];
  if (!UNSPACED.test(run)) return [singular(run)];
  const chars = Array.from(run);
  return chars.length === 1 ? chars : chars.slice(1).map((char, at) => `${chars[at]}${char}`);
}

/** The weak stemmer of Harman (1991): only plural endings. */
function singular(word: string): string {
  if (word.length < 4 || !/^[a-z]+s$/.test(word) || /(?:us|ss)$/.test(word)) return word;
  if (word.endsWith("ies")) return /[ae]ies$/.test(word) ? word : `${word.slice(0, -3)}y`;
  return /[aeo]es$/.test(word) ? word : word.slice(0, -1);
}
