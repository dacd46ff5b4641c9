/** The only importer of unified and remark, loaded when the first body with a candidate for a link is met. */
import type { BodyLink } from "../../model/skill.ts";
import type { TextSpan } from "../../model/source.ts";

/** Reads the links of a document that starts at its frontmatter; spans count from there. */
export type LinkReader = (document: string) => readonly BodyLink[];

/**
 * A cheap look at a body: false means that no relative link can be in it, so that no tree is needed. A tree costs
 * fifteen times as much as everything else in this phase together.
 */
export function mayHaveLinks(body: string): boolean {
  return (
    /\]\([ \t]*<?(?!https?:|mailto:|tel:|data:|#|\))[^\s)]/i.test(body) ||
    /^ {0,3}\[[^\]\n]+\]:[ \t]*<?(?!https?:|mailto:|tel:|data:|#)\S/im.test(body) ||
    /<(?:a|img)\b[^>]*\b(?:href|src)\s*=\s*["']?(?!https?:|mailto:|tel:|data:|#)[^\s"'>]/i.test(body)
  );
}

interface MarkdownNode {
  readonly type: string;
  readonly url?: string;
  readonly value?: string;
  readonly children?: readonly MarkdownNode[];
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
}

/** Loads the Markdown parser. */
export async function loadLinkReader(): Promise<LinkReader> {
  const [{ unified }, { default: remarkParse }, { default: remarkFrontmatter }] = await Promise.all([
    import("unified"),
    import("remark-parse"),
    import("remark-frontmatter"),
  ]);
  const processor = unified().use(remarkParse).use(remarkFrontmatter, ["yaml"]).freeze();
  return (document) => {
    const links: BodyLink[] = [];
    const stack: MarkdownNode[] = [processor.parse(document) as MarkdownNode];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      collect(node, document, links);
      if (node.children !== undefined) stack.push(...node.children.toReversed());
    }
    return links;
  };
}

function collect(node: MarkdownNode, document: string, links: BodyLink[]): void {
  const span = { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
  if (node.type === "link" || node.type === "image" || node.type === "definition") {
    const textEnd = node.children?.at(-1)?.position?.end.offset ?? span.start;
    links.push({ kind: node.type, target: node.url ?? "", span: targetSpan(node.url ?? "", document, textEnd, span) });
  } else if (node.type === "html") {
    for (const match of (node.value ?? "").matchAll(/<(?:a|img)\b[^>]*?\b(?:href|src)\s*=\s*["']?([^\s"'>]+)/gi)) {
      const target = match[1] as string;
      const start = span.start + match.index + match[0].length - target.length;
      links.push({ kind: "html", target, span: { start, end: start + target.length } });
    }
  }
}

/** The place of a target within its construct; the whole construct when the target is written with escapes. */
function targetSpan(target: string, document: string, from: number, whole: TextSpan): TextSpan {
  const start = target === "" ? -1 : document.indexOf(target, Math.max(from, whole.start));
  return start === -1 || start + target.length > whole.end ? whole : { start, end: start + target.length };
}
