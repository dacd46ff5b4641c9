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

/** What `eachWordEdge` looks for, and what it calls. */
export interface EdgeSearch {
  /** The starts of forms: not zero for two characters of one, at `first * 128 + second`. */
  readonly pairs: Uint16Array;
  readonly see: (at: number) => void;
  /** With which characters every fourth place of an encoded text can start. */
  readonly leads: Uint8Array;
  readonly seeEncoded: (at: number) => void;
}

/** Shorter words are not decoded. */
export const SHORTEST_ENCODED = 24;

/**
 * Calls `see` with each place of a run where a word starts, or where something other than a word is, if a form may start
 * there, and `seeEncoded` with the starts of words that may be encoded. One loop for both: it reads all runs of all texts.
 */
export function eachWordEdge(text: string, { start, end }: TextSpan, search: EdgeSearch): void {
  const { pairs, see, leads, seeEncoded } = search;
  const lastEncoded = end - SHORTEST_ENCODED;
  let unit = text.charCodeAt(start);
  // An escaped line end before a value looks like the first letter of its word: `\nghp_…`.
  if (start > 0 && text[start - 1] === "\\") {
    see(start + 1);
    if (start < lastEncoded) seeEncoded(start + 1);
  }
  let isInWord = false;
  for (let at = start; at < end; at++) {
    const next = text.charCodeAt(at + 1);
    const isWord = ((CLASSES[unit] ?? NONE) & WORD) !== 0;
    if ((!isWord || !isInWord) && pairs[unit * 128 + next]) see(at);
    if (isWord && !isInWord && at <= lastEncoded && leads[unit] === 1 && mayBeEncoded(text, at, leads)) seeEncoded(at);
    // `%3D` is one character.
    if (unit === PERCENT && at + 3 < end) see(at + 3);
    isInWord = isWord;
    unit = next;
  }
}

/** What is not encoded nearly always has another character at one of these places. */
function mayBeEncoded(text: string, at: number, leads: Uint8Array): boolean {
  return (
    leads[text.charCodeAt(at + 4)] === 1 &&
    leads[text.charCodeAt(at + 8)] === 1 &&
    leads[text.charCodeAt(at + 12)] === 1 &&
    leads[text.charCodeAt(at + 16)] === 1 &&
    leads[text.charCodeAt(at + 20)] === 1
  );
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
