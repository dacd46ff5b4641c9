/**
 * Bounds what the Markdown parser reads. It searches a paragraph again for each bracket and each star in it, a file
 * again for each underlined heading, and all lists and quotations around a line for each line and each other one, so
 * that a few kilobytes of them take seconds.
 */
import type { TextSpan } from "../../model/source.ts";

/** For the links of one file; a step takes about a microsecond. Real files need up to some ten thousand. */
export const MOST_STEPS = 600_000;

/** Steps for a character that may start or end inline syntax, and for each one before it in its paragraph. */
const MARKER = 12;
const MARKER_BEFORE = 1 / 32;
const BLOCK = 75;
/** Steps for a line that may be an underline, and for each one before it in the file. */
const UNDERLINE = 75;
const UNDERLINE_BEFORE = 1 / 8;

/** Nesting of lists and quotations that costs next to nothing. */
const USUAL_DEPTH = 8;
/** Steps for each further one, on its line times their number, and on every line after it. */
const NESTED = 1 / 6;
const NESTED_LINE = 12;
/** Steps for a line that only continues a paragraph of one, for each such line before it. */
const CONTINUED_BEFORE = 1 / 40;
const CONTAINER = /(?:>|(?:[-+*]|\d{1,9}[.)])(?![^ \t\r\n]))[ \t]*/y;

/** Certainly complete: the parser does not search for its four markers again. */
const LINK = /\[[^[\]\\<`*_\r\n]*\]\([^()\s<>\\]*\)/y;
const LINK_MARKERS = 4;

const SPACE = 32;
const BRACKET = "[".charCodeAt(0);
const MARKERS = codesOf("!\"&'()*:<>[\\]_`");
const BLOCK_STARTS = codesOf("#*+->0123456789|~`");
const UNDERLINES = codesOf("=-");

function codesOf(characters: string): Uint8Array {
  const codes = new Uint8Array(128);
  for (const character of characters) codes[character.charCodeAt(0)] = 1;
  return codes;
}

interface AffordableParts {
  readonly parts: readonly TextSpan[];
  /** The rest is not read from this line on. */
  readonly unread?: TextSpan;
}

/** Cuts the parts of a text at the start of the paragraph that would exceed `MOST_STEPS`. */
export function affordableParts(text: string, parts: readonly TextSpan[]): AffordableParts {
  const counter = createCounter();
  const kept: TextSpan[] = [];
  for (const { start, end } of parts) {
    let paragraph = start;
    for (let line = start; line < end;) {
      const next = nextLine(text, line, end);
      if (counter.isOver(text, line, next)) {
        if (paragraph > start) kept.push({ start, end: paragraph });
        return { parts: kept, unread: { start: paragraph, end: lineEnd(text, paragraph, end) } };
      }
      line = next;
      if (counter.isBetweenParagraphs()) paragraph = next;
    }
    kept.push({ start, end });
  }
  return { parts: kept };
}

function createCounter(): {
  /** Returns whether there are too many steps now. */
  isOver(text: string, start: number, end: number): boolean;
  isBetweenParagraphs(): boolean;
} {
  let steps = 0;
  let markers = 0;
  let underlines = 0;
  let isBlank = true;
  let deepest = 0;
  let continued = 0;
  let hasContainer = false;
  return {
    isBetweenParagraphs: () => isBlank,
    isOver(text, start, end) {
      let first = -1;
      for (let at = start; at < end; at++) {
        const code = text.charCodeAt(at);
        if (code <= SPACE) continue;
        if (first === -1) first = code;
        const link = code === BRACKET ? linkEnd(text, at) : 0;
        if (link > 0) {
          steps += LINK_MARKERS * MARKER;
          at = link - 1;
        } else if (code < 128 && MARKERS[code] === 1) steps += MARKER + markers++ * MARKER_BEFORE;
      }
      isBlank = first === -1;
      if (isBlank) markers = 0;
      else if (first < 128 && BLOCK_STARTS[first] === 1) steps += BLOCK;
      if (first !== -1 && first < 128 && UNDERLINES[first] === 1) steps += UNDERLINE + underlines++ * UNDERLINE_BEFORE;
      const depth = first !== -1 && first < 128 && BLOCK_STARTS[first] === 1 ? depthOf(text, start) : 0;
      hasContainer ||= depth > 0;
      continued = isBlank || depth > 0 ? 0 : continued + 1;
      if (hasContainer) steps += continued * CONTINUED_BEFORE;
      const nested = depth - USUAL_DEPTH;
      if (nested > 0) steps += nested * nested * NESTED;
      deepest = Math.max(deepest, nested);
      steps += deepest * NESTED_LINE;
      return steps > MOST_STEPS;
    },
  };
}

/** Counts possible lists and quotations, by indentation and by those that the line starts. */
function depthOf(text: string, start: number): number {
  let at = start;
  let columns = 0;
  for (; text[at] === " " || text[at] === "\t"; at++) columns += text[at] === "\t" ? 4 : 1;
  let depth = 0;
  for (CONTAINER.lastIndex = at; CONTAINER.test(text);) depth++;
  return depth === 0 ? 0 : depth + Math.floor(columns / 2);
}

/** 0 if there may be no link. */
function linkEnd(text: string, at: number): number {
  LINK.lastIndex = at;
  return LINK.test(text) ? LINK.lastIndex : 0;
}

function nextLine(text: string, start: number, end: number): number {
  const at = lineEnd(text, start, end);
  return text.startsWith("\r\n", at) ? Math.min(at + 2, end) : Math.min(at + 1, end);
}

function lineEnd(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}
