/**
 * Splits a document into frontmatter and body, as each system does. Spans count from the start of the whole text, so
 * that findings point to the same characters in every style.
 */
import type { CutRule } from "../systems/cut.ts";
import { systems } from "../systems/table.ts";
import { cutFrontmatter, type FrontmatterCut, type NearMiss } from "./frontmatter.ts";

const byStyle = new Map(systems.map(({ changes, cut }) => [changes.frontmatter?.style, cut]));

export function cutDocument(text: string, rule: CutRule): FrontmatterCut {
  const cut = byStyle.get(rule.style)?.(text, rule);
  if (cut === undefined) return cutFrontmatter(text);
  return cut.kind === "missing" ? missing(text, cut.nearMiss) : cut;
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
