/**
 * A cheap look at a body: which parts of it need a tree. A tree costs fifteen times as much as everything else in this
 * phase together, so that none is made where all that it could show is seen to be right.
 */
import type { TextSpan } from "../../model/source.ts";
import { mayHaveDoubtfulFragments } from "./anchors.ts";
import { createLineWatch, mayHaveOpenFence } from "./block-lines.ts";

/** What `checkLinks` never looks at: other schemes, places in the same document. */
const ELSEWHERE = String.raw`(?:https?:|mailto:|tel:|data:|#|\))`;
const INLINE = new RegExp(String.raw`\]\(\s*(?!<?${ELSEWHERE})([^\s)]+)`, "gi");
const DEFINITION = new RegExp(
  String.raw`^[ \t>*+\-\d.)]*\[(?:\\[^]|[^\\[\]])+\]:\s*(?:(?!<?${ELSEWHERE})(\S+))?`,
  "gim",
);
const HTML = new RegExp(
  String.raw`<(?:a|img)\b[^<>]*\b(?:href|src)\s*=\s*(?!["']?${ELSEWHERE})("[^"<>]+"?|'[^'<>]+'?|[^\s"'<>]+)`,
  "gi",
);
/** A heading that ends whatever stands above it, lists and quotations too. */
const HEADING = /^#{1,6}(?:[ \t]|$)/;
const LINE = /([^\r\n]*)(?:\r\n|\n|\r|$)/g;

/**
 * The parts of a body that hold all links of which something may have to be said; empty when there are none. Fragments
 * need all of the body, because a heading may stand anywhere, but most are seen to be right; a block of code that may
 * never be closed needs the last part.
 *
 * @param isSurelyRight - told a candidate's target as it is written, says that there would be nothing to report if it
 *   were a link. A tree only shows which candidates stand in code, so that where all are right none is needed.
 */
export function doubtfulParts(
  body: string,
  isSurelyRight: (target: string) => boolean = () => false,
): readonly TextSpan[] {
  const whole = [{ start: 0, end: body.length }];
  if (mayHaveDoubtfulFragments(body)) return whole;
  const doubtful: TextSpan[] = [];
  const look = ({ index, 0: text }: RegExpExecArray, target: string | undefined): void => {
    if (target !== undefined && !isSurelyRight(target)) doubtful.push({ start: index, end: index + text.length });
  };
  for (const match of body.matchAll(INLINE)) look(match, match[1]);
  for (const match of body.matchAll(HTML)) look(match, match[1]?.replace(/^(["'])(.*)\1$/s, "$2"));
  const definitions = [...body.matchAll(DEFINITION)];
  for (const match of definitions) look(match, match[1]);
  // A definition makes links of brackets in other sections, and brackets around a link are none.
  if (definitions.length > 0 && doubtful.length > 0) return whole;
  if (mayHaveOpenFence(body)) doubtful.push({ start: body.length - 1, end: body.length });
  return doubtful.length === 0 ? [] : sectionsWith(doubtful, sectionsOf(body));
}

/** The sections that hold any of the spans or a piece of one; both are walked once. */
function sectionsWith(spans: readonly TextSpan[], sections: readonly TextSpan[]): readonly TextSpan[] {
  const waiting = spans.toSorted((one, two) => two.start - one.start);
  let reached = 0;
  return sections.filter(({ start, end }) => {
    for (let next = waiting.at(-1); next !== undefined && next.start < end; next = waiting.at(-1)) {
      reached = Math.max(reached, next.end);
      waiting.pop();
    }
    return reached > start;
  });
}

/**
 * A body cut at headings that stand in nothing else: no block, and nothing within a line, goes on behind one. What
 * follows a line in doubt is one section.
 */
function sectionsOf(body: string): readonly TextSpan[] {
  const watch = createLineWatch();
  const sections: TextSpan[] = [];
  let start = 0;
  for (const { index, 1: line = "" } of body.matchAll(LINE)) {
    const place = watch.see(line.trimEnd());
    if (place === "doubt") break;
    if (place !== "text" || index === start || !HEADING.test(line)) continue;
    sections.push({ start, end: index });
    start = index;
  }
  return [...sections, { start, end: body.length }];
}
