/** Code blocks that are opened and never closed. */
import type { TextSpan } from "../../model/source.ts";
import type { TextContext } from "../context.ts";
import { refRules } from "./rules.ts";

/** Reports a block that swallows the rest of the file. */
export function checkCodeFences({ document, at }: TextContext): void {
  const { openFence, source } = document;
  if (openFence === undefined) return;
  const fence = source.text.slice(openFence.start, openFence.end);
  const span = notClosing(source.text, openFence.end, /^(?:`+|~+)/.exec(fence)?.[0] ?? fence);
  const label = { file: source.file, source, span, text: "a fence with text after it does not close the block" };
  at(refRules["code-fence-unclosed"], openFence, { fence }, { labels: span === undefined ? [] : [label] });
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
