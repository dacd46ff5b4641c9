import { posix } from "node:path";
import type { BodyAnchor, BodyLink } from "../model/document.ts";
import { createSourceText } from "../model/source.ts";
import { asMarkdown, loadTreeReader, withLinks } from "../parse/index.ts";
import { pathInSkill, pathOfTarget } from "../check/index.ts";

export interface MarkdownLinks {
  readonly links: readonly BodyLink[];
  /** Headings and ids that a `#fragment` can point to. */
  readonly anchors: readonly BodyAnchor[];
}

/** Reads all links and anchors of a document with its frontmatter; none of a text that is too long to be parsed. */
export async function readMarkdownLinks(text: string): Promise<MarkdownLinks> {
  const document = asMarkdown(createSourceText("document.md", text));
  if (document === undefined) return { links: [], anchors: [] };
  const { links, anchors = [] } = withLinks(document, [{ start: 0, end: text.length }], await loadTreeReader());
  return { links, anchors };
}

export interface LinkTarget {
  /** Relative to the skill directory; it starts with `../` outside the skill. */
  readonly path: string;
  /** Without `#`; empty if there is none. */
  readonly fragment: string;
}

/**
 * Resolves a target as the checks of links do; undefined for URLs, templates and absolute paths.
 *
 * @param document Path of the document within the skill.
 */
export function resolveTarget(target: string, document: string, files: readonly string[]): LinkTarget | undefined {
  const fragment = /#([^]*)$/.exec(target)?.[1] ?? "";
  if (target.startsWith("#")) return { path: document, fragment };
  const path = pathOfTarget(target);
  if (path === undefined || posix.isAbsolute(path) || path.startsWith("~/")) return undefined;
  const from = posix.dirname(document);
  return { path: pathInSkill(path, from === "." ? "" : from, files).replace(/\/$/, ""), fragment };
}
