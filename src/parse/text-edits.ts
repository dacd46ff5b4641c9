import type { FixPlan } from "../diagnostics/index.ts";

export type Edit = FixPlan["edits"][number];

/** The edits must not overlap. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let at = 0;
  const parts: string[] = [];
  for (const { span, text: replacement } of edits.toSorted((one, two) => one.span.start - two.span.start)) {
    parts.push(text.slice(at, span.start), replacement);
    at = span.end;
  }
  return parts.join("") + text.slice(at);
}

export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}

/** Longer frontmatter was not written by hand: planning fixes for it would take too long. */
export const FIXABLE_LENGTH = 16_384;

export function startsLine(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n" || text[at - 1] === "\r";
}
