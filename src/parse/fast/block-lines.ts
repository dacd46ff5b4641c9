/**
 * Classifies lines without the Markdown parser. Decides only what no surrounding list, quotation or HTML can change:
 * code blocks whose two fences have the same indentation, with nothing between them indented less, and HTML that starts
 * in the first column.
 */
import { findLineStarts, lastStartUpTo } from "../../model/source.ts";
import { trimEndOf } from "../../model/trim.ts";
import { afterContainers } from "./containers.ts";

/**
 * `doubt`: only the parser can decide, from this line on. Possible HTML, and a quotation with a fence, is `html`; a fence is part
 * of its code.
 */
type LinePlace = "text" | "html" | "code" | "doubt";

export interface BodyLines {
  /** Offsets; a line ends with LF, CRLF or a lone CR. */
  readonly starts: readonly number[];
  readonly places: readonly LinePlace[];
  /** Whether a code block is open at the end, or a line is in doubt. */
  readonly mayEndInCode: boolean;
  /** Without the line end and the white space before it. */
  text(line: number): string;
  at(offset: number): number;
}

/** Most bodies are text and a few closed code blocks, so lines without a mark are not cut out. */
export function readBodyLines(body: string): BodyLines {
  const starts = findLineStarts(body);
  const places: LinePlace[] = [];
  const watch = createLineWatch();
  const endOf = (line: number): number => starts[line + 1] ?? body.length;
  const text = (line: number): string => trimEndOf(body.slice(starts[line], endOf(line)), BLANKS);
  const nextMark = createMarkSearch(body);
  let mark = nextMark(0);
  for (let line = 0; line < starts.length; line++) {
    const end = endOf(line);
    const idle = mark < end ? undefined : watch.idlePlace();
    const place = idle ?? watch.see(text(line), () => line === 0 || text(line - 1) === "");
    places.push(place);
    if (place === "doubt") break;
    if (mark < end) mark = nextMark(end);
  }
  const mayEndInCode = places.at(-1) === "doubt" || watch.isInCode();
  while (places.length < starts.length) places.push("doubt");
  return { starts, places, mayEndInCode, text, at: (offset) => lastStartUpTo(starts, offset) };
}

/** White space in Markdown is spaces and tabs: a line with any other is not blank. */
const BLANKS = " \t\r\n";

/** Anything but text starts and ends with one of these. */
const MARKS = ["<", "```", "~~~"];

/** Places must ascend. Searches for literals are faster than one for a pattern. */
function createMarkSearch(body: string): (from: number) => number {
  const found = MARKS.map(() => -1);
  return (from) => {
    let first = Infinity;
    for (let at = 0; at < MARKS.length; at++) {
      // As an unsigned number, -1 is larger than any place.
      if ((found[at] as number) < from) found[at] = body.indexOf(MARKS[at] as string, from) >>> 0;
      first = Math.min(first, found[at] as number);
    }
    return first < body.length ? first : Infinity;
  };
}

interface LineWatch {
  /** The line is trimmed at its end. */
  see(line: string, isAfterBlank: () => boolean): LinePlace;
  /** For every next line without a mark; undefined if that depends on the line. */
  idlePlace(): LinePlace | undefined;
  isInCode(): boolean;
}

/** Whitespace, or a list marker that is allowed anywhere, even below a paragraph. */
const SURE_BEFORE = /^ *(?:(?:[-*+]|1[.)]) {1,4})?$/;

