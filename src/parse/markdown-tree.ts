/**
 * The only importer of unified and remark: reads the tree of a document. Editors read with it; what `markdown-events.ts`
 * reads must be the same.
 */
import type { BodyAnchor, BodyLink } from "../model/document.ts";
import type { TextSpan } from "../model/source.ts";
import { createSlugger, htmlAnchors } from "./fast/anchors.ts";
import { headingAnchor, htmlLinks, openFenceOf, targetSpan, type LinkReader } from "./markdown-items.ts";

interface MarkdownNode {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly children?: readonly MarkdownNode[];
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
}

let loading: Promise<LinkReader> | undefined;

/** Loads the reader of trees, once. */
export function loadTreeReader(): Promise<LinkReader> {
  return (loading ??= createTreeReader());
}

async function createTreeReader(): Promise<LinkReader> {
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
    const last = tree.children?.at(-1);
    // A list or a quotation ends its own blocks, so only a block outside them can contain the rest of a file.
    const openFence = last?.type === "code" ? openFenceOf(document, spanOf(last)) : undefined;
    const stack = [tree];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      collect(node, document, links);
      if (node.type === "heading") anchors.push(headingAnchor(textOf(node), spanOf(node), slugger));
      if (node.type === "html")
        for (const anchor of htmlAnchors(node.value ?? "", spanOf(node).start)) anchors.push(anchor);
      for (const child of node.children?.toReversed() ?? []) stack.push(child);
    }
    return { links, anchors, ...(openFence && { openFence }) };
  };
}

function spanOf({ position }: MarkdownNode): TextSpan {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
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
  } else if (node.type === "html") for (const link of htmlLinks(node.value ?? "", span.start)) links.push(link);
}
