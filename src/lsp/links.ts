import { resolve } from "node:path";
import type { DocumentLink, Location } from "vscode-languageserver/node";
import { readMarkdownLinks, resolveTarget } from "../api/markdown-links.ts";
import { joinPath } from "../paths/index.ts";
import { documentOf, rangeIn, skillNamed, type OpenDocument } from "./open-document.ts";
import { wordAt } from "./places.ts";

type UriOf = (path: string) => string;

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export async function documentLinks(open: OpenDocument, uriOf: UriOf): Promise<DocumentLink[]> {
  const { document } = open;
  if (!isMarkdown(open)) return [];
  const { links } = await readMarkdownLinks(document.getText());
  return links.flatMap(({ target, span }) => {
    const path = fileOfTarget(open, target);
    if (path === undefined || path === open.path) return [];
    return [{ range: rangeIn(document, span), target: uriOf(path) }];
  });
}

export async function definitionAt(open: OpenDocument, offset: number, uriOf: UriOf): Promise<Location | null> {
  const { document, project, snapshot } = open;
  if (isMarkdown(open)) {
    const { links } = await readMarkdownLinks(document.getText());
    const link = links.find(({ span }) => span.start <= offset && offset <= span.end);
    if (link !== undefined) return linkTarget(open, link.target, uriOf);
  }
  const found = wordAt(document.getText(), offset);
  if (found === undefined) return null;
  const skill = skillNamed(snapshot, found.word);
  if (skill !== undefined) return { uri: uriOf(documentOf(project.root, skill)), range: START };
  const path = fileOfTarget(open, found.word);
  return path === undefined ? null : { uri: uriOf(path), range: START };
}

async function linkTarget(open: OpenDocument, target: string, uriOf: UriOf): Promise<Location | null> {
  const path = fileOfTarget(open, target);
  if (path === undefined) return null;
  const fragment = /#(.*)$/s.exec(target)?.[1] ?? "";
  return { uri: uriOf(path), range: fragment === "" ? START : await anchorRange(open, path, fragment) };
}

async function anchorRange({ project }: OpenDocument, path: string, fragment: string): Promise<Location["range"]> {
  const text = project.readText(path) ?? "";
  const { anchors } = await readMarkdownLinks(text);
  const anchor = anchors.find(({ slug }) => slug === fragment);
  if (anchor === undefined) return START;
  const before = text.slice(0, anchor.span.start).split(/\r\n|\n|\r/);
  const start = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  return { start, end: start };
}

/** Returns the absolute path of the file that a target names; undefined if it does not exist. */
function fileOfTarget({ skill, inSkill, project }: OpenDocument, target: string): string | undefined {
  if (skill === undefined) return undefined;
  const resolved = resolveTarget(target, inSkill, skill.files);
  if (resolved === undefined) return undefined;
  const path = resolve(project.root, joinPath(skill.dir, resolved.path));
  return project.readText(path) !== undefined || skill.files.includes(resolved.path) ? path : undefined;
}

export function isMarkdown({ path }: OpenDocument): boolean {
  return /\.(?:md|mdx|markdown)$/i.test(path);
}
