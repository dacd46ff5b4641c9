/** Walks through the runs of a text, in which a credential can be: where words start, and stretches of Base64. */
import type { TextSpan } from "../model/source.ts";

/** Classes of characters, as bits: of words, of Base64. One entry for each UTF-16 unit, so that none is compared. */
const [WORD, BASE64] = [1, 2];
const CLASSES = new Uint8Array(65_536);
const mark = (characters: string, classes: number): void => {
  for (const character of characters) CLASSES[character.charCodeAt(0)] = classes;
};
mark("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", WORD | BASE64);
mark("+/", BASE64);

/** The classes of the characters beyond ASCII, and of nothing. */
const NONE = 0;

function classOf(text: string, at: number): number {
  return CLASSES[text.charCodeAt(at)] ?? NONE;
}

/**
 * Calls `see` with each place of a run where a word starts, or where something other than a word is, if `pairs` is
 * not zero for its two characters: `pairs[first * 128 + second]`.
 */
export function eachWordEdge(
  text: string,
  { start, end }: TextSpan,
  { pairs, see }: { readonly pairs: Uint16Array; readonly see: (at: number) => void },
): void {
  // An escaped line end before a value looks like the first letter of its word: `\nghp_…`.
  if (start > 0 && text[start - 1] === "\\") see(start + 1);
  let unit = text.charCodeAt(start);
  let isInWord = false;
  // No form consists of the last character. The loop never reads beyond the end (CONTRIBUTING, "What V8 does to us").
  for (let at = start; at + 1 < end; at++) {
    const next = text.charCodeAt(at + 1);
    const isWord = ((CLASSES[unit] as number) & WORD) !== 0;
    if ((!isWord || !isInWord) && pairs[unit * 128 + next]) see(at);
    // `%3D` is one character.
    if (unit === PERCENT && at + 3 < end) see(at + 3);
    isInWord = isWord;
    unit = next;
  }
}

const PERCENT = 0x25;

/** Returns whether a letter or a digit is at a place. */
export function isWordAt(text: string, at: number): boolean {
  return (classOf(text, at) & WORD) !== 0;
}

/**
 * Returns the starts of the words of a run that have at least some characters. Looks only at as many characters as such a
 * word cannot avoid.
 */
export function longWords(text: string, { start: from, end: to }: TextSpan, length: number): readonly number[] {
  let found: number[] | undefined;
  for (let at = from + length - 1; at < to; at += length) {
    if (!isWordAt(text, at)) continue;
    let start = at;
    let end = at + 1;
    while (start > from && isWordAt(text, start - 1)) start--;
    while (end < to && isWordAt(text, end)) end++;
    if (end - start >= length) (found ??= []).push(start);
    at = end - 1;
  }
  return found ?? NO_WORDS;
}

const NO_WORDS: readonly number[] = [];

/** Calls `see` with each stretch of Base64 in a run, its padding included. */
export function eachBase64(text: string, run: TextSpan, see: (start: number, end: number) => void): void {
  let at = run.start;
  while (at < run.end) {
    const start = at;
    while (at < run.end && (classOf(text, at) & BASE64) !== 0) at++;
    if (at > start) {
      while (at < run.end && text.charCodeAt(at) === EQUALS) at++;
      see(start, at);
    } else at++;
  }
}

const EQUALS = 0x3d;
