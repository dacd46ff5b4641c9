/** A search index over skill metadata, ranked by BM25: built at the first search, in every engine the same. */
import type { AnySkills, Skill } from "../access.ts";

/**
 * The searched metadata of a skill.
 *
 * @example
 * const index = buildSearchIndex(catalog.skills satisfies readonly SearchableSkill[]);
 */
export type SearchableSkill = Pick<Skill, "id" | "description"> & Partial<Pick<Skill, "name" | "tags" | "whenToUse">>;

/**
 * An index for searching skills by words. Weights are integers, so that a search only adds them up: every engine returns
 * the same order.
 *
 * @example
 * const index: SearchIndex = buildSearchIndex(catalog.skills);
 */
export interface SearchIndex {
  readonly ids: readonly string[];
  /** By term: pairs of a position in `ids` and a weight in thousandths. */
  readonly terms: ReadonlyMap<string, readonly number[]>;
}

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
const NAME_WEIGHT = 3;
const TAG_WEIGHT = 2;

/**
 * Builds the index of some skills. The same skills give the same index in any order.
 *
 * @example
 * const index = buildSearchIndex(catalog.skills);
 */
export function buildSearchIndex(skills: readonly SearchableSkill[]): SearchIndex {
  const sorted = [...skills].sort((one, two) => (one.id < two.id ? -1 : 1));
  const terms = new Map<string, number[]>();
  const lengths = sorted.map((skill, at) => {
    let length = 0;
    for (const [term, count] of countTerms(skill)) {
      const postings = terms.get(term);
      if (postings === undefined) terms.set(term, [at, count]);
      else postings.push(at, count);
      length += count;
    }
    return length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  for (const postings of terms.values()) {
    const found = postings.length / 2;
    const rarity = Math.log(1 + (sorted.length - found + 0.5) / (found + 0.5));
    for (let at = 0; at < postings.length; at += 2) {
      const norm = K1 * (1 - B + (B * (lengths[postings[at] as number] as number)) / average);
      const count = postings[at + 1] as number;
      postings[at + 1] = Math.max(1, Math.round((1000 * rarity * count * (K1 + 1)) / (count + norm)));
    }
  }
  return { ids: sorted.map(({ id }) => id), terms };
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

/** An index is built once, however many agents of a process search. */
const indexes = /* @__PURE__ */ new WeakMap<AnySkills, SearchIndex>();

/**
 * Returns the index of all skills, which the first call builds: in about 40 ms per 1,000 skills.
 *
 * @example
 * executor.setSelector(createSearchSelector(searchIndexOf(skills), { k: 8 }));
 */
export function searchIndexOf(skills: AnySkills): SearchIndex {
  let index = indexes.get(skills);
  if (index === undefined) indexes.set(skills, (index = buildSearchIndex(skills.listForDir(""))));
  return index;
}

/** Words of a query that say nothing about a skill, in the form of `searchTerms`. */
const STOP_WORDS = /* @__PURE__ */ new Set(
  (
    "a about all an and any are as ask at be by can could do does for from get have how i if in into is it like make me my " +
    "need no not of on or our please should skill so some that the their them then there these they this to up us use user " +
    "want was we what when where which who why will with would you your"
  ).split(" "),
);
/** Shorter words begin too many others. */
export const MIN_PREFIX = 4;

/** Returns the words of a query that count: stop words only if it has no others. */
export function queryTerms(query: string): readonly string[] {
  const words = [...new Set(searchTerms(query))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

/** Scores each skill, in the order of the index: 0 without a common word. `longer` finds the terms that begin with a word. */
export function scoreSkills(
  { ids, terms }: SearchIndex,
  query: string,
  longer = (word: string): readonly string[] => [...terms.keys()].filter((term) => term.startsWith(word)),
): Int32Array {
  const scores = new Int32Array(ids.length);
  /** What a word adds to each skill: its own weight, or that of the best word that it begins. */
  const best = new Int32Array(ids.length);
  for (const word of queryTerms(query)) {
    const found: number[] = [];
    const note = (term: string, share: number): void => {
      const postings = terms.get(term) ?? [];
      for (let at = 0; at < postings.length; at += 2) {
        const document = postings[at] as number;
        if (best[document] === 0) found.push(document);
        best[document] = Math.max(best[document] as number, Math.ceil((postings[at + 1] as number) * share));
      }
    };
    note(word, 1);
    if (word.length >= MIN_PREFIX) for (const term of longer(word)) note(term, 0.25);
    for (const document of found) {
      (scores[document] as number) += best[document] as number;
      best[document] = 0;
    }
  }
  return scores;
}

/**
 * Returns the best skills for a query, best first, ties by id: those that have one of its words, or with a quarter of the
 * weight a word that begins with one of four letters or more. Stop words count only in a query that has no others.
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
  const hits: SearchHit[] = [];
  scoreSkills(index, query).forEach((score, at) => {
    const id = index.ids[at] as string;
    if (score > 0 && accept(id)) hits.push({ id, score });
  });
  return hits.sort((one, two) => two.score - one.score).slice(0, k);
}

/** Scripts without spaces between words: searched by pairs of characters. */
const UNSPACED =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+)/u;

/** Returns the words of a text as the index has them: lower case, compatibility forms folded, English plurals removed. */
export function searchTerms(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => (/^\w+$/.test(word) ? singular(word) : word.split(UNSPACED).flatMap(termsOfRun)));
}

function termsOfRun(run: string): string | string[] {
  if (run === "") return [];
  if (!UNSPACED.test(run)) return singular(run);
  const chars = Array.from(run);
  return chars.length === 1 ? chars : chars.slice(1).map((char, at) => `${chars[at]}${char}`);
}

/** The weak stemmer of Harman (1991): only plural endings. */
function singular(word: string): string {
  const isPlural = /^[a-z]{2,}[a-rtv-z]s$/.test(word) && !/(?:[ae]i|[aeo])es$/.test(word);
  return isPlural ? word.replace(/ies$/, "ys").slice(0, -1) : word;
}
