/** Finds the code in a Markdown text, fenced blocks and inline spans, in one pass without building a tree. */

/** From `start` up to, not including, `end`, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A fence may follow quote marks, indentation and one list marker; its info string has no backtick. */
const OPENER = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSER = /^([ \t>]*)(`{3,}|~{3,})[ \t]*$/;

/** Returns the code ranges of a text, in order, not overlapping. An unclosed fence reaches to the end, as in CommonMark. */
export function findCodeRanges(text: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let fence: { marker: string; indent: number; start: number } | undefined;
  let prose = 0;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const bare = line.replace(/\r?\n$/, "");
    if (fence === undefined) {
      const [, before = "", marker] = OPENER.exec(bare) ?? [];
      if (marker !== undefined) {
        addInlineCode(text, prose, at, ranges);
        fence = { marker, indent: before.length, start: at };
      }
    } else {
      const [, before = "", marker = ""] = CLOSER.exec(bare) ?? [];
      // Indented further, it is a line of the block: an example of a fence.
      if (marker.startsWith(fence.marker) && before.length <= fence.indent + 3) {
        ranges.push({ start: fence.start, end: at + bare.length });
        fence = undefined;
        prose = at + line.length;
      }
    }
    at += line.length;
  }
  if (fence === undefined) addInlineCode(text, prose, text.length, ranges);
  else ranges.push({ start: fence.start, end: text.length });
  return ranges;
}

interface BacktickRun {
  readonly start: number;
  readonly length: number;
}

function addInlineCode(text: string, from: number, to: number, ranges: TextRange[]): void {
  let runs: BacktickRun[] = [];
  for (const { 0: token, index } of text.slice(from, to).matchAll(/`+|\n[ \t]*\r?\n/g)) {
    if (token.startsWith("`")) runs.push({ start: from + index, length: token.length });
    else {
      pairRuns(text, runs, ranges);
      runs = [];
    }
  }
  pairRuns(text, runs, ranges);
}

/** A code span reaches from a run of backticks to the next run of the same length in its paragraph. */
function pairRuns(text: string, runs: readonly BacktickRun[], ranges: TextRange[]): void {
  const closers: (number | undefined)[] = [];
  const nextOfLength = new Map<number, number>();
  for (let at = runs.length - 1; at >= 0; at--) {
    const { start, length } = runs[at] as BacktickRun;
    closers[at] = nextOfLength.get(length - (isBackslashed(text, start) ? 1 : 0));
    nextOfLength.set(length, at);
  }
  for (let at = 0; at < runs.length; at++) {
    const closer = closers[at];
    if (closer === undefined) continue;
    const { start, length } = runs[closer] as BacktickRun;
    ranges.push({ start: (runs[at] as BacktickRun).start, end: start + length });
    at = closer;
  }
}

/** Whether an odd number of backslashes escapes the first backtick. */
function isBackslashed(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}

/** Creates a test for positions, in ascending order: whether one is inside any of the ranges, which are in order. */
export function createRangeWalk(ranges: readonly TextRange[]): (place: number) => boolean {
  let past = 0;
  return (place) => {
    while ((ranges[past]?.end ?? Infinity) <= place) past++;
    return (ranges[past]?.start ?? Infinity) <= place;
  };
}
