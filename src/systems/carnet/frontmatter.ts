/** Where the frontmatter of a document is, after Carnet. */
import { MISSING, found, type SystemCut } from "../cut.ts";

/**
 * Carnet 0.3, with gray-matter 4: with a fourth hyphen it is not a frontmatter; the text after the opening hyphens names
 * a language; the block ends at the next line that starts with three hyphens, or with the file.
 */
export function cutGrayMatter(text: string): SystemCut {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  if (!text.startsWith("---", start) || text[start + 3] === "-") return MISSING;
  const fence = { start, end: start + 3 };
  const lineEnd = /\r?\n|$/.exec(text.slice(fence.end));
  const language = text.slice(fence.end, fence.end + (lineEnd?.index ?? 0)).trim();
  if (language !== "" && language.toLowerCase() !== "yaml" && language.toLowerCase() !== "yml")
    return { kind: "missing", nearMiss: "fence-text" };
  const from = fence.end + (lineEnd?.index ?? 0) + (lineEnd?.[0].length ?? 0);
  const closer = text.indexOf("\n---", Math.max(fence.end, from - 1));
  if (closer === -1) return { kind: "unterminated", fence, bodyStart: start };
  const afterCloser = closer + 4;
  const bodyStart = afterCloser + (/^\r?\n?/.exec(text.slice(afterCloser, afterCloser + 2))?.[0].length ?? 0);
  return found(text, fence, { start: Math.min(from, closer + 1), end: closer + 1 }, bodyStart);
}
