/**
 * Reads links that are certain without the Markdown parser: `[text](target)` with nothing around it that could make it anything else.
 */
import type { BodyLink } from "../../model/document.ts";
import type { BodyLines } from "./block-lines.ts";

/** The rest of a link: no spaces, brackets, quotes, escapes and entities. */
const REST = String.raw`\]\(([^\s()<>[\]\\&"'\x60\0-\x1f\x7f]+)\)`;
const TARGET = new RegExp(REST, "y");
const LINK = new RegExp(String.raw`!?\[[^[\]]*${REST}`, "g");
/** What changes text far from it: tags, escapes; a tab counts for several spaces. */
const FAR_REACHING = /[<\\\t]/;
/** Where simple links are cut out: definitions, links in images and in links, titles. */
const MORE_BRACKETS = /\]:|!\[|\]\(/;
/** Spaces that make a line code, below some marker too. */
const CODE_INDENT = "    ";

/** What is certain about a place in a body: a link, text in code, or nothing. */
export interface PlainLinks {
  /** Returns the link whose text ends at an offset; its span counts from the start of the body. */
  at(textEnd: number): BodyLink | "code" | undefined;
  isCode(offset: number): boolean;
}

/** Creates a reader of the links of a body that are certain without the Markdown parser. */
export function createPlainLinkReader(body: string, lines: () => BodyLines): PlainLinks {
  let find: ((line: number) => Paragraph | undefined) | undefined;
  let code: { readonly line: number; readonly at: number } | undefined;
  const isCodeIn = (paragraph: Paragraph | undefined, offset: number): boolean =>
    paragraph !== undefined && paragraph.text[offset - paragraph.start] === "`";
  const paragraphOf = (line: number): Paragraph | undefined => (find ??= createParagraphReader(body, lines()))(line);
  return {
    isCode: (offset) => isCodeIn(paragraphOf(lines().at(offset)), offset),
    at(textEnd) {
      const { starts, places, at: lineOf } = lines();
      const line = lineOf(textEnd);
      if (places[line] !== "text") return undefined;
      const paragraph = paragraphOf(line);
      if (paragraph === undefined) return undefined;
      if (isCodeIn(paragraph, textEnd)) return "code";
      TARGET.lastIndex = textEnd;
      const target = TARGET.exec(body)?.[1];
      const lineStart = starts[line] as number;
      const open = textStart(paragraph, lineStart, textEnd);
      if (target === undefined || open === undefined) return undefined;
      const isImage = open > lineStart && body[open - 1] === "!";
      const start = isImage ? open - 1 : open;
      const isBehindText = start > lineStart && body[start - 1] === "]";
      if (code?.line !== line)
        code = { line, at: lineStart + body.slice(lineStart, starts[line + 1]).indexOf(CODE_INDENT) };
      const isIndented = code.at >= lineStart && code.at + CODE_INDENT.length <= start;
      if (isBehindText || isIndented) return undefined;
      // As the parser reads it, for which an image or an empty text has no end.
      const from = isImage || open + 1 === textEnd ? start : textEnd;
      const at = body.indexOf(target, from);
      return { kind: isImage ? "image" : "link", target, span: { start: at, end: at + target.length } };
    },
  };
}

/** A paragraph in which nothing reaches beyond itself; spans of code in it are masked with backticks. */
interface Paragraph {
  readonly text: string;
  /** Where it starts in the body. */
  readonly start: number;
}

/** Returns where the bracket before a text without brackets is, from its end: no other text of the line is read again. */
function textStart({ text, start }: Paragraph, lineStart: number, textEnd: number): number | undefined {
  const isBracket = (at: number): boolean => text[at - 1 - start] === "[" || text[at - 1 - start] === "]";
  let at = textEnd;
  while (at > lineStart && !isBracket(at)) at--;
  return at > lineStart && text[at - 1 - start] === "[" ? at - 1 : undefined;
}

/** Creates a reader of the paragraph of a line; it returns undefined for one of which anything is in doubt. */
function createParagraphReader(
  body: string,
  { starts, places, text }: BodyLines,
): (line: number) => Paragraph | undefined {
  /** First lines of paragraphs by line; -1 for lines that are in none. */
  const firsts: number[] = [];
  for (const [line, place] of places.entries()) {
    const isText = place === "text" && text(line) !== "";
    firsts.push(!isText ? -1 : line > 0 && firsts[line - 1] !== -1 ? (firsts[line - 1] as number) : line);
  }
  const known = new Map<number, Paragraph | undefined>();
  return (line) => {
    const first = firsts[line] as number;
    if (first === -1 || known.has(first)) return known.get(first);
    let end = line;
    while (firsts[end] === first) end++;
    const start = starts[first] as number;
    const isBesideHtml = places[first - 1] === "html" || places[end] === "html" || places[end] === "doubt";
    const masked = isBesideHtml ? undefined : withMaskedCode(body.slice(start, starts[end] ?? body.length));
    const isPlain =
      masked !== undefined && !FAR_REACHING.test(masked) && !MORE_BRACKETS.test(masked.replaceAll(LINK, ""));
    const paragraph = isPlain ? { text: masked, start } : undefined;
    known.set(first, paragraph);
    return paragraph;
  };
}

/**
 * Replaces spans of code by as many backticks, which no target of a certain link contains. Undefined if one may extend
 * beyond its line, where another block may start.
 */
function withMaskedCode(paragraph: string): string | undefined {
  if (!paragraph.includes("`")) return paragraph;
  const runs = [...paragraph.matchAll(/`+/g)];
  let masked = "";
  let from = 0;
  for (let open = 0; open < runs.length; open++) {
    const { 0: ticks, index: start } = runs[open] as RegExpExecArray;
    let close = open + 1;
    while (close < runs.length && runs[close]?.[0].length !== ticks.length) close++;
    if (close === runs.length) return undefined;
    const end = (runs[close] as RegExpExecArray).index + ticks.length;
    if (/[\r\n]/.test(paragraph.slice(start, end))) return undefined;
    masked += paragraph.slice(from, start) + "`".repeat(end - start);
    from = end;
    open = close;
  }
  return masked + paragraph.slice(from);
}
