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
/** Blanks, or the sign of a list item that may stand anywhere, also below a paragraph. */
const SURE_BEFORE = /^ *(?:(?:[-*+]|1[.)]) {1,4})?$/;
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

const NEVER = /(?!)/;

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
        // Behind a sign, or four further in than what it would close, a fence is an example of one.
        const isBehindBlanks = /^[ \t]*$/.test(before) && indentOf(line) < open.indent + 4;
        if (!marker.startsWith(open.marker) || after !== "" || !isBehindBlanks) return "code";
        if (indentOf(line) !== open.indent) return "doubt";
        open = undefined;
        return "code";
      }
      const place = htmlOrText(line);
      // Backticks after backticks are code within a line.
      if (marker === "" || (marker.startsWith("`") && after.includes("`"))) return place;
      if (place === "html" || !SURE_BEFORE.test(before)) return "doubt";
      open = { marker, indent: before.length };
      return "code";
    },
  };

  function htmlOrText(line: string): LinePlace {
    if (line === "") inHtml = false;
    if (endOfHtml !== undefined) {
      if (endOfHtml.test(line)) endOfHtml = undefined;
      return "html";
    }
    const start = HTML_START.exec(line)?.[1];
    if (start === undefined) return inHtml ? "html" : "text";
    const end = LONG_HTML.find(([opening]) => opening.test(start))?.[1];
    if (end === undefined) inHtml = true;
    // In a list or a quotation it ends with that, which may be earlier; what follows is anything then.
    else if (!end.test(line)) endOfHtml = line.startsWith("<") ? end : NEVER;
    return "html";
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
