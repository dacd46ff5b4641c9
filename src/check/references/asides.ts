/** Parts of a body that do not address the reader: headings, comments, code blocks, quotations. */
import { codeOf } from "../../model/code-of.ts";
import type { Body } from "../../model/document.ts";
import type { TextSpan } from "../../model/source.ts";

/** Spans must come in order, so that each part of the body is read once. */
export function createAsideTest({ text, start: from }: Pick<Body, "text" | "start">): (span: TextSpan) => boolean {
  const line = createLines(text);
  const isInComment = createComments(text);
  const isInCode = createCode(text);
  return ({ start, end }) => {
    const at = start - from;
    const { isHeading, quotes } = line(at);
    return [isHeading, quotes % 2 === 1, isInComment(at), isInCode(at, end - from)].includes(true);
  };
}

interface LineState {
  readonly isHeading: boolean;
  /** Number of double quotes before the place. */
  readonly quotes: number;
}

function createLines(text: string): (at: number) => LineState {
  let [read, quotes] = [0, 0];
  let isHeading = HEADING.test(text.slice(0, LONGEST_START));
  return (at) => {
    for (; read < at; read++) {
      const unit = text[read];
      if (unit === '"') quotes++;
      if (unit !== "\n") continue;
      quotes = 0;
      isHeading = HEADING.test(text.slice(read + 1, read + 1 + LONGEST_START));
    }
    return { isHeading, quotes };
  };
}

const HEADING = /^[ \t>]{0,16}#{1,6}[ \t]/;
/** A heading is recognized by this many characters of its line. */
const LONGEST_START = 24;

function createComments(text: string): (at: number) => boolean {
  // The open comment, or the next one.
  let start = text.indexOf("<!--");
  let end = endOfComment(text, start);
  return (at) => {
    while (start !== -1 && end <= at) {
      start = text.indexOf("<!--", end);
      end = endOfComment(text, start);
    }
    return start !== -1 && start < at;
  };
}

function endOfComment(text: string, start: number): number {
  const close = start === -1 ? -1 : text.indexOf("-->", start);
  return close === -1 ? text.length : close;
}

function createCode(text: string): (start: number, end: number) => boolean {
  const ranges = codeOf(text);
  let next = 0;
  return (start, end) => {
    for (let range = ranges[next]; range !== undefined && range.end < end; range = ranges[next]) next++;
    const range = ranges[next];
    // A span of the name alone has one mark on each side.
    return range !== undefined && range.start < start - 1 && range.end > end + 1;
  };
}
