/**
 * Splits a document as each system does. Spans count from the start of the whole text, so that findings point to the
 * same characters in every style.
 */
import type { CutRule } from "../systems/cut.ts";
import { systems } from "../systems/table.ts";
import type { FrontmatterRule } from "../model/profile.ts";
import { cutFrontmatter, lineFrom, type FrontmatterCut, type NearMiss } from "./frontmatter.ts";

const byStyle = new Map(systems.map(({ changes, cut }) => [changes.frontmatter?.style, cut]));

export function cutDocument(text: string, rule: CutRule): FrontmatterCut {
  const cut = byStyle.get(rule.style)?.(text, rule);
  if (cut === undefined) return cutByLines(text, rule);
  return cut.kind === "missing" ? missing(text, cut.nearMiss) : cut;
}

function cutByLines(text: string, rule: CutRule): FrontmatterCut {
  const usual = cutFrontmatter(text);
  const { lineEnds, opening = "line", closing = "line", end = "fence" } = rule;
  if (lineEnds === "any" && opening === "line" && closing === "line" && end === "fence") return usual;
  const read = lineEnds === "any" ? text.replaceAll(/\r(?!\n)/g, "\n") : text;
  const open = OPENINGS[opening].exec(read)?.[0];
  if (open === undefined) return usual.kind === "missing" ? usual : hidden(text);
  const fence = { start: open.lastIndexOf("---"), end: open.trimEnd().length };
  const from = open.length;
  const close = closingLine(read, from, rule);
  if (close === undefined) return usual.kind === "unterminated" ? usual : { kind: "unterminated", fence, bodyStart: 0 };
  const span = { start: from, end: close };
  return { kind: "found", text: text.slice(from, close), span, fence, bodyStart: lineFrom(text, close).next };
}

/** What precedes the frontmatter, for readers for which a lone CR ends no line. */
const OPENINGS: Readonly<Record<FrontmatterRule["opening"], RegExp>> = {
  line: /^\uFEFF?---[ \t]*\r?\n/,
  exact: /^\uFEFF?---\r?\n/,
  white: /^\uFEFF?---[^\S\n]*\n/,
  trimmed: /^[^\S\n]*---[^\S\n]*\n/,
  blank: /^\s*---/,
  start: /^\uFEFF?---/,
  four: /^\uFEFF?---[^]/,
};

/** What follows a line end and closes the frontmatter, and after `anywhere` without one. */
const CLOSINGS: Readonly<Record<FrontmatterRule["closing"], RegExp>> = {
  line: /\n---[ \t]*(?=\r?\n|$)/g,
  exact: /\n---(?=\r?\n|$)/g,
  start: /\n---/g,
  trimmed: /\n[ \t]*---[ \t]*(?=\r?\n|$)/g,
  anywhere: /---/g,
};

/** Where the closing line starts, or its hyphens if they need no line of their own. */
function closingLine(text: string, from: number, { closing = "line", end }: CutRule): number | undefined {
  const pattern = CLOSINGS[closing];
  // The line end of the opening hyphens may be the one before the closing ones.
  pattern.lastIndex = closing === "anywhere" ? from : Math.max(0, from - 1);
  const found = pattern.exec(text);
  if (found === null && end === "open") return text.length;
  if (found === null || (end === "line" && pattern.lastIndex === text.length)) return undefined;
  return closing === "anywhere" ? found.index : found.index + 1;
}

/** A client finds no frontmatter, but the standard does. */
function hidden(text: string): FrontmatterCut {
  const nearMiss = /^\uFEFF?---[ \t]*\r(?!\n)/.test(text) ? "line-ends" : "fence-blank";
  return { kind: "missing", nearMiss, at: { start: 0, end: 3 }, bodyStart: 0 };
}

/** Reports what is there instead as in the style of the standard. */
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

function reasonOf(text: string, firstLine: string): NearMiss {
  if (text.startsWith("\uFEFF")) return "bom";
  if (/^---\S*[ \t]+$/.test(firstLine)) return "fence-blank";
  if (/\r/.test(text.slice(0, firstLine.length + 1))) return "line-ends";
  return "empty-block";
}
