/**
 * Finds texts that share most of their words: exactly, and for 10,000 texts in some tenths of a second. Two sets with this
 * overlap share one of the rarest words of each, so a text is compared only with those that have one of its rarest words
 * among their own.
 */

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

/** The words of a text as numbers, the rarest first, and a bit for each in a few words of bits. */
interface WordSet {
  readonly words: Int32Array;
  readonly bits: Int32Array;
}

/** The last question: most edits change no description. */
let last: { readonly texts: readonly string[]; readonly overlaps: readonly Overlap[] } = { texts: [], overlaps: [] };

/** Returns for each text the first earlier one that overlaps with it. */
export function findOverlaps(texts: readonly string[]): readonly Overlap[] {
  if (!isSameList(last.texts, texts)) last = { texts, overlaps: compareAll(texts) };
  return last.overlaps;
}

function compareAll(texts: readonly string[]): readonly Overlap[] {
  const sets = toSets(texts.map(wordsOf));
  const found = new Map<number, Overlap>();
  /** Earlier texts by one of their rarest words, and by all their words. */
  const byWord = new Map<number, number[]>();
  const bySet = new Map<string, number>();
  /** The last text that each text was compared with. */
  const compared = new Int32Array(sets.length);
  for (const [other, set] of sets.entries()) {
    if (set.words.length < MIN_WORDS) continue;
    const key = set.words.join();
    const equal = bySet.get(key);
    if (equal !== undefined) {
      // What overlaps with one of two equal texts overlaps with the other.
      found.set(other, { ...(found.get(equal) ?? { one: equal, share: 1 }), other });
      continue;
    }
    bySet.set(key, other);
    let first: Overlap | undefined;
    for (const word of rarestOf(set)) {
      const earlier = byWord.get(word) ?? [];
      for (const one of earlier) {
        if (first !== undefined && one >= first.one) break;
        if (compared[one] === other) continue;
        compared[one] = other;
        const share = shareOf(sets[one] as WordSet, set);
        if (share > 0) first = { one, other, share };
      }
      if (earlier.push(other) === 1) byWord.set(word, earlier);
    }
    if (first !== undefined) found.set(other, first);
  }
  return [...found.values()];
}

/** More than 4/5 of the words are shared: one of the others and one more is. */
function rarestOf({ words }: WordSet): Int32Array {
  return words.subarray(0, words.length - Math.floor((OVERLAP.part * words.length) / OVERLAP.of));
}

/** Returns the share of common words among all words of both; 0 if it is not above the limit. */
function shareOf(one: WordSet, other: WordSet): number {
  const [first, second] = [one.words, other.words];
  const both = first.length + second.length;
  // shared / (both - shared) > part / of
  const needed = Math.floor((OVERLAP.part * both) / (OVERLAP.part + OVERLAP.of)) + 1;
  if (Math.min(first.length, second.length) < needed) return 0;
  let missing = 0;
  for (let at = 0; at < BIT_WORDS; at++) missing += countBits((one.bits[at] as number) & ~(other.bits[at] as number));
  if (first.length - missing < needed) return 0;
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
function toSets(lists: readonly ReadonlySet<string>[]): WordSet[] {
  const counts = new Map<string, number>();
  for (const list of lists) for (const word of list) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort(([one, few], [two, many]) => few - many || (one < two ? -1 : 1));
  const numbers = new Map(sorted.map(([word], number) => [word, number]));
  return lists.map((list) => {
    const words = Int32Array.from(list, (word) => numbers.get(word) as number).sort();
    const bits = new Int32Array(BIT_WORDS);
    for (const word of words) {
      const bit = word % (32 * BIT_WORDS);
      bits[bit >> 5] = (bits[bit >> 5] as number) | (1 << (bit & 31));
    }
    return { words, bits };
  });
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
