/** Where the frontmatter of a document is, after fizeau. */
import { MISSING, findLine, found, type SystemCut } from "../cut.ts";

/** fizeau: the first line and the closing line are exactly three hyphens; only LF, with or without CR, ends a line. */
export function cutFizeau(text: string): SystemCut {
  const opener = /^---\r*(?:\n|$)/.exec(text);
  if (opener === null) return MISSING;
  const fence = { start: 0, end: 3 };
  const closer = findLine(text, opener[0].length, "---");
  if (closer === undefined) return { kind: "unterminated", fence, bodyStart: 0 };
  return found(text, fence, { start: opener[0].length, end: closer.start }, closer.next);
}
