/** Compares only texts that have changed with the others, if most texts and what they share are known. */
import type { Overlap } from "./overlaps.ts";
import { MIN_WORDS, neededOf, wordsOf } from "./words.ts";

export interface KnownOverlaps {
  /** What stands for the texts. */
  readonly marks: readonly number[];
  readonly found: readonly Overlap[];
}

/** With more changes, all texts are compared at once. */
const MOST_CHANGES = 8;

/** Returns the same as a comparison of all texts, given their marks; undefined if too much has changed or moved. */
export function compareChanged(
  texts: readonly string[],
  marks: readonly number[],
  last: KnownOverlaps,
): readonly Overlap[] | undefined {
  const from = matchMarks(marks, last.marks);
  if (from === undefined) return undefined;
  const now = new Int32Array(last.marks.length).fill(-1);
  for (const [at, old] of from.entries()) if (old !== -1) now[old] = at;
  const found: (Overlap | undefined)[] = Array.from({ length: texts.length });
  const open = new Set<number>();
  for (const [at, old] of from.entries()) if (old === -1) open.add(at);
  const added = [...open];
  for (const { one, other, share } of last.found) {
    const [first, second] = [now[one] as number, now[other] as number];
    if (second === -1) continue;
    if (first === -1) open.add(second);
    else found[second] = { one: first, other: second, share };
  }
  const compare = createComparison(texts);
  for (const at of open) found[at] = compare.firstBefore(at);
  // A new text can be the first one that later texts overlap with.
  for (const one of added)
    for (const overlap of compare.after(one)) {
      const { other } = overlap;
      if (one < (found[other]?.one ?? Infinity)) found[other] = overlap;
    }
  return found.filter((overlap) => overlap !== undefined);
}

/**
 * Returns the earlier position of each text, or -1; undefined if too many are new or gone, or if the others are in
 * another order.
 */
function matchMarks(marks: readonly number[], before: readonly number[]): Int32Array | undefined {
  if (Math.abs(marks.length - before.length) > MOST_CHANGES) return undefined;
  const from = new Int32Array(marks.length).fill(-1);
  let at = 0;
  let old = 0;
  let changes = 0;
  while (at < marks.length && old < before.length) {
    if (marks[at] === before[old]) {
      from[at++] = old++;
      continue;
    }
    if (++changes > MOST_CHANGES) return undefined;
    // Added, removed, or both.
    if (marks[at + 1] === before[old]) at++;
    else if (marks[at] === before[old + 1]) old++;
    else [at, old] = [at + 1, old + 1];
  }
  return changes + (marks.length - at) + (before.length - old) > MOST_CHANGES ? undefined : from;
}

interface Comparison {
  firstBefore(other: number): Overlap | undefined;
  after(one: number): readonly Overlap[];
}

function createComparison(texts: readonly string[]): Comparison {
  const lower = texts.map((text) => text.toLowerCase());
  /** Returns the share of common words of a text and others, by position; 0 if it is not above the limit. */
  const sharesWith = (at: number): ((other: number) => number) => {
    const words = new Set(wordsOf(texts[at] as string));
    // Long words are rare: most texts lack one after the other.
    const rare = [...words].sort((one, two) => two.length - one.length);
    if (words.size < MIN_WORDS) return () => 0;
    return (other) =>
      mayShare(rare, lower[other] as string) ? shareOf(words, new Set(wordsOf(texts[other] as string))) : 0;
  };
  return {
    firstBefore(other) {
      const shareWith = sharesWith(other);
      for (let one = 0; one < other; one++) {
        const share = shareWith(one);
        if (share > 0) return { one, other, share };
      }
      return undefined;
    },
    after(one) {
      const shareWith = sharesWith(one);
      const found: Overlap[] = [];
      for (let other = one + 1; other < texts.length; other++) {
        const share = shareWith(other);
        if (share > 0) found.push({ one, other, share });
      }
      return found;
    },
  };
}

/** An overlapping text lacks less than a fifth of the words, wherever they are in it. */
function mayShare(words: readonly string[], text: string): boolean {
  let missing = 0;
  for (const word of words) if (!text.includes(word) && ++missing * 5 >= words.length) return false;
  return true;
}

function shareOf(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  if (second.size < MIN_WORDS) return 0;
  const both = first.size + second.size;
  let shared = 0;
  for (const word of first) if (second.has(word)) shared++;
  return shared < neededOf(both) ? 0 : shared / (both - shared);
}
