/**
 * Splits a document into frontmatter and body, as each system does. Spans count from the start of the whole text, so
 * that findings point to the same characters in every style.
 */
import type { CutRule } from "../systems/cut.ts";
import { systems } from "../systems/table.ts";
import { cutFrontmatter, lineFrom, type FrontmatterCut, type NearMiss } from "./frontmatter.ts";

const byStyle = new Map(systems.map(({ changes, cut }) => [changes.frontmatter?.style, cut]));

export function cutDocument(text: string, rule: CutRule): FrontmatterCut {
  const cut = byStyle.get(rule.style)?.(text, rule);
  if (cut === undefined) return cutByLines(text, rule);
  return cut.kind === "missing" ? missing(text, cut.nearMiss) : cut;
}

/** Splits as the standard does, with what some clients do differently. */
function cutByLines(text: string, { lineEnds, opening, closing }: CutRule): FrontmatterCut {
  const at = { start: 0, end: 3 };
  const hides = (nearMiss: NearMiss): FrontmatterCut => ({ kind: "missing", nearMiss, at, bodyStart: 0 });
  if (lineEnds === "lf-or-crlf" && /^\uFEFF?---[ \t]*\r(?!\n)/.test(text)) return hides("line-ends");
  if (opening === "exact" && /^---[ \t]/.test(text)) return hides("fence-blank");
  const cut = opening === "trimmed" ? cutTrimmed(text) : cutFrontmatter(text);
  return closing === "start" && cut.kind === "unterminated" ? cutAtStart(text, cut) : cut;
}

/** Fences may be indented. */
function cutTrimmed(text: string): FrontmatterCut {
  const first = lineFrom(text, 0);
  if (first.text.trim() !== "---") return cutFrontmatter(text);
  const fence = { start: 0, end: first.text.length };
  for (let line = lineFrom(text, first.next); line.start < text.length; line = lineFrom(text, line.next)) {
    if (line.text.trim() !== "---") continue;
    const span = { start: first.next, end: line.start };
    return { kind: "found", text: text.slice(span.start, span.end), span, fence, bodyStart: line.next };
  }
  return cutFrontmatter(text);
}

/** The first line that starts with three hyphens closes the frontmatter; what follows them is the body. */
function cutAtStart(text: string, cut: FrontmatterCut & { readonly kind: "unterminated" }): FrontmatterCut {
  const close = /\n---/.exec(text.slice(cut.fence.end));
  if (close === null) return cut;
  const first = lineFrom(text, cut.fence.start).next;
  const end = cut.fence.end + close.index + 1;
  if (end < first) return cut;
  return {
    kind: "found",
    text: text.slice(first, end),
    span: { start: first, end },
    fence: cut.fence,
    bodyStart: lineFrom(text, end).next,
  };
}

/** Returns no frontmatter in this style; reports what is there instead as in the style of the standard. */
function missing(text: string, nearMiss?: NearMiss): FrontmatterCut {
  const usual = cutFrontmatter(text);
  const firstLine = /^[^\r\n]*/.exec(text)?.[0] ?? "";
  if (usual.kind === "missing") return nearMiss === undefined ? usual : { ...usual, nearMiss };
  const at = { start: 0, end: firstLine.length };
  return {
    kind: "missing",
    nearMiss: nearMiss ?? reasonOf(text, firstLine),
    at,
    bodyStart: text.startsWith("\uFEFF") ? 1 : 0,
  };
}

/** Returns why a system finds no frontmatter if the standard finds one. */
function reasonOf(text: string, firstLine: string): NearMiss {
  if (text.startsWith("\uFEFF")) return "bom";
  if (/^---\S*[ \t]+$/.test(firstLine)) return "fence-blank";
  if (/\r/.test(text.slice(0, firstLine.length + 1))) return "line-ends";
  return "empty-block";
}
