import type { FixPlan } from "../../diagnostics/index.ts";

/** One replacement, in offsets of the text at hand. */
export type Edit = FixPlan["edits"][number];

/** The text after some edits that do not overlap. */
export function mendText(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, two) => two.span.start - one.span.start)
    .reduce(
      (current, { span, text: replacement }) => current.slice(0, span.start) + replacement + current.slice(span.end),
      text,
    );
}

/** The line ending of a text: that of its first line, else LF. */
export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

/** A frontmatter longer than this is none that a hand wrote: it is not worth the time that a plan takes. */
export const MENDABLE_LENGTH = 50_000;

/** True at the start of a line. */
export function startsLine(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n" || text[at - 1] === "\r";
}
