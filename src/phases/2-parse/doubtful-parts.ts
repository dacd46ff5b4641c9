/**
 * Finds the parts of a body that need a tree. A tree costs fifteen times as much as the rest of this phase, so none is
 * built if everything that it could show is certainly right.
 */
import type { TextSpan } from "../../model/source.ts";
import { mayHaveDoubtfulFragments } from "./anchors.ts";
import { createLineWatch, mayHaveOpenFence } from "./block-lines.ts";

/** Targets that `checkLinks` never checks: other schemes, places in the same document. */
const NO_FILE = String.raw`(?:https?:|mailto:|tel:|data:|#|\))`;
const INLINE = new RegExp(String.raw`\]\(\s*(?!<?${NO_FILE})([^\s)]+)`, "gi");
const DEFINITION = new RegExp(String.raw`^[ \t>*+\-\d.)]*\[(?:\\[^]|[^\\[\]])+\]:\s*(?:(?!<?${NO_FILE})(\S+))?`, "gim");
const HTML = new RegExp(
  String.raw`<(?:a|img)\b[^<>]*\b(?:href|src)\s*=\s*(?!["']?${NO_FILE})("[^"<>]+"?|'[^'<>]+'?|[^\s"'<>]+)`,
  "gi",
);
/** A heading that ends everything above it, including lists and quotations. */
const HEADING = /^#{1,6}(?:[ \t]|$)/;
const LINE = /([^\r\n]*)(?:\r\n|\n|\r|$)/g;

/**
 * Returns the parts of a body with all links that may need a finding; empty if there are none. Fragments need the whole
 * body, because a heading may be anywhere, but most are certainly right; a code block that may never be closed needs the
 * last part.
 *
 * @param isSurelyRight returns whether a target, as written, would have no finding if it were a link. A tree only shows
 *   which candidates are in code, so no tree is needed if all are right.
 */
export function doubtfulParts(
  body: string,
  isSurelyRight: (target: string) => boolean = () => false,
): readonly TextSpan[] {
  const whole = [{ start: 0, end: body.length }];
  if (mayHaveDoubtfulFragments(body)) return whole;
  const doubtful: TextSpan[] = [];
  const visit = ({ index, 0: text }: RegExpExecArray, target: string | undefined): void => {
    if (target !== undefined && !isSurelyRight(target)) doubtful.push({ start: index, end: index + text.length });
  };
  for (const match of body.matchAll(INLINE)) visit(match, match[1]);
  for (const match of body.matchAll(HTML)) visit(match, match[1]?.replace(/^(["'])(.*)\1$/s, "$2"));
  const definitions = [...body.matchAll(DEFINITION)];
  for (const match of definitions) visit(match, match[1]);
  // A definition turns brackets in other sections into links, and brackets around a link are not a link.
  if (definitions.length > 0 && doubtful.length > 0) return whole;
  if (mayHaveOpenFence(body)) doubtful.push({ start: body.length - 1, end: body.length });
  return doubtful.length === 0 ? [] : sectionsWith(doubtful, sectionsOf(body));
}

/** Returns the sections that overlap any of the spans; walks both once. */
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
 * Splits a body at top-level headings: no block and no inline syntax continues after one. Everything after a doubtful
 * line is one section.
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
