/**
 * Finds the stretches of a text in which a credential can be. Each is a run of at least 16 characters that is not
 * interrupted by a space, a quote or a bracket, so that little more than every sixteenth character of prose is read.
 */
import type { TextSpan } from "../model/source.ts";

/** No form is shorter. */
const SHORTEST = 16;

/** Classes of characters, as bits: of runs, of words, of Base64. One entry for each UTF-16 unit, so that none is compared. */
const [RUN, WORD, BASE64] = [1, 2, 4];
const CLASSES = new Uint8Array(65_536);
const mark = (characters: string, classes: number): void => {
  for (const character of characters) CLASSES[character.charCodeAt(0)] = classes;
};
mark("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", RUN | WORD | BASE64);
mark("+/", RUN | BASE64);
// What joins a value to a name or to an address is part of the run: `KEY=value`, `user:value@host`.
mark("_-.~=:%@", RUN);

/** The classes of the characters beyond ASCII, and of nothing. */
const NONE = 0;

function classOf(text: string, at: number): number {
  return CLASSES[text.charCodeAt(at)] ?? NONE;
}

/** Calls `see` with the start and the end of each run, in order. */
export function eachTokenRun(text: string, see: (start: number, end: number) => void): void {
  const { length } = text;
  let at = SHORTEST - 1;
  let last = 0;
  while (at < length) {
    // Nothing is called here but charCodeAt: this loop reads the most characters, often before it is optimized.
    if (CLASSES[text.charCodeAt(at)]) {
      let start = at;
      while (start > last && CLASSES[text.charCodeAt(start - 1)]) start--;
      let end = at + 1;
      while (end < length && CLASSES[text.charCodeAt(end)]) end++;
      if (end - start >= SHORTEST) see(start, end);
      last = end;
      at = end;
    }
    // A run that starts after `at` is as long as wanted only if it reaches this character.
    at += SHORTEST;
  }
}

/**
 * Calls `see` with each place of a run where a word starts, or where something other than a word is, if `pairs` has a bit
 * for its two characters: `pairs[first * 128 + second]`.
 */
export function eachWordEdge(
  text: string,
  { start, end }: TextSpan,
  { pairs, see }: { readonly pairs: Uint8Array; readonly see: (at: number) => void },
): void {
  let unit = text.charCodeAt(start);
  // An escaped line end before a value looks like the first letter of its word: `\nghp_…`.
  if (start > 0 && text[start - 1] === "\\") see(start + 1);
  let isInWord = false;
  for (let at = start; at < end; at++) {
    const next = text.charCodeAt(at + 1);
    const isWord = ((CLASSES[unit] ?? NONE) & WORD) !== 0;
    if ((!isWord || !isInWord) && pairs[unit * 128 + next]) see(at);
    // `%3D` is one character.
    if (unit === PERCENT && at + 3 < end) see(at + 3);
    isInWord = isWord;
    unit = next;
  }
}

const PERCENT = 0x25;

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
