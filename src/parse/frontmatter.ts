/**
 * Splits a document into frontmatter and body by whole lines: a fence is a line of exactly three hyphens and optional
 * whitespace. Hyphens in values and bodies never count.
 */
import type { TextSpan } from "../model/source.ts";

/** The text instead of the opening fence; a key of the near misses of `frontmatter-missing`. */
export type NearMiss =
  | "blank-lines"
  | "text-before"
  | "comment-before"
  | "invisible-before"
  | "odd-fence"
  | "toml"
  | "fence-text"
  | "fence-blank"
  | "indented"
  | "code-fence"
  | "more-dashes"
  | "bare-keys"
  | "empty"
  | "bom"
  | "line-ends"
  | "empty-block"
  | "none";

export type FrontmatterCut =
  | {
      readonly kind: "found";
      readonly text: string;
      readonly span: TextSpan;
      readonly fence: TextSpan;
      readonly bodyStart: number;
    }
  | { readonly kind: "missing"; readonly nearMiss: NearMiss; readonly at: TextSpan; readonly bodyStart: number }
  | {
      readonly kind: "unterminated";
      readonly fence: TextSpan;
      /** Probably meant to be the closing fence. */
      readonly nearCloser?: TextSpan;
      readonly bodyStart: number;
    };

const FENCE = /^---[ \t]*$/;

/** Indented hyphens, hyphens with text after them, two hyphens, dots as in YAML, and typographic dashes. */
const NEAR_CLOSER = /^(?:[ \t]*---|--[ \t]*$|\.\.\.[ \t]*$|[\u2013\u2014]+[ \t]*$)/;

/** Lines that people write instead of a fence. */
const ODD_FENCE = /^(?:--|[\u2013\u2014\u2212]+-*|={3,}|\*{3,}|_{3,})[ \t]*$/;

/** Invisible characters before the hyphens. */
const INVISIBLE = /^[\u00A0\u200B-\u200F\u2060\u3000\uFEFF]+(?=---[ \t]*$)/;

/** Only comments. */
const COMMENTS = /^\s*(?:<!--(?:(?!-->)[^])*-->\s*)+$/;

/** A key and a colon at the start of a line. */
export const KEY = /^[A-Za-z_][\w-]*[ \t]*:(?:[ \t]|$)/;

/** Number of lines searched for a fence in the wrong place. */
const NEAR = 40;

/** Splits a text; skips a byte order mark before the fence. Offsets are UTF-16 units of the whole text. */
export function cutFrontmatter(text: string): FrontmatterCut {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const first = lineFrom(text, start);
  if (!FENCE.test(first.text)) return { kind: "missing", ...findNearMiss(text, start), bodyStart: start };
  const fence = { start, end: start + first.text.length };
  let nearCloser: TextSpan | undefined;
  for (let line = lineFrom(text, first.next); line.start < text.length; line = lineFrom(text, line.next)) {
    if (NEAR_CLOSER.test(line.text)) nearCloser ??= { start: line.start, end: line.start + line.text.length };
    if (FENCE.test(line.text))
      return {
        kind: "found",
        text: text.slice(first.next, line.start),
        span: { start: first.next, end: line.start },
        fence,
        bodyStart: line.next,
      };
  }
  return { kind: "unterminated", fence, ...(nearCloser && { nearCloser }), bodyStart: start };
}

interface TextLine {
  readonly text: string;
  readonly start: number;
  /** Start of the following line, or the length of the text. */
  readonly next: number;
}

/** Returns the line that starts at an offset; LF, CRLF and a lone CR end a line. */
export function lineFrom(text: string, start: number): TextLine {
  let end = start;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  const next = text[end] === "\r" && text[end + 1] === "\n" ? end + 2 : Math.min(end + 1, text.length);
  return { text: text.slice(start, end), start, next };
}

function findNearMiss(text: string, start: number): { nearMiss: NearMiss; at: TextSpan } {
  const first = lineFrom(text, start);
  const spanOf = (line: TextLine): TextSpan => ({ start: line.start, end: line.start + line.text.length });
  const at = spanOf(first);
  if (text.trim() === "") return { nearMiss: "empty", at };
  if (/^-{4,}[ \t]*$/.test(first.text)) return { nearMiss: "more-dashes", at };
  if (/^---\s+$/.test(first.text)) return { nearMiss: "fence-blank", at: { start: start + 3, end: at.end } };
  if (first.text.startsWith("---")) return { nearMiss: "fence-text", at: { start: start + 3, end: at.end } };
  if (/^[ \t]+---[ \t]*$/.test(first.text)) return { nearMiss: "indented", at };
  const invisible = INVISIBLE.exec(first.text)?.[0].length ?? 0;
  if (invisible > 0) return { nearMiss: "invisible-before", at: { start, end: start + invisible } };
  const second = lineFrom(text, first.next).text;
  if (ODD_FENCE.test(first.text) && KEY.test(second)) return { nearMiss: "odd-fence", at };
  if (/^\+{3}[ \t]*$/.test(first.text) && /^[\w-]+[ \t]*=/.test(second)) return { nearMiss: "toml", at };
  if (/^(?:name|description)[ \t]*:/.test(first.text)) return { nearMiss: "bare-keys", at };

  let before = first;
  for (let seen = 0; seen < NEAR && before.next < text.length; seen++) {
    const line = lineFrom(text, before.next);
    // Thematic breaks and lists of keys are common in bodies; a fence with a key below it is not.
    if (FENCE.test(line.text)) {
      if (KEY.test(first.text)) return { nearMiss: "bare-keys", at };
      if (!KEY.test(lineFrom(text, line.next).text)) return { nearMiss: "none", at };
      if (/^\s*$/.test(text.slice(start, line.start))) return { nearMiss: "blank-lines", at: spanOf(line) };
      if (/^(?:```|~~~)/.test(before.text)) return { nearMiss: "code-fence", at: spanOf(before) };
      return { nearMiss: COMMENTS.test(text.slice(start, line.start)) ? "comment-before" : "text-before", at };
    }
    before = line;
  }
  return { nearMiss: "none", at };
}
