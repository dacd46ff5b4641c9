/** Checks code blocks that are never closed. */
import type { LabelPlace } from "../../../diagnostics/index.ts";
import type { TextSpan } from "../../../model/source.ts";
import type { CheckContext } from "../context.ts";

/** Reports a block that contains the rest of the file. */
export function checkCodeFences({ skill, at }: CheckContext): void {
  const { openFence, source, file } = skill;
  if (openFence === undefined) return;
  const fence = source.text.slice(openFence.start, openFence.end);
  const span = notClosing(source.text, openFence.end, /^(?:`+|~+)/.exec(fence)?.[0] ?? fence);
  const label = span && { file, source, span, text: "a fence with text after it does not close the block" };
  const labels: LabelPlace[] = label === undefined || skill.inline !== undefined ? [] : [label];
  at("code-fence-unclosed", openFence, { fence }, labels);
}

/** Returns the same fence again in the block, with text after it; usually it opens another block. */
function notClosing(text: string, from: number, marker: string): TextSpan | undefined {
  const fence = /^([ \t>]*)(`{3,}|~{3,}).*$/gm;
  fence.lastIndex = from;
  for (let match = fence.exec(text); match !== null; match = fence.exec(text)) {
    const [line, before = "", found = ""] = match;
    if (found.startsWith(marker))
      return { start: match.index + before.length, end: match.index + line.trimEnd().length };
  }
  return undefined;
}
