/**
 * A text and places in it. Phases pass offsets; lines and columns are computed only for a diagnostic, so that valid files
 * do not need them.
 */

import { trimEndOf } from "./trim.ts";
import { readMarks, type TextMarks } from "./text-marks.ts";

/** A range of a text as offsets in UTF-16 units; `end` is exclusive. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * A point of a text: 1-based line, 1-based column in UTF-16 units, and the offset in UTF-16 units.
 *
 * @example
 * const { line, column }: Position = span.start;
 */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/**
 * A range of a text as positions; `end` is exclusive.
 *
 * @example
 * text.slice(span.start.offset, span.end.offset);
 */
export interface Span {
  readonly start: Position;
  readonly end: Position;
}

/** A decoded text file. `file` is a POSIX path relative to the base directory (see `Host`). */
export interface SourceText {
  readonly file: string;
  readonly text: string;
  /** Offsets at which lines start; a line ends with LF, CRLF or a lone CR. Computed once, on demand. */
  lineStarts(): readonly number[];
  /** What the text cannot contain. Computed once, on demand. */
  marks(): TextMarks;
}

/** A place: a file, with a span if the text is known. */
export interface TextPlace {
  readonly file: string;
  readonly source?: SourceText | undefined;
  readonly span?: TextSpan | undefined;
}

/** Wraps a text so that spans in it can be converted to positions. */
export function createSourceText(file: string, text: string): SourceText {
  let starts: number[] | undefined;
  let marks: TextMarks | undefined;
  return {
    file,
    text,
    lineStarts: () => (starts ??= findLineStarts(text)),
    marks: () => (marks ??= readMarks(text)),
  };
}

/**
 * Copies a string into its own memory: a slice keeps its whole document alive (CONTRIBUTING, "What V8 does to us"). Strings
 * that outlive their document are detached, so that 10,000 skills keep 10,000 headers, not 10,000 documents.
 */
export function detach(text: string): string {
  // A JSON round trip is exact for every string, including lone surrogates.
  return text.length < SHORTEST_CUT ? text : (JSON.parse(JSON.stringify(text)) as string);
}

/** Shorter slices are always copies. */
const SHORTEST_CUT = 13;

/** Counts the line endings in a text: LF, CRLF or a lone CR. */
export function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  for (let at = text.indexOf("\r"); at !== -1; at = text.indexOf("\r", at + 1))
    if (text.charCodeAt(at + 1) !== 0x0a) count++;
  return count;
}

/** Converts offsets to positions. Offsets outside the text are moved to its nearest end. */
export function locate(source: SourceText, span: TextSpan): Span {
  const start = clamp(span.start, source.text.length);
  const end = Math.max(start, clamp(span.end, source.text.length));
  return { start: positionAt(source, start), end: positionAt(source, end) };
}

/** Returns a 1-based line without its line ending; empty if the line does not exist. */
export function lineAt(source: SourceText, line: number): string {
  const starts = source.lineStarts();
  const start = starts[line - 1];
  if (start === undefined) return "";
  return trimEndOf(source.text.slice(start, starts[line] ?? source.text.length), "\r\n");
}

/** Returns the index of the last start that is not after an offset. `starts`: ascending offsets, of which the first is 0. */
export function lastStartUpTo(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function positionAt(source: SourceText, offset: number): Position {
  const starts = source.lineStarts();
  const line = lastStartUpTo(starts, offset);
  return { line: line + 1, column: offset - (starts[line] as number) + 1, offset };
}

function clamp(offset: number, length: number): number {
  return Math.min(Math.max(0, offset), length);
}

/** Returns the offsets at which the lines of a text start: a line ends with LF, CRLF or a lone CR. */
export function findLineStarts(text: string): number[] {
  const starts = [0];
  if (text.includes("\r")) {
    for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length);
    return starts;
  }
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
