/** From `start` up to, not including, `end`, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A fence may follow quote marks, indentation and one list marker; its info string has no backtick. */
const OPENER = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSER = /^([ \t>]*)(`{3,}|~{3,})[ \t]*$/;

/**
 * Returns the code ranges of a text, in order, not overlapping. An unclosed fence reaches to the end, as in CommonMark.
 * Native searches find the lines that may have a fence; no other line is looked at.
 */
export function findCodeRanges(text: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  const find = (mark: string, from: number): number => text.indexOf(mark, from) >>> 0;
  let fence: { marker: string; indent: number; start: number } | undefined;
  let prose = 0;
  let ticks = find("```", 0);
  let tildes = find("~~~", 0);
  for (let mark; (mark = Math.min(ticks, tildes)) < text.length;) {
    const at = text.lastIndexOf("\n", mark) + 1;
    const end = Math.min(find("\n", mark) + 1, text.length);
    if (ticks < end) ticks = find("```", end);
    if (tildes < end) tildes = find("~~~", end);
    const line = text.slice(at, end).replace(/\r?\n$/, "");
    if (fence === undefined) {
      const [, before = "", marker] = OPENER.exec(line) ?? [];
      if (marker === undefined) continue;
      addInlineCode(text, prose, at, ranges);
      fence = { marker, indent: before.length, start: at };
      continue;
    }
    const [, before = "", marker = ""] = CLOSER.exec(line) ?? [];
    // Indented further, it is a line of the block: an example of a fence.
    if (!marker.startsWith(fence.marker) || before.length > fence.indent + 3) continue;
    ranges.push({ start: fence.start, end: at + line.length });
    fence = undefined;
    prose = end;
  }
  if (fence === undefined) addInlineCode(text, prose, text.length, ranges);
  else ranges.push({ start: fence.start, end: text.length });
  return ranges;
}

interface BacktickRun {
  readonly start: number;
  readonly length: number;
}

/** Runs of backticks pair within a paragraph. */
function addInlineCode(text: string, from: number, to: number, ranges: TextRange[]): void {
  const piece = text.slice(from, to);
  let runs: BacktickRun[] = [];
  let end = 0;
  for (let at = piece.indexOf("`"); at !== -1; at = piece.indexOf("`", end)) {
    if (runs.length > 0 && /\n[ \t]*\r?\n/.test(piece.slice(end, at))) {
      pairRuns(text, runs, ranges);
      runs = [];
    }
    end = at + 1;
    while (piece[end] === "`") end++;
    runs.push({ start: from + at, length: end - at });
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
