/**
 * Finds texts that share most of their words: exactly, and for 10,000 texts in some tenths of a second. Two sets with this
 * overlap share one of the rarest words of each, so a text is compared only with those that have one of its rarest words
 * among their own.
 */

import type { KnownResults } from "../../model/known-results.ts";
import { isSameList } from "../../model/once-per.ts";

/** The share of common words among all words of both is above 4/5. Whole numbers: no rounding decides. */
const OVERLAP = { part: 4, of: 5 } as const;
/** Shorter texts overlap because of a few common words. */
const MIN_WORDS = 6;

export interface Overlap {
  /** Position of the earlier text. */
  readonly one: number;
  readonly other: number;
  /** Share of common words among all words of both, from 0 to 1. */
  readonly share: number;
}

/** The words of a text as numbers, the rarest first. */
type WordSet = Int32Array;

/** The sets of all texts, and what excludes nearly all pairs of them without a look at their words. */
interface WordSets {
  readonly sets: readonly WordSet[];
  /** Numbers of words. */
  readonly sizes: Int32Array;
  /** `BIT_WORDS` of each text, with a bit for each of its words. */
  readonly bits: Int32Array;
}

/** The last question: most edits change no description. */
let last: { readonly texts: readonly string[]; readonly overlaps: readonly Overlap[] } = { texts: [], overlaps: [] };

/** Returns for each text the first earlier one that overlaps with it. */
export function findOverlaps(texts: readonly string[], known?: KnownResults): readonly Overlap[] {
  if (!isSameList(last.texts, texts))
    last = { texts, overlaps: known === undefined ? compareAll(texts) : compareUnlessKnown(texts, known) };
  return last.overlaps;
}

function compareUnlessKnown(texts: readonly string[], { get, set }: KnownResults): readonly Overlap[] {
  const question = ["overlaps", ...texts] as const;
  const known = get(question);
  if (known !== undefined) return JSON.parse(known) as readonly Overlap[];
  const overlaps = compareAll(texts);
  set(question, JSON.stringify(overlaps));
  return overlaps;
}

function compareAll(texts: readonly string[]): readonly Overlap[] {
  const all = toSets(texts.map(wordsOf));
  const { sets, sizes } = all;
  const found = new Map<number, Overlap>();
  /** Earlier texts by one of their rarest words, and by all their words. */
  const byWord = new Map<number, { readonly texts: number[]; readonly left: number[] }>();
  const bySet = new Map<string, number>();
  /** The last text that each text was compared with. */
  const compared = new Int32Array(sets.length);
  for (const [other, set] of sets.entries()) {
    if (set.length < MIN_WORDS) continue;
    const key = set.join();
    const equal = bySet.get(key);
    if (equal !== undefined) {
      // What overlaps with one of two equal texts overlaps with the other.
      found.set(other, { ...(found.get(equal) ?? { one: equal, share: 1 }), other });
      continue;
    }
    bySet.set(key, other);
    let first: Overlap | undefined;
    for (const [at, word] of rarestOf(set).entries()) {
      const earlier = byWord.get(word) ?? { texts: [], left: [] };
      const left = set.length - at;
      const { texts: ones } = earlier;
      // Indices: this loop runs 20 million times for 10,000 texts.
      for (let index = 0; index < ones.length; index++) {
        const one = ones[index] as number;
        if (first !== undefined && one >= first.one) break;
        if (compared[one] === other) continue;
        compared[one] = other;
        // This is the first word that they share, so they share no more than what is left.
        const most = Math.min(left, earlier.left[index] as number);
        if (most < neededOf((sizes[one] as number) + set.length)) continue;
        const share = mayOverlap(all, one, other) ? shareOf(sets[one] as WordSet, set) : 0;
        if (share > 0) first = { one, other, share };
      }
      earlier.left.push(left);
      if (earlier.texts.push(other) === 1) byWord.set(word, earlier);
    }
    if (first !== undefined) found.set(other, first);
  }
  return [...found.values()];
}

/** More than 4/5 of the words are shared: one of the others and one more is. */
function rarestOf(words: WordSet): WordSet {
  return words.subarray(0, words.length - Math.floor((OVERLAP.part * words.length) / OVERLAP.of));
}

/** Returns the least number of common words of two texts that overlap: shared / (both - shared) > part / of. */
function neededOf(both: number): number {
  return Math.floor((OVERLAP.part * both) / (OVERLAP.part + OVERLAP.of)) + 1;
}

/** Compares bits only: a bit that the other text lacks is a word that it lacks. */
function mayOverlap({ sizes, bits }: WordSets, one: number, other: number): boolean {
  const first = sizes[one] as number;
  const needed = neededOf(first + (sizes[other] as number));
  let room = first - needed;
  for (let at = one * BIT_WORDS, to = other * BIT_WORDS, end = at + BIT_WORDS; at < end; at++, to++) {
    const missing = (bits[at] as number) & ~(bits[to] as number);
    if (missing === 0) continue;
    room -= countBits(missing);
    if (room < 0) return false;
  }
  return true;
}

/** Returns the share of common words among all words of both; 0 if it is not above the limit. */
function shareOf(first: WordSet, second: WordSet): number {
  const both = first.length + second.length;
  const needed = neededOf(both);
  let shared = 0;
  for (let i = 0, j = 0; i < first.length && j < second.length;) {
    if (shared + Math.min(first.length - i, second.length - j) < needed) return 0;
    const order = (first[i] as number) - (second[j] as number);
    if (order === 0) shared++;
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return shared < needed ? 0 : shared / (both - shared);
}

/** Numbers the words by rarity, then by code units. */
function toSets(lists: readonly ReadonlySet<string>[]): WordSets {
  const counts = new Map<string, number>();
  for (const list of lists) for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort(([one, few], [two, many]) => few - many || (one < two ? -1 : 1));
  const numbers = new Map(sorted.map(([word], number) => [word, number]));
  const bits = new Int32Array(lists.length * BIT_WORDS);
  const sets = lists.map((list, text) => {
    const words = Int32Array.from(list, (word) => numbers.get(word) as number).sort();
    for (const word of words) {
      const bit = word % (32 * BIT_WORDS);
      const at = text * BIT_WORDS + (bit >> 5);
      bits[at] = (bits[at] as number) | (1 << (bit & 31));
    }
    return words;
  });
  return { sets, sizes: Int32Array.from(sets, ({ length }) => length), bits };
}

const BIT_WORDS = 4;

function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns words in lowercase; scripts without spaces are split by character. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = text
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu);
  return new Set(words ?? []);
}
