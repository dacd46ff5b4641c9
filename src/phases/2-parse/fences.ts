/**
 * A look at the fences of code blocks without a tree. It is only sure of what no list, quotation or piece of HTML
 * around them can change: blocks whose two fences are equally far in, and nothing between them less far.
 */

/** Anything that may be a fence, with what stands before it on its line and after it. */
const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*)*)(`{3,}|~{3,})(.*)$/;
/** A line that may begin a block of HTML, in which no fence counts up to the next blank line. */
const HTML_START = /^[ \t>*+\-\d.)]*<[a-z/]/i;
/** HTML that blank lines do not end. */
const LONG_HTML = /<(?:!|\?|script|pre|style|textarea)/i;

/** True when a block may be open at the end of the body: what this look doubts is settled by a tree. */
export function mayHaveOpenFence(body: string): boolean {
  if (!body.includes("```") && !body.includes("~~~")) return false;
  let open: { readonly marker: string; readonly indent: number } | undefined;
  let inHtml = false;
  for (const raw of body.split(/\r\n|\n|\r/)) {
    const line = raw.trimEnd();
    if (line === "") {
      inHtml = false;
      continue;
    }
    const [, before = "", marker = "", after = ""] = FENCE.exec(line) ?? [];
    if (open === undefined) {
      inHtml ||= HTML_START.test(line);
      if (LONG_HTML.test(line)) return true;
      // Backticks after backticks are code within a line.
      if (marker === "" || (marker.startsWith("`") && after.includes("`"))) continue;
      if (inHtml || !/^ *$/.test(before)) return true;
      open = { marker, indent: before.length };
    } else {
      if (open.indent > 0 && indentOf(line) < open.indent) return true;
      if (!marker.startsWith(open.marker) || after !== "") continue;
      if (before.length !== open.indent || !/^ *$/.test(before)) return true;
      open = undefined;
    }
  }
  return open !== undefined;
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
