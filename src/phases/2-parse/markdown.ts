/** The only importer of unified and remark, loaded when the first body with a candidate for a link is met. */
import type { BodyLink } from "../../model/skill.ts";
import type { TextSpan } from "../../model/source.ts";

/** Reads the links of a document that starts at its frontmatter; spans count from there. */
export type LinkReader = (document: string) => readonly BodyLink[];

/** What `checkLinks` never looks at: other schemes, places in the same document. */
const ELSEWHERE = String.raw`(?!https?:|mailto:|tel:|data:|#|\))`;
const INLINE = new RegExp(String.raw`\]\(\s*<?${ELSEWHERE}[^\s)]`, "gi");
const DEFINITION = new RegExp(String.raw`^[ \t>*+\-\d.)]*\[(?:\\[^]|[^\\[\]])+\]:\s*(?:<?${ELSEWHERE}(\S))?`, "gim");
const HTML = new RegExp(String.raw`<(?:a|img)\b[^<>]*\b(?:href|src)\s*=\s*["']?${ELSEWHERE}[^\s"'>]`, "gi");
/** The same in a piece of HTML: the target in double quotes, in single quotes, or bare. */
const HTML_TARGET = /<(?:a|img)\b[^<>]*?\b(?:href|src)\s*=\s*(?:"([^"<>]+)"|'([^'<>]+)'|([^\s"'<>]+))/gi;
const BLANK_LINE = /(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/g;

/**
 * A cheap look at a body: how much of it, from its start, holds all that can be a relative link; 0 when there is
 * none, so that no tree is needed. A tree costs fifteen times as much as everything else in this phase together,
 * and what comes after the paragraph of the last candidate cannot change it: only definitions could.
 */
export function linkScope(body: string): number {
  let last = -1;
  let isNeeded = false;
  const note = (match: RegExpExecArray, isCandidate: boolean): void => {
    last = Math.max(last, match.index + match[0].length);
    isNeeded ||= isCandidate;
  };
  for (const match of body.matchAll(INLINE)) note(match, true);
  for (const match of body.matchAll(HTML)) note(match, true);
  for (const match of body.matchAll(DEFINITION)) note(match, match[1] !== undefined);
  if (!isNeeded) return 0;
  const end = new RegExp(BLANK_LINE);
  end.lastIndex = last;
  const blank = end.exec(body);
  return blank === null ? body.length : blank.index + blank[0].length;
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
    for (const match of (node.value ?? "").matchAll(HTML_TARGET)) {
      const [all, double, single, bare] = match;
      const target = double ?? single ?? bare ?? "";
      const start = span.start + match.index + all.length - target.length - (bare === undefined ? 1 : 0);
      links.push({ kind: "html", target, span: { start, end: start + target.length } });
    }
  }
}

/** The place of a target within its construct; the whole construct when the target is written with escapes. */
function targetSpan(target: string, document: string, from: number, whole: TextSpan): TextSpan {
  const start = target === "" ? -1 : document.indexOf(target, Math.max(from, whole.start));
  return start === -1 || start + target.length > whole.end ? whole : { start, end: start + target.length };
}
