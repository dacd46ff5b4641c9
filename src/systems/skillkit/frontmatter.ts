/** Where the frontmatter of a document is, after SkillKit for Elixir. */
import { MISSING, found, type SystemCut, type CutRule } from "../cut.ts";

/**
 * SkillKit 0.3: the opening line may be missing; the first line of three hyphens after at least one other line ends the
 * block. The original supports only LF; elsewhere CRLF also ends a line.
 */
export function cutSkillkit(text: string, { lineEnds }: CutRule): SystemCut {
  const onlyLf = lineEnds === "lf";
  const from = (onlyLf ? /^---\n/ : /^---\r?\n/).exec(text)?.[0].length ?? 0;
  const fence = { start: 0, end: from === 0 ? 0 : 3 };
  const closer = (onlyLf ? /\n---(?:\n|$)/ : /\r?\n---(?:\r?\n|$)/).exec(text.slice(from));
  if (closer === null) {
    const isOpen = from > 0 && !/^---[\r\n]/.test(text.slice(from, from + 4));
    return isOpen ? { kind: "unterminated", fence, bodyStart: 0 } : MISSING;
  }
  const at = from + closer.index;
  if (at === from) return { kind: "missing", nearMiss: "empty-block" };
  return found(text, fence, { start: from, end: at }, at + closer[0].length);
}
