/**
 * One pass over a text that shows what it cannot contain. Most rules look for something that nearly no text has; each
 * names it here, and searches only in a text that may have it.
 */
import { quartersOf } from "../runtime/prompt/token-count.ts";

/** Something that a rule looks for: its bit in the marks of a text. */
export type TextMark = number & { readonly mark: never };

/** A stretch that no space, quote or bracket interrupts, in UTF-16 units. */
interface TextRun {
  readonly start: number;
  readonly end: number;
}

/** What one pass over a text showed. */
export interface TextMarks {
  /** The estimated tokens, in quarters. */
  readonly quarters: number;
  /** All runs of at least `SHORTEST_RUN` characters, in order. */
  readonly runs: readonly TextRun[];
  /** Returns whether a text may have what a mark stands for; if not, it certainly has not. */
  may(mark: TextMark): boolean;
  /**
   * Returns whether a text may contain one of the strings of the marks, written as it is compared: in small letters, with
   * spaces; if not, it certainly does not.
   */
  mayHave(marked: string): boolean;
}

/** The characters of runs: letters, digits, and what joins a value to a name or to an address. */
const RUN_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-.~=:%@";

const SHORTEST_RUN = 16;

/**
 * Of each UTF-16 unit: as it is compared, its quarters of a token, the marks that it alone decides, and as the sign
 * whether runs consist of it.
 */
const UNITS = new Int32Array(65_536);
const [COMPARED, QUARTERS, FIRST_MARK] = [0x7f, 7, 10];
const IN_RUN = 1 << 31;
const SPACE = 0x20;

for (let unit = 0; unit < 0x800; unit++) UNITS[unit] = compared(unit) | (quartersOf(unit) << QUARTERS);
UNITS.fill(SPACE | (quartersOf(0x800) << QUARTERS), 0x800);
for (const character of RUN_CHARACTERS) {
  const unit = character.charCodeAt(0);
  UNITS[unit] = (UNITS[unit] as number) | IN_RUN;
}

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
  if (bits > 30) throw new RangeError("there are too many marks");
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

/**
 * Returns a unit as it is compared; 0 beyond the end of the text. No loop in this file reads beyond the end (CONTRIBUTING,
 * "What V8 does to us").
 */
function comparedAt(text: string, at: number): number {
  return at < text.length ? (UNITS[text.charCodeAt(at)] as number) & COMPARED : 0;
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

export function readMarks(text: string): TextMarks {
  const { starts, count, quarters, units } = readUnits(text);
  const isKnown = count <= places.length;
  const seen = isKnown && count > 0 ? stringsAt(text, places.subarray(0, count)) : NO_STRINGS;
  const found = isKnown ? units | marksOf(seen) : -1;
  const known = bits;
  // A mark of a module that was loaded later was not looked for.
  return {
    quarters,
    runs: starts.map((start) => runAt(text, start)),
    may: (mark) => (found & mark) !== 0 || (known !== bits && mark >>> known !== 0),
    mayHave: (marked) => !isKnown || known !== bits || seen.has(marked),
  };
}

interface ReadUnits {
  /** Where runs start. */
  readonly starts: readonly number[];
  /** How many `places` there are. */
  readonly count: number;
  readonly quarters: number;
  readonly units: number;
}

/**
 * Reads every character of every text, so the loop has no rare branch and does not look up `charCodeAt` (CONTRIBUTING,
 * "What V8 does to us").
 */
function readUnits(text: string): ReadUnits {
  const { length } = text;
  let piece = 0;
  let count = 0;
  let quarters = 0;
  let units = 0;
  let run = 0;
  const starts: number[] = [];
  for (let at = 0; at < length; at++) {
    const unit = UNITS[String.prototype.charCodeAt.call(text, at)] as number;
    piece = ((piece << 4) ^ (unit & COMPARED)) & (PIECES - 1);
    if (isWanted[piece] === 1) places[count++ & (places.length - 1)] = at + 1 - PIECE;
    run = (run + 1) & (unit >> 31);
    if (run === SHORTEST_RUN) starts.push(at + 1 - SHORTEST_RUN);
    quarters += (unit >> QUARTERS) & 7;
    units |= unit;
  }
  return { starts, count, quarters, units };
}

function runAt(text: string, start: number): TextRun {
  let end = start + SHORTEST_RUN;
  while (end < text.length && (UNITS[text.charCodeAt(end)] as number) < 0) end++;
  return { start, end };
}

const NO_STRINGS: ReadonlySet<string> = new Set();

/** Returns the strings of the marks that are at some places. */
function stringsAt(text: string, starts: Iterable<number>): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const start of starts)
    for (const one of strings.get(pieceAt(text, start)) ?? []) if (isAt(one, text, start)) seen.add(one);
  return seen;
}

/** Returns the marks of which each string of a row was seen. */
function marksOf(seen: ReadonlySet<string>): number {
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