function createLineWatch(): LineWatch {
  let open: { readonly marker: string; readonly indent: number } | undefined;
  /** In a quotation with a fence: a blank line ends it, and code in it. */
  let isQuoted = false;
  const html = createHtmlWatch();
  return {
    isInCode: () => open !== undefined,
    idlePlace() {
      if (open !== undefined) return open.indent > 0 ? undefined : "code";
      return isQuoted || html.isOpen() ? undefined : "text";
    },
    see(line, isAfterBlank) {
      if (isQuoted && line !== "") return line.slice(0, afterContainers(line)).includes(">") ? "html" : "doubt";
      isQuoted = false;
      const { before, marker, after } = mayHaveFence(line) ? readFence(line) : NO_FENCE;
      if (open !== undefined) {
        if (open.indent > 0 && line !== "" && indentOf(line) < open.indent) return "doubt";
        // After a list marker, or indented by four more than its opening fence, a fence is an example.
        const isBehindBlanks = /^[ \t]*$/.test(before) && indentOf(line) < open.indent + 4;
        if (!marker.startsWith(open.marker) || after !== "" || !isBehindBlanks) return "code";
        // In the first column, no list or quotation can end the block before.
        if (open.indent > 0 && indentOf(line) !== open.indent) return "doubt";
        open = undefined;
        return "code";
      }
      const place = html.see(line, isAfterBlank);
      // Backticks after backticks are an inline code span.
      if (marker === "" || (marker.startsWith("`") && after.includes("`"))) return place;
      if (place === "html" && html.isSure()) return place;
      isQuoted = place === "text" && before.includes(">");
      if (isQuoted) return "html";
      if (place === "html" || !SURE_BEFORE.test(before)) return "doubt";
      open = { marker, indent: before.length };
      return "code";
    },
  };
}

function mayHaveFence(line: string): boolean {
  return line.includes("```") || line.includes("~~~");
}

interface FenceLine {
  readonly before: string;
  /** At least three backticks or tildes; "" without a fence. */
  readonly marker: string;
  readonly after: string;
}

const NO_FENCE: FenceLine = { before: "", marker: "", after: "" };

function readFence(line: string): FenceLine {
  const start = afterContainers(line);
  const mark = line[start];
  let end = start;
  if (mark === "`" || mark === "~") while (line[end] === mark) end++;
  if (end - start < 3) return NO_FENCE;
  return { before: line.slice(0, start), marker: line.slice(start, end), after: line.slice(end) };
}

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
/** Starts in the first column that are HTML below anything: kinds 1, 2 and 6, some of their names. */
const SURE_START =
  /^<(?:!--|(?:script|pre|style|textarea)(?=[\s>]|$)|\/?(?:address|article|aside|blockquote|body|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=\s|\/?>|$))/i;
/** A line that is HTML below a blank line: kind 7, a tag alone. */
const SURE_TAG = /^<(?!\/?(?:script|pre|style|textarea)[\s/>])(?:[a-z][a-z\d-]* ?\/?|\/[a-z][a-z\d-]* ?)>$/i;

const NEVER = /(?!)/;

function createHtmlWatch(): {
  see(line: string, isAfterBlank: () => boolean): "html" | "text";
  isOpen(): boolean;
  /** Whether the open block, or the one that the last line ended, is certainly HTML. */
  isSure(): boolean;
} {
  let inHtml = false;
  let isSure = false;
  let end: RegExp | undefined;
  return {
    isOpen: () => inHtml || end !== undefined,
    isSure: () => isSure,
    see(line, isAfterBlank) {
      if (line === "") inHtml = false;
      if (end !== undefined) {
        if (end.test(line)) end = undefined;
        return "html";
      }
      const start = line.includes("<") ? HTML_START.exec(line)?.[1] : undefined;
      if (start === undefined) return inHtml ? "html" : "text";
      // A start in a block that the next blank line ends is text of it.
      if (inHtml && isSure) return "html";
      const ending = LONG_HTML.find(([opening]) => opening.test(start))?.[1];
      // Below possible HTML, one that ends elsewhere may be text of it.
      const isAlone = !inHtml || ending === undefined;
      isSure = isAlone && (SURE_START.test(line) || (SURE_TAG.test(line) && isAfterBlank()));
      if (ending === undefined) inHtml = true;
      // In a list or a quotation, the block ends with it, which may be earlier: the rest is in doubt.
      else if (!ending.test(line)) end = line.startsWith("<") ? ending : NEVER;
      return "html";
    },
  };
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
