/**
 * Reads links, headings and HTML from the events of micromark, the parser of remark: the tree of these events would cost
 * as much as the events. Of the text, only headings and paragraphs that may contain a link or HTML are tokenized.
 */
import { parse, preprocess } from "micromark";
import { frontmatter } from "micromark-extension-frontmatter";
import { EventCollector, type Event, type Token, type Tokenizer } from "./markdown-collector.ts";
import { openFenceOf, type LinkReader } from "./markdown-items.ts";

type Parser = ReturnType<typeof parse>;

/** Creates a reader that returns the same as the one of `loadTreeReader`. */
export function createLinkReader(): LinkReader {
  const extensions = [frontmatter(["yaml"])];
  return (document) => {
    const parser = parse({ extensions });
    const events = parser.document().write(preprocess()(document, undefined, true));
    const collector = new EventCollector(document);
    let last: Token | undefined;
    for (const [kind, line] of events) {
      // The lines of successive blocks are linked: the tokenizer of the first line has the events of all.
      if (kind !== "enter" || line.type !== "chunkFlow" || line.previous !== undefined) continue;
      for (const [kind, token, tokenizer] of line._tokenizer?.events ?? []) {
        if (kind === "exit") {
          collector.exit(token, tokenizer);
          continue;
        }
        collector.enter(token);
        if (BLOCKS.has(token.type)) last = token;
        else if (token.contentType === "text" && token.previous === undefined)
          for (const [kind, part, inner] of readText(token, tokenizer, parser, last))
            if (kind === "enter") collector.enter(part);
            else collector.exit(part, inner);
      }
    }
    const isOpen = last?.type === "codeFenced" && isLastAtTop(last, events);
    const openFence = isOpen
      ? openFenceOf(document, { start: last?.start.offset ?? 0, end: last?.end.offset ?? 0 })
      : undefined;
    return { ...collector.finish(), ...(openFence && { openFence }) };
  };
}

/** Blocks that are not lists or quotations. */
const BLOCKS = new Set<string>([
  "atxHeading",
  "codeFenced",
  "codeIndented",
  "definition",
  "htmlFlow",
  "paragraph",
  "setextHeading",
  "thematicBreak",
  "yaml",
]);

/** Tokenizes the text of a heading or a paragraph, as `subtokenize` of micromark does; nothing of one without any link. */
function readText(first: Token, outer: Tokenizer, parser: Parser, block: Token | undefined): readonly Event[] {
  const lines: Token[] = [];
  for (let line: Token | undefined = first; line !== undefined; line = line.next) lines.push(line);
  const streams = lines.map((line) => outer.sliceStream(line));
  // Without definitions, brackets alone are text.
  const isLink = parser.defined.length > 0 ? /[[<]/ : /\]\(|</;
  const mayHaveLinks = (chunk: unknown): boolean => typeof chunk === "string" && isLink.test(chunk);
  if (block?.type === "paragraph" && !streams.some((stream) => stream.some(mayHaveLinks))) return [];
  const tokenizer = parser.text(first.start);
  for (const [index, line] of lines.entries()) {
    const stream = streams[index] ?? [];
    if (line.next === undefined) stream.push(null);
    if (index > 0) tokenizer.defineSkip(line.start);
    tokenizer.write(stream);
  }
  return tokenizer.events;
}

/** A list or a quotation ends its own blocks, so only a block outside them can contain the rest of a file. */
function isLastAtTop(block: Token, events: readonly Event[]): boolean {
  let depth = 0;
  let isAtTop = false;
  for (const [kind, token] of events) {
    if (token._container === true) {
      depth += kind === "enter" ? 1 : -1;
      if (kind === "enter" && token.start.line > block.start.line) return false;
    } else if (token.type === "chunkFlow" && token.start.line === block.start.line) isAtTop = depth === 0;
  }
  return isAtTop;
}
