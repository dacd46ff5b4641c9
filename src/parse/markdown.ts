/** The only importer of unified and remark, loaded when the first body with something in doubt is met. */
import type { BodyAnchor, BodyLink } from "../model/document.ts";
import type { TextSpan } from "../model/source.ts";
import { createSlugger, htmlAnchors, slugOf } from "./fast/anchors.ts";

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

interface MarkdownNode {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly children?: readonly MarkdownNode[];
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
}

let loading: Promise<LinkReader> | undefined;

/** Loads the Markdown parser, once. */
export function loadLinkReader(): Promise<LinkReader> {
  return (loading ??= createLinkReader());
}

async function createLinkReader(): Promise<LinkReader> {
  const [{ unified }, { default: remarkParse }, { default: remarkFrontmatter }] = await Promise.all([
    import("unified"),
    import("remark-parse"),
    import("remark-frontmatter"),
  ]);
  const processor = unified().use(remarkParse).use(remarkFrontmatter, ["yaml"]).freeze();
  return (document) => {
    const links: BodyLink[] = [];
    const anchors: BodyAnchor[] = [];
    const slugger = createSlugger();
    const tree = processor.parse(document) as MarkdownNode;
    const openFence = openFenceOf(tree, document);
    const stack = [tree];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      collect(node, document, links);
      if (node.type === "heading") anchors.push(headingAnchor(node, slugger));
      if (node.type === "html")
        for (const anchor of htmlAnchors(node.value ?? ""))
          anchors.push({ ...anchor, span: shift(anchor.span, spanOf(node).start) });
      for (const child of node.children?.toReversed() ?? []) stack.push(child);
    }
    return { links, anchors, ...(openFence && { openFence }) };
  };
}

/** A list or a quotation ends its own blocks, so only a block outside them can contain the rest of a file. */
function openFenceOf({ children }: MarkdownNode, document: string): TextSpan | undefined {
  const last = children?.at(-1);
  if (last?.type !== "code") return undefined;
  const { start, end } = spanOf(last);
  const lines = document.slice(start, end).split(/\r\n|\n|\r/);
  const first = lines[0] as string;
  const marker = /^(?:`{3,}|~{3,})/.exec(first)?.[0];
  if (marker === undefined) return undefined;
  const closer = lines.length === 1 ? undefined : /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(lines.at(-1) as string)?.[1];
  return closer?.startsWith(marker) === true ? undefined : { start, end: start + first.trimEnd().length };
}

function spanOf({ position }: MarkdownNode): TextSpan {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

function shift({ start, end }: TextSpan, by: number): TextSpan {
  return { start: start + by, end: end + by };
}

function headingAnchor(heading: MarkdownNode, slugger: (text: string) => string): BodyAnchor {
  const text = textOf(heading);
  // `## Usage {#usage}` is an id in many renderers, though not on GitHub.
  const id = /\{#([\w-]+)\}\s*$/.exec(text)?.[1];
  return id === undefined
    ? { slug: slugger(text), plain: slugOf(text), span: spanOf(heading) }
    : { slug: id, plain: id, span: spanOf(heading) };
}

/** Returns the visible text of a heading, without image names. */
function textOf(heading: MarkdownNode): string {
  let text = "";
  const stack = [heading];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === "text" || node.type === "inlineCode") text += node.value ?? "";
    for (const child of node.children?.toReversed() ?? []) stack.push(child);
  }
  return text;
}

function collect(node: MarkdownNode, document: string, links: BodyLink[]): void {
  const span = spanOf(node);
  if (node.type === "link" || node.type === "image" || node.type === "definition") {
    const textEnd = node.children?.at(-1)?.position?.end.offset ?? span.start;
    links.push({ kind: node.type, target: node.url ?? "", span: targetSpan(node.url ?? "", document, textEnd, span) });
  } else if (node.type === "html") {
    for (const match of (node.value ?? "").matchAll(HTML_TARGET)) {
      const [all, double, single, bare] = match;
      const target = double ?? single ?? bare ?? "";
      const start = span.start + match.index + all.length - target.length - (bare === undefined ? 1 : 0);
      links.push({ kind: "html", target, span: { start, end: start + target.length } });
    }
  }
}

/** Returns the place of a target in its construct; the whole construct if the target contains escapes. */
function targetSpan(target: string, document: string, from: number, whole: TextSpan): TextSpan {
  const start = target === "" ? -1 : document.indexOf(target, Math.max(from, whole.start));
  return start === -1 || start + target.length > whole.end ? whole : { start, end: start + target.length };
}
