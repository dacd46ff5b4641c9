/**
 * Reads links that are certain without a tree: `[text](target)` with nothing around it that could make it anything else.
 */
import type { BodyLink } from "../../model/document.ts";
import type { BodyLines } from "./block-lines.ts";

/** The rest of a link: no spaces, brackets, quotes, escapes and entities. */
const REST = String.raw`\]\(([^\s()<>[\]\\&"'\x60\0-\x1f\x7f]+)\)`;
const TARGET = new RegExp(REST, "y");
const LINK = new RegExp(String.raw`!?\[[^[\]]*${REST}`, "g");
/** What changes text far from it: code spans, tags, escapes; a tab counts for several spaces. */
const FAR_REACHING = /[`<\\\t]/;
/** Where simple links are cut out: definitions, links in images and in links, titles. */
const MORE_BRACKETS = /\]:|!\[|\]\(/;
/** Spaces that make a line code, below some marker too. */
const CODE_INDENT = "    ";

/**
 * Creates a reader of the link whose text ends at an offset; it returns undefined for one that is not certain. Spans count
 * from the start of the body.
 */
export function createPlainLinkReader(body: string, lines: () => BodyLines): (textEnd: number) => BodyLink | undefined {
  let isPlain: ((line: number) => boolean) | undefined;
  let code: { readonly line: number; readonly at: number } | undefined;
  return (textEnd) => {
    const { starts, places, at: lineOf } = lines();
    const line = lineOf(textEnd);
    if (places[line] !== "text") return undefined;
    TARGET.lastIndex = textEnd;
    const target = TARGET.exec(body)?.[1];
    const lineStart = starts[line] as number;
    const open = textStart(body, lineStart, textEnd);
    if (target === undefined || open === undefined) return undefined;
    const isImage = open > lineStart && body[open - 1] === "!";
    const start = isImage ? open - 1 : open;
    const isBehindText = start > lineStart && body[start - 1] === "]";
    if (code?.line !== line)
      code = { line, at: lineStart + body.slice(lineStart, starts[line + 1]).indexOf(CODE_INDENT) };
    isPlain ??= createParagraphTest(body, lines());
    const isCode = code.at >= lineStart && code.at + CODE_INDENT.length <= start;
    if (isBehindText || isCode || !isPlain(line)) return undefined;
    // As in a tree, where an image and an empty text have no place of their own.
    const from = isImage || open + 1 === textEnd ? start : textEnd;
    const at = body.indexOf(target, from);
    return { kind: isImage ? "image" : "link", target, span: { start: at, end: at + target.length } };
  };
}

/** Returns where the bracket before a text without brackets is, from its end: no other text of the line is read again. */
function textStart(body: string, lineStart: number, textEnd: number): number | undefined {
  let at = textEnd;
  while (at > lineStart && body[at - 1] !== "[" && body[at - 1] !== "]") at--;
  return at > lineStart && body[at - 1] === "[" ? at - 1 : undefined;
}

/** Creates the test whether nothing in the paragraph of a line reaches beyond itself. */
function createParagraphTest(body: string, { starts, places, text }: BodyLines): (line: number) => boolean {
  /** First lines of paragraphs by line; -1 for lines that are in none. */
  const firsts: number[] = [];
  for (const [line, place] of places.entries()) {
    const isText = place === "text" && text(line) !== "";
    firsts.push(!isText ? -1 : line > 0 && firsts[line - 1] !== -1 ? (firsts[line - 1] as number) : line);
  }
  const known = new Map<number, boolean>();
  return (line) => {
    const first = firsts[line] as number;
    let isPlain = known.get(first);
    if (isPlain === undefined) {
      let end = line;
      while (firsts[end] === first) end++;
      const paragraph = body.slice(starts[first], starts[end] ?? body.length);
      const isBesideHtml = places[first - 1] === "html" || places[end] === "html" || places[end] === "doubt";
      isPlain = !isBesideHtml && !FAR_REACHING.test(paragraph) && !MORE_BRACKETS.test(paragraph.replaceAll(LINK, ""));
      known.set(first, isPlain);
    }
    return isPlain;
  };
}
