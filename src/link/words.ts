/** The share of common words among all words of both is above 4/5. Whole numbers: no rounding decides. */
export const OVERLAP = { part: 4, of: 5 } as const;

/** Shorter texts overlap because of a few common words. */
export const MIN_WORDS = 6;

/** Solves shared / (both - shared) > part / of. */
export function neededOf(both: number): number {
  return Math.floor((OVERLAP.part * both) / (OVERLAP.part + OVERLAP.of)) + 1;
}

/** In lowercase; scripts without spaces are split by character. */
export function wordsOf(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu);
  return words ?? [];
}
