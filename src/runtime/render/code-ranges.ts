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
  eachFenceLine(text, (line, at, end) => {
    if (fence === undefined) {
      const [, before = "", marker] = OPENER.exec(line) ?? [];
      if (marker === undefined) return;
      addInlineCode(text, prose, at, ranges);
      fence = { marker, indent: before.length, start: at };
      return;
    }
    const [, before = "", marker = ""] = CLOSER.exec(line) ?? [];
    // Indented further, it is a line of the block: an example of a fence.
    if (!marker.startsWith(fence.marker) || before.length > fence.indent + 3) return;
    ranges.push({ start: fence.start, end: at + line.length });
    fence = undefined;
    prose = end;
  });
  if (fence === undefined) addInlineCode(text, prose, text.length, ranges);
  else ranges.push({ start: (fence as { start: number }).start, end: text.length });
  return ranges;
}

/** Calls `see` with each line that may have a fence, without its line end, with its start and the start of the next. */
function eachFenceLine(text: string, see: (line: string, at: number, end: number) => void): void {
  let ticks = text.indexOf("```");
  let tildes = text.indexOf("~~~");
  while (ticks !== -1 || tildes !== -1) {
    const mark = ticks === -1 || (tildes !== -1 && tildes < ticks) ? tildes : ticks;
    const at = text.lastIndexOf("\n", mark) + 1;
    const next = text.indexOf("\n", mark);
    const end = next === -1 ? text.length : next + 1;
    see(text.slice(at, end).replace(/\r?\n$/, ""), at, end);
    if (ticks !== -1 && ticks < end) ticks = text.indexOf("```", end);
    if (tildes !== -1 && tildes < end) tildes = text.indexOf("~~~", end);
  }
}

interface BacktickRun {
  readonly start: number;
  readonly length: number;
}

/** Runs of backticks pair within a paragraph. Only native searches look at the text between them. */
function addInlineCode(text: string, from: number, to: number, ranges: TextRange[]): void {
  const piece = text.slice(from, to);
  let runs: BacktickRun[] = [];
  let lineEnd = piece.indexOf("\n");
  let end = 0;
  for (let at = piece.indexOf("`"); at !== -1; at = piece.indexOf("`", end)) {
    let isApart = false;
    for (; lineEnd !== -1 && lineEnd < at; lineEnd = piece.indexOf("\n", lineEnd + 1))
      isApart ||= isBeforeBlankLine(piece, lineEnd);
    if (isApart) {
      pairRuns(text, runs, ranges);
      runs = [];
    }
    end = at + 1;
    while (piece[end] === "`") end++;
    runs.push({ start: from + at, length: end - at });
  }
  pairRuns(text, runs, ranges);
}

function isBeforeBlankLine(text: string, lineEnd: number): boolean {
  let next = lineEnd + 1;
  while (text[next] === " " || text[next] === "\t") next++;
  return text[text[next] === "\r" ? next + 1 : next] === "\n";
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
