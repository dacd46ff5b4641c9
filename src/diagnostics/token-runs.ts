/**
 * Finds the stretches of a text in which a credential can be. Each is a run of at least 16 characters that is not
 * interrupted by a space, a quote or a bracket, so that little more than every sixteenth character of prose is read.
 */
import type { TextSpan } from "../model/source.ts";

/** No form is shorter. */
const SHORTEST = 16;

/** Classes of characters, as bits: of runs, of words, of Base64. */
const [RUN, WORD, BASE64] = [1, 2, 4];
const CLASSES = new Uint8Array(128);
const mark = (characters: string, classes: number): void => {
  for (const character of characters) CLASSES[character.charCodeAt(0)] = classes;
};
mark("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", RUN | WORD | BASE64);
mark("+/", RUN | BASE64);
// What joins a value to a name or to an address is part of the run: `KEY=value`, `user:value@host`.
mark("_-.~=:%@", RUN);

function has(text: string, at: number, wanted: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 128 && ((CLASSES[unit] as number) & wanted) !== 0;
}

/** Calls `see` with the start and the end of each run, in order. */
export function eachTokenRun(text: string, see: (start: number, end: number) => void): void {
  const { length } = text;
  let at = SHORTEST - 1;
  let last = 0;
  while (at < length) {
    if (has(text, at, RUN)) {
      let start = at;
      while (start > last && has(text, start - 1, RUN)) start--;
      let end = at + 1;
      while (end < length && has(text, end, RUN)) end++;
      if (end - start >= SHORTEST) see(start, end);
      last = end;
      at = end;
    }
    // A run that starts after `at` is as long as wanted only if it reaches this character.
    at += SHORTEST;
  }
}

/** Calls `see` with each place of a run where a word starts or where something other than a word is. */
export function eachWordEdge(text: string, { start, end }: TextSpan, see: (at: number) => void): void {
  // An escaped line end before a value looks like the first letter of its word: `\nghp_…`.
  if (start > 0 && text[start - 1] === "\\") see(start + 1);
  let isInWord = false;
  for (let at = start; at < end; at++) {
    const isWord = has(text, at, WORD);
    if (!isWord || !isInWord) see(at);
    // `%3D` is one character.
    if (text.charCodeAt(at) === PERCENT && at + 3 < end) see(at + 3);
    isInWord = isWord;
  }
}

const PERCENT = 0x25;

/** Calls `see` with each stretch of Base64 in a run, its padding included. */
export function eachBase64(text: string, run: TextSpan, see: (start: number, end: number) => void): void {
  let at = run.start;
  while (at < run.end) {
    const start = at;
    while (at < run.end && has(text, at, BASE64)) at++;
    if (at > start) {
      while (at < run.end && text.charCodeAt(at) === EQUALS) at++;
      see(start, at);
    } else at++;
  }
}

const EQUALS = 0x3d;
