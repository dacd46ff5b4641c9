/** What both readers of Markdown make of a link, a piece of HTML, a heading and a code block. */
import type { BodyAnchor, BodyLink } from "../model/document.ts";
import type { TextSpan } from "../model/source.ts";
import { slugOf } from "./fast/anchors.ts";

/** The links and fragment targets of a document, both in order. */
export interface ReadMarkdown {
  readonly links: readonly BodyLink[];
  readonly anchors: readonly BodyAnchor[];
  /** The fence of a code block that extends to the end of the document without being closed. */
  readonly openFence?: TextSpan;
}

/** Reads a document, or part of one; spans count from its start. */
export type LinkReader = (document: string) => ReadMarkdown;

/** A target in a piece of HTML: in double quotes, in single quotes, or bare. */
const HTML_TARGET = /<(?:a|img)\b[^<>]*?\b(?:href|src)\s*=\s*(?:"([^"<>]+)"|'([^'<>]+)'|([^\s"'<>]+))/gi;

/** Returns the links in a piece of HTML, which starts at an offset of its document. */
export function htmlLinks(html: string, offset: number): BodyLink[] {
  return Array.from(html.matchAll(HTML_TARGET), (match) => {
    const [all, double, single, bare] = match;
    const target = double ?? single ?? bare ?? "";
    const start = offset + match.index + all.length - target.length - (bare === undefined ? 1 : 0);
    return { kind: "html", target, span: { start, end: start + target.length } };
  });
}

/** Returns the anchor of a heading with this visible text. */
export function headingAnchor(text: string, span: TextSpan, slugger: (text: string) => string): BodyAnchor {
  // `## Usage {#usage}` is an id in many renderers, though not on GitHub.
  const id = /\{#([\w-]+)\}\s*$/.exec(text)?.[1];
  return id === undefined ? { slug: slugger(text), plain: slugOf(text), span } : { slug: id, plain: id, span };
}

/**
 * Returns the place of a target in its construct, the first after the offset where its text ends; the whole construct if
 * the target contains escapes.
 */
export function targetSpan(target: string, document: string, textEnd: number, whole: TextSpan): TextSpan {
  const from = Math.max(textEnd, whole.start);
  const at = target === "" ? -1 : document.slice(from, whole.end).indexOf(target);
  return at === -1 ? whole : { start: from + at, end: from + at + target.length };
}

/** Returns the opening fence of a code block that is the last block of a document; undefined if it is closed. */
export function openFenceOf(document: string, { start, end }: TextSpan): TextSpan | undefined {
  const lines = document.slice(start, end).split(/\r\n|\n|\r/);
  const first = lines[0] as string;
  const marker = /^(?:`{3,}|~{3,})/.exec(first)?.[0];
  if (marker === undefined) return undefined;
  const closer = lines.length === 1 ? undefined : /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(lines.at(-1) as string)?.[1];
  return closer?.startsWith(marker) === true ? undefined : { start, end: start + first.trimEnd().length };
}
