/**
 * Classifies the lines of a body one by one, without a tree. It decides only what no surrounding list, quotation or HTML
 * can change: code blocks whose two fences have the same indentation, with nothing between them indented less.
 */

/** `doubt`: only a tree can decide, from this line on. */
export type LinePlace = "text" | "html" | "code" | "doubt";

export interface LineWatch {
  /** Returns the place of the next line, trimmed at its end; a fence is part of its code, possible HTML is HTML. */
  see(line: string): LinePlace;
  /** Whether a code block is open. */
  isInCode(): boolean;
}

/** A possible fence, with the text before and after it on its line. */
const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*)*)(`{3,}|~{3,})(.*)$/;
/** Whitespace, or a list marker that is allowed anywhere, even below a paragraph. */
const SURE_BEFORE = /^ *(?:(?:[-*+]|1[.)]) {1,4})?$/;
/** A possible start of an HTML block; the next blank line ends most of them. */
const HTML_START = /^[ \t>*+\-\d.)]*(<[a-z/!?].*)/i;
/** HTML blocks with their own end: start and end (CommonMark 0.31.2, 4.6, kinds 1 to 5). */
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
        // After a list marker, or indented by four more than its opening fence, a fence is an example.
        const isBehindBlanks = /^[ \t]*$/.test(before) && indentOf(line) < open.indent + 4;
        if (!marker.startsWith(open.marker) || after !== "" || !isBehindBlanks) return "code";
        if (indentOf(line) !== open.indent) return "doubt";
        open = undefined;
        return "code";
      }
      const place = htmlOrText(line);
      // Backticks after backticks are an inline code span.
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
    // In a list or a quotation, the block ends with it, which may be earlier: the rest is in doubt.
    else if (!end.test(line)) endOfHtml = line.startsWith("<") ? end : NEVER;
    return "html";
  }
}

/** Returns whether a code block may be open at the end of the body: a tree decides the doubtful cases. */
export function mayHaveOpenFence(body: string): boolean {
  if (!body.includes("```") && !body.includes("~~~")) return false;
  const watch = createLineWatch();
  for (const line of linesOf(body)) if (watch.see(line) === "doubt") return true;
  return watch.isInCode();
}

/** Returns the lines of a text without trailing whitespace. */
export function* linesOf(text: string): Generator<string> {
  for (const line of text.split(/\r\n|\n|\r/)) yield line.trimEnd();
}

/** Returns the columns before the first visible character; a tab extends to the next multiple of four. */
function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === " ") column++;
    else if (character === "\t") column += 4 - (column % 4);
    else break;
  }
  return column;
}
