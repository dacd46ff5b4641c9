/**
 * Finds texts that share most of their words: exactly, and for 10,000 texts in some tenth of a second. Two sets
 * with this overlap differ in few words. With the words in more classes than these, the sets agree in one of the classes:
 * a text is compared only with those that have the same words of some class.
 */
import { MIN_WORDS, neededOf, OVERLAP, wordsOf } from "./words.ts";

export interface Overlap {
  readonly one: number;
  readonly other: number;
  /** Share of common words among all words of both, from 0 to 1. */
  readonly share: number;
}

/** Numbers, the rarest word first. */
type WordSet = Int32Array;

/** The words of all texts, and what excludes nearly all pairs of them without a look at their words. */
interface WordSets {
  readonly setOf: (text: number) => WordSet;
  readonly sizes: Int32Array;
  /** `BIT_WORDS` of each text, with a bit for each of its words. */
  readonly bits: Int32Array;
}

/** Returns for each text the first earlier one that overlaps with it. */
export function compareAll(texts: readonly string[]): readonly Overlap[] {
  const all = toSets(texts);
  const { setOf } = all;
  const equals = findEquals(all);
  const firsts = findFirsts(all, equals);
  return Array.from(equals).flatMap((equal, other): readonly Overlap[] => {
    // What overlaps with one of two equal texts overlaps with the other.
    const one = equal === -1 ? NONE : (firsts[equal] as number);
    if (one !== NONE) return [{ one, other, share: shareOf(setOf(one), setOf(equal)) }];
    return equal === -1 || equal === other ? [] : [{ one: equal, other, share: 1 }];
  });
}

/** No text: after all positions. */
const NONE = 0x7fffffff;

/** For most texts the text itself; -1 for one that is too short. */
function findEquals({ sizes, setOf }: WordSets): Int32Array {
  const equals = new Int32Array(sizes.length).fill(-1);
  const room = 2 ** Math.ceil(Math.log2(2 * sizes.length + 1));
  // Open addressing. Texts are counted from 1.
  const table = new Int32Array(room);
  for (let text = 0; text < sizes.length; text++) {
    if ((sizes[text] as number) < MIN_WORDS) continue;
    const words = setOf(text);
    let slot = hashOf(words) & (room - 1);
    while (table[slot] !== 0 && !isSame(setOf((table[slot] as number) - 1), words)) slot = (slot + 1) & (room - 1);
    if (table[slot] === 0) table[slot] = text + 1;
    equals[text] = (table[slot] as number) - 1;
  }
  return equals;
}

function hashOf(words: WordSet): number {
  let hash = words.length;
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ (words[at] as number), 0x85ebca6b) + 1;
  return hash ^ (hash >>> 15);
}

function isSame(one: WordSet, other: WordSet): boolean {
  let at = one.length === other.length ? 0 : -1;
  while (at !== -1 && at < one.length && one[at] === other[at]) at++;
  return at === one.length;
}

/**
 * Texts of nearly one size. Two texts of both sizes that overlap differ in less than 1/9 of their words, and so in fewer
 * words than there are classes: there is a class of which they have the same words.
 */
interface Group {
  readonly classes: number;
  /** The least size of the group after the next one; texts are in the group of their size, and in the one before it. */
  readonly start: number;
}

/** Sizes of texts that overlap: the larger one is less than 5/4 of the other. */
function groupsUpTo(size: number): readonly Group[] {
  const larger = (than: number): number => Math.ceil((than * OVERLAP.of) / OVERLAP.part);
  const groups: Group[] = [];
  for (let start = MIN_WORDS; start <= size; start = larger(start)) {
    const most = larger(start) - 1;
    groups.push({ start, classes: Math.ceil((most + larger(most) - 1) / (OVERLAP.part + OVERLAP.of)) });
  }
  return groups;
}

/** Compares only the first of equal texts. */
function findFirsts(all: WordSets, equals: Int32Array): Int32Array {
  const { sizes, setOf } = all;
  const firsts = new Int32Array(sizes.length).fill(NONE);
  const groups = groupsUpTo(sizes.reduce((most, size) => Math.max(most, size), 0));
  const groupOf = (size: number): number => groups.findLastIndex(({ start }) => start <= size);
  const ofTexts = Int32Array.from(equals, (equal, text) => (equal === text ? groupOf(sizes[text] as number) : -2));
  for (const [group, { classes }] of groups.entries()) {
    const texts = positionsOf(ofTexts, (own) => own === group || own - 1 === group);
    const keys = new Int32Array(texts.length * classes);
    for (let at = 0; at < texts.length; at++) writeClasses(setOf(texts[at] as number), classes, keys, at * classes);
    for (let one = 0; one < classes; one++) {
      const { sorted, ends } = sortByKey(texts, keys, { step: classes, from: one });
      compareLists(all, sorted, ends, firsts);
    }
  }
  return firsts;
}

function positionsOf(groups: Int32Array, isWanted: (group: number) => boolean): Int32Array {
  return Int32Array.from(groups.keys()).filter((at) => isWanted(groups[at] as number));
}

