import type { FrontmatterRule } from "../model/profile.ts";
import type { TextSpan } from "../model/source.ts";
import { trimEndOf } from "../model/trim.ts";

/** Where a frontmatter is, in UTF-16 units of the whole text; without one, what is there instead, if the system knows. */
export type SystemCut =
  | {
      readonly kind: "found";
      readonly text: string;
      readonly span: TextSpan;
      readonly fence: TextSpan;
      readonly bodyStart: number;
    }
  | { readonly kind: "missing"; readonly nearMiss?: "empty" | "empty-block" | "fence-text" }
  | { readonly kind: "unterminated"; readonly fence: TextSpan; readonly bodyStart: number };

export type CutRule = Pick<FrontmatterRule, "style" | "lineEnds"> &
  Partial<Pick<FrontmatterRule, "opening" | "closing" | "end">>;

export const MISSING: SystemCut = { kind: "missing" };

/** Returns the first line after an offset that equals a text, without its line ending. */
export function findLine(text: string, from: number, wanted: string): { start: number; next: number } | undefined {
  for (let start = from; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const next = newline === -1 ? text.length : newline + 1;
    if (text.startsWith(wanted, start) && trimEndOf(text.slice(start, next), "\r\n") === wanted) return { start, next };
    start = next;
  }
  return undefined;
}

export function found(text: string, fence: TextSpan, span: TextSpan, bodyStart: number): SystemCut {
  return { kind: "found", text: text.slice(span.start, span.end), span, fence, bodyStart };
}
