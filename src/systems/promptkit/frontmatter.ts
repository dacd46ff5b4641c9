import { MISSING, findLine, found, type SystemCut } from "../cut.ts";

/** The characters that Go's `bytes.TrimSpace` removes. */
const GO_BLANK = /\p{White_Space}/u;

/**
 * PromptKit 1.5: ignores whitespace around the file; the text after the three hyphens of the opening line is already
 * YAML; the closing line is exactly three hyphens.
 */
export function cutPromptkit(text: string): SystemCut {
  let start = 0;
  let end = text.length;
  while (start < end && GO_BLANK.test(text[start] as string)) start++;
  while (end > start && GO_BLANK.test(text[end - 1] as string)) end--;
  if (start === end) return { kind: "missing", nearMiss: "empty" };
  if (!text.startsWith("---", start)) return MISSING;
  const fence = { start, end: start + 3 };
  const rest = text.slice(fence.end, end);
  const from = fence.end + (/^(?:\r\n|\n)/.exec(rest)?.[0].length ?? 0);
  const closer = findLine(text.slice(0, end), from, "---");
  return closer === undefined
    ? { kind: "unterminated", fence, bodyStart: start }
    : found(text, fence, { start: from, end: closer.start }, closer.next);
}
