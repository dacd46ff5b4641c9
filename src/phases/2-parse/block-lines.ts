/**
 * What the lines of a body are part of, told line by line without a tree. It is only sure of what no list, quotation or
 * piece of HTML around them can change: blocks of code whose two fences are equally far in, and nothing between them
 * less far.
 */

/** `doubt`: only a tree can tell, from this line on. */
export type LinePlace = "text" | "html" | "code" | "doubt";

export interface LineWatch {
  /** Where the next line stands, trimmed at its end; a fence stands in its code, what may be in HTML in HTML. */
  see(line: string): LinePlace;
  /** A block of code is open. */
  isInCode(): boolean;
}

/** Anything that may be a fence, with what stands before it on its line and after it. */
const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*)*)(`{3,}|~{3,})(.*)$/;
/** What may start a block of HTML; the next blank line ends most of them. */
const HTML_START = /^[ \t>*+\-\d.)]*(<[a-z/!?].*)/i;
/** Those that only an end of their own ends: start and end (CommonMark 0.31.2, 4.6, kinds 1 to 5). */
const LONG_HTML: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?![\w-])/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![A-Z]/i, />/],
];

export function createLineWatch(): LineWatch {
  let open: { readonly marker: string; readonly indent: number } | undefined;
  let inHtml = false;
  let endOfHtml: RegExp | undefined;
  return {
    isInCode: () => open !== undefined,
    see(line) {
      const [, before = "", marker = "", after = ""] = FENCE.exec(line) ?? [];
      if (open !== undefined) {
        if (open.indent > 0 && line !== "" && indentOf(line) < open.indent) return "doubt";
        if (!marker.startsWith(open.marker) || after !== "") return "code";
        if (before.length !== open.indent || !/^ *$/.test(before)) return "doubt";
        open = undefined;
        return "code";
      }
      const place = htmlOrText(line);
      // Backticks after backticks are code within a line.
      if (marker === "" || (marker.startsWith("`") && after.includes("`"))) return place;
      if (place === "html" || !/^ *$/.test(before)) return "doubt";
      open = { marker, indent: before.length };
      return "code";
    },
  };

  function htmlOrText(line: string): LinePlace {
    if (line === "") inHtml = false;
    const start = endOfHtml === undefined ? (HTML_START.exec(line)?.[1] ?? "") : "";
    if (start !== "") {
      endOfHtml = LONG_HTML.find(([opening]) => opening.test(start))?.[1];
      inHtml ||= endOfHtml === undefined;
    }
    const place = inHtml || start !== "" || endOfHtml !== undefined ? "html" : "text";
    if (endOfHtml?.test(line) === true) endOfHtml = undefined;
    return place;
  }
}

/** True when a block of code may be open at the end of the body: what this look doubts is settled by a tree. */
export function mayHaveOpenFence(body: string): boolean {
  if (!body.includes("```") && !body.includes("~~~")) return false;
  const watch = createLineWatch();
  for (const line of linesOf(body)) if (watch.see(line) === "doubt") return true;
  return watch.isInCode();
}

/** The lines of a text, without the blanks at their ends. */
export function* linesOf(text: string): Generator<string> {
  for (const line of text.split(/\r\n|\n|\r/)) yield line.trimEnd();
}

/** Columns before the first visible character; a tab goes on to the next multiple of four. */
function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === " ") column++;
    else if (character === "\t") column += 4 - (column % 4);
    else break;
  }
  return column;
}
