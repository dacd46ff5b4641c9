/**
 * Splits a document into frontmatter and body, as each system does. Spans count from the start of the whole text, so
 * that findings point to the same characters in every style.
 */
import type { TextSpan } from "../model/source.ts";
import type { FrontmatterRule } from "../profiles/index.ts";
import { cutFrontmatter, type FrontmatterCut, type NearMiss } from "./frontmatter.ts";
import { trimEndOf } from "../model/trim.ts";

type CutRule = Pick<FrontmatterRule, "style" | "lineEnds">;
type Cutter = (text: string, rule: CutRule) => FrontmatterCut;

const cutters: Readonly<Record<FrontmatterRule["style"], Cutter>> = {
  lines: cutFrontmatter,
  promptkit: cutPromptkit,
  skillkit: cutSkillkit,
  cognesy: cutCognesy,
  "gray-matter": cutGrayMatter,
  fizeau: cutFizeau,
};

/** Splits a text in the style of a profile. */
export function cutDocument(text: string, rule: CutRule): FrontmatterCut {
  return cutters[rule.style](text, rule);
}

/** The characters that Go's `bytes.TrimSpace` removes. */
const GO_BLANK = /\p{White_Space}/u;

/**
 * PromptKit 1.5: ignores whitespace around the file; the text after the three hyphens of the opening line is already
 * YAML; the closing line is exactly three hyphens.
 */
function cutPromptkit(text: string): FrontmatterCut {
  let start = 0;
  let end = text.length;
  while (start < end && GO_BLANK.test(text[start] as string)) start++;
  while (end > start && GO_BLANK.test(text[end - 1] as string)) end--;
  if (start === end) return missing(text, "empty");
  if (!text.startsWith("---", start)) return missing(text);
  const fence = { start, end: start + 3 };
  const rest = text.slice(fence.end, end);
  const from = fence.end + (/^(?:\r\n|\n)/.exec(rest)?.[0].length ?? 0);
  const closer = findLine(text.slice(0, end), from, "---");
  return closer === undefined
    ? { kind: "unterminated", fence, bodyStart: start }
    : found(text, fence, { start: from, end: closer.start }, closer.next);
}

/**
 * SkillKit 0.3: the opening line may be missing; the first line of three hyphens after at least one other line ends the
 * block. The original supports only LF; elsewhere CRLF also ends a line.
 */
function cutSkillkit(text: string, { lineEnds }: CutRule): FrontmatterCut {
  const onlyLf = lineEnds === "lf";
  const from = (onlyLf ? /^---\n/ : /^---\r?\n/).exec(text)?.[0].length ?? 0;
  const fence = { start: 0, end: from === 0 ? 0 : 3 };
  const closer = (onlyLf ? /\n---(?:\n|$)/ : /\r?\n---(?:\r?\n|$)/).exec(text.slice(from));
  if (closer === null) {
    const isOpen = from > 0 && !/^---[\r\n]/.test(text.slice(from, from + 4));
    return isOpen ? { kind: "unterminated", fence, bodyStart: 0 } : missing(text);
  }
  const at = from + closer.index;
  if (at === from) return missing(text, "empty-block");
  return found(text, fence, { start: from, end: at }, at + closer[0].length);
}

const PHP_BLANK = /[ \t\n\v\f\r]/;

/**
 * instructor-php 2.7: blank lines may follow the opening line; the block ends at the first line that starts with three
 * hyphens, whatever follows them; without both lines there is no frontmatter.
 */
function cutCognesy(text: string): FrontmatterCut {
  if (!text.startsWith("---")) return missing(text);
  let end = 3;
  while (end < text.length && PHP_BLANK.test(text[end] as string)) end++;
  const breaks = text.slice(3, end);
  const from = 3 + breaks.lastIndexOf("\n") + 1;
  if (from === 3) return missing(text);
  let yamlStart = from;
  let closer = text.indexOf("\n---", from);
  // Only blank lines in between: one of them ends the opening line, another one is the block.
  if (closer === -1 && text.startsWith("---", from) && breaks.indexOf("\n") < breaks.lastIndexOf("\n")) {
    closer = from - 1;
    yamlStart = 3 + breaks.lastIndexOf("\n", breaks.lastIndexOf("\n") - 1) + 1;
  }
  if (closer === -1) return missing(text);
  const yamlEnd = text[closer - 1] === "\r" && closer > yamlStart ? closer - 1 : closer;
  let bodyStart = closer + 4;
  while (bodyStart < text.length && PHP_BLANK.test(text[bodyStart] as string)) bodyStart++;
  return found(text, { start: 0, end: 3 }, { start: yamlStart, end: Math.max(yamlStart, yamlEnd) }, bodyStart);
}

/**
 * Carnet 0.3, with gray-matter 4: with a fourth hyphen it is not a frontmatter; the text after the opening hyphens names
 * a language; the block ends at the next line that starts with three hyphens, or with the file.
 */
function cutGrayMatter(text: string): FrontmatterCut {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  if (!text.startsWith("---", start) || text[start + 3] === "-") return missing(text);
  const fence = { start, end: start + 3 };
  const lineEnd = /\r?\n|$/.exec(text.slice(fence.end));
  const language = text.slice(fence.end, fence.end + (lineEnd?.index ?? 0)).trim();
  if (language !== "" && language.toLowerCase() !== "yaml" && language.toLowerCase() !== "yml")
    return missing(text, "fence-text");
  const from = fence.end + (lineEnd?.index ?? 0) + (lineEnd?.[0].length ?? 0);
  const closer = text.indexOf("\n---", Math.max(fence.end, from - 1));
  if (closer === -1) return { kind: "unterminated", fence, bodyStart: start };
  const afterCloser = closer + 4;
  const bodyStart = afterCloser + (/^\r?\n?/.exec(text.slice(afterCloser, afterCloser + 2))?.[0].length ?? 0);
  return found(text, fence, { start: Math.min(from, closer + 1), end: closer + 1 }, bodyStart);
}

/** fizeau: the first line and the closing line are exactly three hyphens; only LF, with or without CR, ends a line. */
function cutFizeau(text: string): FrontmatterCut {
  const opener = /^---\r*(?:\n|$)/.exec(text);
  if (opener === null) return missing(text);
  const fence = { start: 0, end: 3 };
  const closer = findLine(text, opener[0].length, "---");
  if (closer === undefined) return { kind: "unterminated", fence, bodyStart: 0 };
  return found(text, fence, { start: opener[0].length, end: closer.start }, closer.next);
}

/** Returns the first line after an offset that equals a text, without its line ending. */
function findLine(text: string, from: number, wanted: string): { start: number; next: number } | undefined {
  for (let start = from; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const next = newline === -1 ? text.length : newline + 1;
    if (text.startsWith(wanted, start) && trimEndOf(text.slice(start, next), "\r\n") === wanted) return { start, next };
    start = next;
  }
  return undefined;
}

function found(text: string, fence: TextSpan, span: TextSpan, bodyStart: number): FrontmatterCut {
  return { kind: "found", text: text.slice(span.start, span.end), span, fence, bodyStart };
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
