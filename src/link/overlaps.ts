/**
 * Finds texts that share most of their words: exactly, and for 10,000 texts in some two tenths of a second. Two sets
 * with this overlap differ in few words. With the words in more classes than these, the sets agree in one of the classes:
 * a text is compared only with those that have the same words of some class.
 */
import { MIN_WORDS, neededOf, OVERLAP, wordsOf } from "./words.ts";

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

/** Returns for each text the first earlier one that overlaps with it. */
export function compareAll(texts: readonly string[]): readonly Overlap[] {
  const all = toSets(texts.map(wordsOf));
  const { sets } = all;
  const found = new Map<number, Overlap>();
  const bySet = new Map<string, number>();
  const findFirst = createFirstSearch(all);
  for (let other = 0; other < sets.length; other++) {
    const set = sets[other] as WordSet;
    if (set.length < MIN_WORDS) continue;
    const key = set.join();
    const equal = bySet.get(key);
    if (equal !== undefined) {
      // What overlaps with one of two equal texts overlaps with the other.
      found.set(other, { ...(found.get(equal) ?? { one: equal, share: 1 }), other });
      continue;
    }
    bySet.set(key, other);
    const first = findFirst(other);
    if (first !== undefined) found.set(other, first);
  }
  return [...found.values()];
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

/**
 * Returns a function that finds the first earlier text that overlaps with a text, and adds the text to the earlier ones.
 * Texts are kept by their words of each class, in lists that share one array.
 */
function createFirstSearch(all: WordSets): (other: number) => Overlap | undefined {
  const { sets, sizes } = all;
  const groups = groupsUpTo(sizes.reduce((most, size) => Math.max(most, size), 0));
  const groupOf = (size: number): number => groups.findLastIndex(({ start }) => start <= size);
  const keysOf = (size: number): readonly [group: number, classes: number][] => {
    const group = groupOf(size);
    return [group, group - 1].flatMap((one) => (one < 0 ? [] : [[one, (groups[one] as Group).classes]]));
  };
  const lists = createLists(
    sizes.reduce((sum, size) => sum + keysOf(size).reduce((more, [, many]) => more + many, 0), 0),
  );
  /** The last text that each text was compared with. */
  const compared = new Int32Array(sets.length).fill(-1);
  return (other) => {
    let first: Overlap | undefined;
    const compare = (one: number): boolean => {
      if (first !== undefined && one >= first.one) return false;
      if (compared[one] === other) return true;
      compared[one] = other;
      const share = mayOverlap(all, one, other) ? shareOf(sets[one] as WordSet, sets[other] as WordSet) : 0;
      if (share > 0) first = { one, other, share };
      return share === 0;
    };
    compared[other] = other;
    for (const [group, classes] of keysOf(sizes[other] as number))
      for (const key of wordsByClass(sets[other] as WordSet, classes, group)) lists.addAfter(key, other, compare);
    return first;
  };
}

/** Returns a number for the words of each class; others may have the same number. */
function wordsByClass(words: WordSet, classes: number, group: number): Int32Array {
  const keys = new Int32Array(classes);
  for (let one = 0; one < classes; one++) keys[one] = Math.imul(group * 256 + one + 1, 0x9e3779b1);
  for (const word of words) keys[word % classes] = Math.imul((keys[word % classes] as number) ^ word, 0x85ebca6b) + 1;
  return keys;
}

/** Lists of texts by a key. Two keys may have one list. */
interface TextLists {
  /** Calls `see` with each text of the list until it returns false, then adds one. */
  addAfter(key: number, text: number, see: (text: number) => boolean): void;
}

function createLists(room: number): TextLists {
  const lists = 2 ** Math.ceil(Math.log2(room + 1));
  /** By list: its first and its last entry. By entry: its text, and the next entry. Entries are counted from 1. */
  const firsts = new Int32Array(lists);
  const lasts = new Int32Array(lists);
  const texts = new Int32Array(room + 1);
  const nexts = new Int32Array(room + 1);
  let count = 0;
  return {
    addAfter(key, text, see) {
      const list = (key ^ (key >>> 15)) & (lists - 1);
      for (let entry = firsts[list] as number; entry !== 0; entry = nexts[entry] as number)
        if (!see(texts[entry] as number)) break;
      texts[++count] = text;
      if (firsts[list] === 0) firsts[list] = count;
      else nexts[lasts[list] as number] = count;
      lasts[list] = count;
    },
  };
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
    const words = new Int32Array(list.size);
    let count = 0;
    for (const word of list) words[count++] = numbers.get(word) as number;
    words.sort();
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