/** Other classes may have the same number. */
function writeClasses(words: WordSet, classes: number, keys: Int32Array, from: number): void {
  for (let one = 0; one < classes; one++) keys[from + one] = Math.imul(one + 1, 0x9e3779b1);
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as number;
    const at = from + (word % classes);
    keys[at] = Math.imul((keys[at] as number) ^ word, 0x85ebca6b) + 1;
  }
}

/** Texts in lists, one after another: those with one key are in one list, in their order, maybe with others. */
interface TextLists {
  readonly sorted: Int32Array;
  readonly ends: Int32Array;
}

function sortByKey(
  texts: Int32Array,
  keys: Int32Array,
  { step, from }: { readonly step: number; readonly from: number },
): TextLists {
  const lists = 2 ** Math.ceil(Math.log2(4 * texts.length + 1));
  const listOf = (at: number): number => {
    const key = keys[at * step + from] as number;
    return (key ^ (key >>> 15)) & (lists - 1);
  };
  const ends = new Int32Array(lists);
  for (let at = 0; at < texts.length; at++) ends[listOf(at)] = (ends[listOf(at)] as number) + 1;
  for (let list = 1; list < lists; list++) ends[list] = (ends[list] as number) + (ends[list - 1] as number);
  const sorted = new Int32Array(texts.length);
  const next = ends.slice();
  for (let at = texts.length - 1; at >= 0; at--) {
    const place = (next[listOf(at)] = (next[listOf(at)] as number) - 1);
    sorted[place] = texts[at] as number;
  }
  return { sorted, ends };
}

/** Compares the texts of each list with the earlier ones in it, and notes the first that overlaps. */
function compareLists(all: WordSets, sorted: Int32Array, ends: Int32Array, firsts: Int32Array): void {
  const near = { sizes: new Int32Array(sorted.length), bits: new Int32Array(BIT_WORDS * sorted.length) };
  for (let at = 0; at < sorted.length; at++) {
    const text = sorted[at] as number;
    near.sizes[at] = all.sizes[text] as number;
    for (let bit = 0; bit < BIT_WORDS; bit++)
      near.bits[BIT_WORDS * at + bit] = all.bits[BIT_WORDS * text + bit] as number;
  }
  let start = 0;
  for (let list = 0; list < ends.length; list++) {
    const end = ends[list] as number;
    for (let to = start + 1; to < end; to++) {
      const other = sorted[to] as number;
      for (let at = start; at < to; at++) {
        const one = sorted[at] as number;
        if (one >= (firsts[other] as number)) break;
        if (!mayOverlap(near, at, to) || shareOf(all.setOf(one), all.setOf(other)) === 0) continue;
        firsts[other] = one;
        break;
      }
    }
    start = end;
  }
}

/** Compares bits only: a bit that the other text lacks is a word that it lacks. */
function mayOverlap({ sizes, bits }: Pick<WordSets, "sizes" | "bits">, one: number, other: number): boolean {
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

/** Numbers the words by rarity. */
function toSets(texts: readonly string[]): WordSets {
  const { words, ends, counts } = numberWords(texts);
  const sorted = Int32Array.from(counts.keys()).sort(
    (one, two) => (counts[one] as number) - (counts[two] as number) || one - two,
  );
  const ranks = new Int32Array(counts.length);
  for (let rank = 0; rank < sorted.length; rank++) ranks[sorted[rank] as number] = rank;
  for (let at = 0; at < words.length; at++) words[at] = ranks[words[at] as number] as number;
  const setOf = (text: number): WordSet => words.subarray(ends[text - 1] ?? 0, ends[text]);
  const bits = new Int32Array(texts.length * BIT_WORDS);
  const sizes = new Int32Array(texts.length);
  for (let text = 0; text < texts.length; text++) {
    const own = setOf(text).sort();
    sizes[text] = own.length;
    for (let index = 0; index < own.length; index++) {
      const bit = (own[index] as number) % (32 * BIT_WORDS);
      const at = text * BIT_WORDS + (bit >> 5);
      bits[at] = (bits[at] as number) | (1 << (bit & 31));
    }
  }
  return { setOf, sizes, bits };
}

/** The words of texts one after another, each once in its text, by a number; and in how many texts each number is. */
interface NumberedWords {
  readonly words: Int32Array;
  readonly ends: Int32Array;
  readonly counts: readonly number[];
}

function numberWords(texts: readonly string[]): NumberedWords {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  /** The last text that has each word. */
  const last: number[] = [];
  const ends = new Int32Array(texts.length);
  let words = new Int32Array(1024);
  let end = 0;
  for (let text = 0; text < texts.length; text++) {
    for (const word of wordsOf(texts[text] as string)) {
      let number = numbers.get(word);
      if (number === undefined) numbers.set(word, (number = counts.push(0) - 1));
      if (last[number] === text) continue;
      last[number] = text;
      counts[number] = (counts[number] as number) + 1;
      if (end === words.length) words = enlarged(words);
      words[end++] = number;
    }
    ends[text] = end;
  }
  return { words: words.subarray(0, end), ends, counts };
}

function enlarged(words: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * words.length);
  more.set(words);
  return more;
}

const BIT_WORDS = 4;

function countBits(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
