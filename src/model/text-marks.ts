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

/** Pieces of four characters, as numbers. A collision only makes a rule search in vain. */
const PIECE = 4;
const PIECES = 65_536;
const next = (piece: number, unit: number): number => ((piece << 4) ^ unit) & (PIECES - 1);

/** Strings by their pieces; a text has what a row stands for only if it has all of its pieces. */
interface StringMark {
  readonly mark: TextMark;
  readonly rows: readonly (readonly number[])[];
}

const stringMarks: StringMark[] = [];
let bits = FIRST_MARK;

function newMark(): TextMark {
  if (bits > 31) throw new RangeError("there are too many marks");
  return (1 << bits++) as TextMark;
}

/**
 * Makes a mark of strings: all that a rule finds contains each string of one of the rows. Case makes no difference, nor
 * does the kind of white space; a string has at least four characters.
 *
 * @example
 * const DOWNLOADS = markStrings([["curl"], ["wget"]]);
 */
export function markStrings(rows: readonly (readonly string[])[]): TextMark {
  const mark = newMark();
  stringMarks.push({ mark, rows: rows.map((row) => row.flatMap(piecesOf)) });
  return mark;
}

function piecesOf(text: string): number[] {
  if (text.length < PIECE) throw new RangeError(`"${text}" is too short to be looked for`);
  const pieces: number[] = [];
  for (let at = 0, piece = 0; at < text.length; at++) {
    piece = next(piece, compared(text.charCodeAt(at)));
    if (at >= PIECE - 1) pieces.push(piece);
  }
  return pieces;
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

/** The pieces of the last text: those whose number is the one of its reading. */
const seen = new Uint8Array(PIECES);
let reading = 0;

/** Reads a text once. */
export function readMarks(text: string): TextMarks {
  if (++reading > 255) {
    seen.fill(0);
    reading = 1;
  }
  const number = reading;
  const { length } = text;
  let piece = 0;
  let quarters = 0;
  let found = 0;
  // Nothing is called here but charCodeAt: this loop reads every character of every text.
  for (let at = 0; at < length; at++) {
    const unit = UNITS[text.charCodeAt(at)] as number;
    piece = ((piece << 4) ^ (unit & COMPARED)) & (PIECES - 1);
    seen[piece] = number;
    quarters += (unit >> QUARTERS) & 7;
    found |= unit;
  }
  const known = bits;
  const isSeen = (one: number): boolean => seen[one] === number;
  for (const { mark, rows } of stringMarks) if (rows.some((row) => row.every(isSeen))) found |= mark;
  // A mark of a module that was loaded later was not looked for.
  return { quarters, may: (mark) => (found & mark) !== 0 || (known !== bits && mark >>> known !== 0) };
}
