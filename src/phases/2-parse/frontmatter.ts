/**
 * Cuts a document into frontmatter and body, by whole lines: a fence is a line of exactly three dashes and optional
 * blanks. Dashes inside of values and bodies never count.
 */
import type { TextSpan } from "../../model/source.ts";

/** What stands where the opening fence should be; a key of the help texts of `frontmatter-missing`. */
export type NearMiss =
  | "blank-lines" | "comment" | "fence-text" | "indented" | "code-fence" | "more-dashes" | "bare-keys" | "empty" | "none";

export type FrontmatterCut =
  | { readonly kind: "found"; readonly text: string; readonly span: TextSpan; readonly fence: TextSpan; readonly bodyStart: number }
  | { readonly kind: "missing"; readonly nearMiss: NearMiss; readonly at: TextSpan; readonly bodyStart: number }
  | { readonly kind: "unterminated"; readonly fence: TextSpan; readonly bodyStart: number };

const FENCE = /^---[ \t]*$/;

/** Cuts a text; a byte order mark before the fence is skipped. Offsets are UTF-16 units of the whole text. */
export function cutFrontmatter(text: string): FrontmatterCut {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const first = lineFrom(text, start);
  if (!FENCE.test(first.text)) return { kind: "missing", ...findNearMiss(text, start), bodyStart: start };
  const fence = { start, end: start + first.text.length };
  for (let line = lineFrom(text, first.next); line.start < text.length; line = lineFrom(text, line.next)) {
    if (FENCE.test(line.text))
      return {
        kind: "found",
        text: text.slice(first.next, line.start),
        span: { start: first.next, end: line.start },
        fence,
        bodyStart: line.next,
      };
  }
  return { kind: "unterminated", fence, bodyStart: start };
}

interface Line {
  readonly text: string;
  readonly start: number;
  /** Start of the following line, or the length of the text. */
  readonly next: number;
}

/** The line that starts at an offset; LF, CRLF and a lone CR end a line. */
function lineFrom(text: string, start: number): Line {
  let end = start;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  const next = text[end] === "\r" && text[end + 1] === "\n" ? end + 2 : Math.min(end + 1, text.length);
  return { text: text.slice(start, end), start, next };
}

function findNearMiss(text: string, start: number): { nearMiss: NearMiss; at: TextSpan } {
  let line = lineFrom(text, start);
  const at = { start, end: line.start + line.text.length };
  if (text.length === start) return { nearMiss: "empty", at };
  const first = line.text;
  if (/^-{4,}[ \t]*$/.test(first)) return { nearMiss: "more-dashes", at };
  if (first.startsWith("---")) return { nearMiss: "fence-text", at };
  if (/^[ \t]+---[ \t]*$/.test(first)) return { nearMiss: "indented", at };
  if (/^(?:```|~~~)/.test(first)) return { nearMiss: "code-fence", at };
  if (/^(?:name|description)[ \t]*:/.test(first)) return { nearMiss: "bare-keys", at };
  if (first.trim() === "") {
    while (line.text.trim() === "" && line.next < text.length) line = lineFrom(text, line.next);
    return { nearMiss: FENCE.test(line.text) ? "blank-lines" : "none", at };
  }
  if (first.startsWith("<!--") && /-->\s*---[ \t]*[\r\n]/.test(text.slice(start, start + 4096))) return { nearMiss: "comment", at };
  return { nearMiss: "none", at };
}
