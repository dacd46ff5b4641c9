/** Where a Markdown text is code: fenced blocks and inline spans, found without building a tree. */
import type { TextSpan } from "../../model/source.ts";

const FENCE_OPEN = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** Code of a text, in order, not overlapping. A fence that is never closed reaches to the end, as in CommonMark. */
export function findCodeRanges(text: string): TextSpan[] {
  const ranges: TextSpan[] = [];
  let fence: { marker: string; start: number } | undefined;
  let prose = 0;
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const bare = line.replace(/[\r\n]+$/, "");
    const opened = FENCE_OPEN.exec(bare)?.[1];
    if (fence === undefined && opened !== undefined) {
      addInlineCode(text, prose, at, ranges);
      fence = { marker: opened, start: at };
    } else if (fence !== undefined && opened?.startsWith(fence.marker) && bare.trim() === opened) {
      ranges.push({ start: fence.start, end: at + bare.length });
      fence = undefined;
      prose = at + line.length;
    }
    at += line.length;
  }
  if (fence === undefined) addInlineCode(text, prose, text.length, ranges);
  else ranges.push({ start: fence.start, end: text.length });
  return ranges;
}

/** A code span ends at a run of as many backticks as it started with, within its paragraph. */
function addInlineCode(text: string, from: number, to: number, ranges: TextSpan[]): void {
  let open: { length: number; start: number }[] = [];
  for (const run of text.slice(from, to).matchAll(/`+|\n[ \t]*\r?\n/g)) {
    const [token] = run;
    const at = from + run.index;
    if (token.startsWith("\n")) {
      open = [];
      continue;
    }
    const opener = open.findIndex(({ length }) => length === token.length);
    if (opener === -1) open.push({ length: token.length, start: at });
    else {
      ranges.push({ start: (open[opener] as { start: number }).start, end: at + token.length });
      open = [];
    }
  }
}
