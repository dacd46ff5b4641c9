/** The code ranges of bodies, for rules. */
import { findCodeRanges, type TextRange } from "../runtime/render/code-ranges.ts";

/** The last question: the rules ask for the code of the same body, one after another. */
let last: { readonly text: string; readonly ranges: readonly TextRange[] } = { text: "", ranges: [] };

export function codeOf(text: string): readonly TextRange[] {
  if (last.text !== text) last = { text, ranges: findCodeRanges(text) };
  return last.ranges;
}
