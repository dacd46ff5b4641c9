import type { TextSpan } from "../../model/source.ts";
import type { TextContext } from "../context.ts";
import { refRules } from "./rules.ts";

/** Reports a block that swallows the rest of the file. The cause may be a block above it that ended early. */
export function checkCodeFences({ document, at }: TextContext): void {
  const { openFence, source } = document;
  if (openFence === undefined) return;
  const { text, file } = source;
  const fence = text.slice(openFence.start, openFence.end);
  const fences = fencesOf(text);
  const early = fence.replace(/^[`~]+/, "").trim() === "" ? endedEarly(fences, openFence.start) : undefined;
  if (early !== undefined) {
    const { outer, end, inner } = early;
    const args = {
      fence,
      opened: lineOf(text, outer.start),
      ended: lineOf(text, end.start),
      longer: longerThan(fences, early),
    };
    const labels = [
      { file, source, span: outer, text: "opened here" },
      { file, source, span: inner, text: "not opened here: inside a block it is only text" },
      { file, source, span: end, text: "and ended early, here" },
    ];
    at(refRules["code-fence-unclosed"], openFence, args, { labels });
    return;
  }
  const marker = /^(?:`+|~+)/.exec(fence)?.[0] ?? fence;
  const again = fences.find(({ start, marker: other }) => start > openFence.start && other.startsWith(marker));
  const label = again && { file, source, span: again, text: "a fence with text after it does not close the block" };
  const args = { fence, opened: 0, ended: 0, longer: "" };
  at(refRules["code-fence-unclosed"], openFence, args, { labels: label === undefined ? [] : [label] });
}

interface Fence extends TextSpan {
  readonly marker: string;
  /** Whether text follows, such as a language: then the fence can only open a block. */
  readonly hasInfo: boolean;
}

function fencesOf(text: string): readonly Fence[] {
  const fence = /^([ \t>]*)(`{3,}|~{3,})([^\r\n]*)/gm;
  return Array.from(text.matchAll(fence), ({ index, 0: line, 1: before = "", 2: marker = "", 3: info = "" }) => ({
    start: index + before.length,
    end: index + line.trimEnd().length,
    marker,
    hasInfo: info.trim() !== "",
  }));
}

interface EarlyEnd {
  readonly outer: Fence;
  /** Was meant to open another block. */
  readonly inner: Fence;
  readonly end: Fence;
}

/**
 * Returns the last block before `until` with a fence inside that has a language: that was meant to open its own block,
 * whose end then closed the outer one.
 */
function endedEarly(fences: readonly Fence[], until: number): EarlyEnd | undefined {
  let outer: Fence | undefined;
  let inner: Fence | undefined;
  let found: EarlyEnd | undefined;
  for (const one of fences) {
    if (one.start >= until) break;
    if (outer === undefined) [outer, inner] = [one, undefined];
    else if (one.hasInfo) inner ??= one;
    else if (one.marker.startsWith(outer.marker)) {
      if (inner !== undefined) found = { outer, inner, end: one };
      outer = undefined;
    }
  }
  return found;
}

/** Returns a fence that none inside the block closes. */
function longerThan(fences: readonly Fence[], { outer, end }: EarlyEnd): string {
  const [sign = "`"] = outer.marker;
  const inside = fences.filter(({ start, marker }) => start > outer.start && start <= end.start && marker[0] === sign);
  return sign.repeat(1 + Math.max(outer.marker.length, ...inside.map(({ marker }) => marker.length)));
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
