/**
 * One pass over a text that shows what it cannot contain. Most rules look for something that nearly no text has; each
 * names it here, and searches only in a text that may have it.
 */
import { quartersOf } from "../runtime/prompt/token-count.ts";

/** Something that a rule looks for: its bit in the marks of a text. */
export type TextMark = number & { readonly mark: never };

/** What one pass over a text showed. */
export interface TextMarks {
  /** The estimated tokens, in quarters. */
  readonly quarters: number;
  /** Returns whether a text may have what a mark stands for; if not, it certainly has not. */
  may(mark: TextMark): boolean;
}

/** Of each UTF-16 unit: as it is compared, its quarters of a token, and the marks that it alone decides. */
const UNITS = new Int32Array(65_536);
const [COMPARED, QUARTERS, FIRST_MARK] = [0x7f, 7, 10];
const SPACE = 0x20;

for (let unit = 0; unit < 0x800; unit++) UNITS[unit] = compared(unit) | (quartersOf(unit) << QUARTERS);
UNITS.fill(SPACE | (quartersOf(0x800) << QUARTERS), 0x800);

/** Small letters; white space and everything beyond ASCII as a space. */
function compared(unit: number): number {
  if (unit <= SPACE || unit > 0x7f) return SPACE;
  return unit >= 0x41 && unit <= 0x5a ? unit + SPACE : unit;
}

/** The four characters that a string starts with, as a number that others may have as well. */
const PIECE = 4;
const PIECES = 65_536;

/** A mark of strings, in the form in which texts are compared. */
interface StringMark {
  readonly mark: TextMark;
  readonly rows: readonly (readonly string[])[];
}

const stringMarks: StringMark[] = [];
/** The strings of all marks by their pieces, and whether there is any: one entry for each piece. */
const strings = new Map<number, string[]>();
const isWanted = new Uint8Array(PIECES);
let bits = FIRST_MARK;

function newMark(): TextMark {
  if (bits > 31) throw new RangeError("there are too many marks");
  return (1 << bits++) as TextMark;
}

/**
 * Makes a mark of strings: all that a rule finds contains each string of one of the rows. Case makes no difference, nor
 * does the kind of white space. A string has at least four characters; the rarer the first four are, the less is compared.
 *
 * @example
 * const DOWNLOADS = markStrings([["curl"], ["wget"]]);
 */
export function markStrings(rows: readonly (readonly string[])[]): TextMark {
  const mark = newMark();
  const asCompared = (text: string): string =>
    String.fromCharCode(...Array.from(text, (_, at) => comparedAt(text, at)));
  const written = rows.map((row) => row.map(asCompared));
  stringMarks.push({ mark, rows: written });
  for (const text of new Set(written.flat())) {
    if (text.length < PIECE) throw new RangeError(`"${text}" is too short to be looked for`);
    const piece = pieceAt(text, 0);
    const known = strings.get(piece) ?? [];
    if (!known.includes(text)) strings.set(piece, [...known, text]);
    isWanted[piece] = 1;
  }
  return mark;
}

/** Returns a unit as it is compared; 0 beyond the end of the text. */
function comparedAt(text: string, at: number): number {
  return (UNITS[text.charCodeAt(at)] ?? 0) & COMPARED;
}

/**
 * Makes a mark of UTF-16 units: all that a rule finds contains one of them.
 *
 * @example
 * const CONTROLS = markUnits([[0, 0x1f]]);
 */
export function markUnits(ranges: readonly (readonly [first: number, last: number])[]): TextMark {
  const mark = newMark();
  for (const [first, last] of ranges)
    for (let unit = first; unit <= last; unit++) UNITS[unit] = (UNITS[unit] as number) | mark;
  return mark;
}

/** Places of pieces in the text that is read. A text with more of them is searched by every rule. */
const places = new Int32Array(4096);

/** Reads a text once. */
export function readMarks(text: string): TextMarks {
  const { length } = text;
  let piece = 0;
  let count = 0;
  let quarters = 0;
  let found = 0;
  // Nothing is called here but charCodeAt: this loop reads every character of every text.
  for (let at = 0; at < length; at++) {
    const unit = UNITS[text.charCodeAt(at)] as number;
    piece = ((piece << 4) ^ (unit & COMPARED)) & (PIECES - 1);
    if (isWanted[piece] === 1) places[count++ & (places.length - 1)] = at + 1 - PIECE;
    quarters += (unit >> QUARTERS) & 7;
    found |= unit;
  }
  if (count > places.length) found = -1;
  else if (count > 0) found |= marksAt(text, places.subarray(0, count));
  const known = bits;
  // A mark of a module that was loaded later was not looked for.
  return { quarters, may: (mark) => (found & mark) !== 0 || (known !== bits && mark >>> known !== 0) };
}

/** Returns the marks of the strings that are at some places. */
function marksAt(text: string, starts: Iterable<number>): number {
  const seen = new Set<string>();
  for (const start of starts)
    for (const one of strings.get(pieceAt(text, start)) ?? []) if (isAt(one, text, start)) seen.add(one);
  let found = 0;
  for (const { mark, rows } of seen.size === 0 ? [] : stringMarks)
    if (rows.some((row) => row.every((one) => seen.has(one)))) found |= mark;
  return found;
}

function pieceAt(text: string, start: number): number {
  let piece = 0;
  for (let at = start; at < start + PIECE; at++) piece = ((piece << 4) ^ comparedAt(text, at)) & (PIECES - 1);
  return piece;
}

function isAt(one: string, text: string, start: number): boolean {
  for (let at = 0; at < one.length; at++) if (comparedAt(text, start + at) !== one.charCodeAt(at)) return false;
  return true;
}
