/** Undoes the escapes of quoted strings in YAML, JSON and programs, so that a credential is found as it is decoded. */
import { lastStartUpTo, type TextSpan } from "../model/source.ts";

/**
 * An escaped backslash, which is nothing else; a character by its number; an escaped slash or line end in a word. A line
 * feed between the backslash and the rest of a word is dropped by YAML and shells.
 */
const ESCAPES =
  /\\(?:\\|x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|u\{([\dA-Fa-f]{1,6})\}|U([\dA-Fa-f]{8})|(?<=[\w+/-]\\)(?:(\/)|\r?\n[ \t]*)(?=[\w+/]))/g;

/** Whether a word goes on behind an escaped line end. */
export const CONTINUED = /[\w+/-]\\\r?\n[ \t]*[\w+/]/;

/** Printable ASCII: what credentials are made of. Any other character stays as it is written. */
const isPlain = (code: number): boolean => code > 0x20 && code < 0x7f;

/** A text without its escapes. */
export interface Unescaped {
  readonly text: string;
  /** Returns the part of the original text that a part of this one was written as. */
  spanOf(span: TextSpan): TextSpan;
}

/** Returns the text without its escapes; undefined if it has none. */
export function unescape(text: string): Unescaped | undefined {
  if (!text.includes("\\")) return undefined;
  const parts: string[] = [];
  /** From the start and from the end of each escape in the result on: how much longer the original is up to there. */
  const starts = [0];
  const added = [0];
  let from = 0;
  let length = 0;
  let longer = 0;
  for (const { 0: escape, index, 1: x, 2: u, 3: braced, 4: long, 5: slash } of text.matchAll(ESCAPES)) {
    if (escape === "\\\\") continue;
    const digits = x ?? u ?? braced ?? long;
    const code = digits === undefined ? 0 : Number.parseInt(digits, 16);
    if (digits !== undefined && !isPlain(code)) continue;
    const decoded = digits === undefined ? (slash ?? "") : String.fromCharCode(code);
    parts.push(text.slice(from, index), decoded);
    length += index - from + decoded.length;
    from = index + escape.length;
    longer += escape.length - decoded.length;
    starts.push(length);
    added.push(longer);
  }
  if (starts.length === 1) return undefined;
  const toOriginal = (at: number): number => at + (added[lastStartUpTo(starts, at)] as number);
  return {
    text: parts.join("") + text.slice(from),
    spanOf: ({ start, end }) => ({ start: toOriginal(start), end: toOriginal(end) }),
  };
}
