/** Where `#fragment` links of a body can lead: the slugs of its headings and the ids of its HTML. */
import { fragmentKey } from "../../model/fragment.ts";
import type { BodyAnchor } from "../../model/skill.ts";
import { createRangeWalk, findCodeRanges } from "../../runtime/render/code-ranges.ts";

/** What GitHub drops from a heading: all but letters, marks, digits, connectors, hyphens and blanks (html-pipeline, table of contents filter). */
const DROPPED = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu;

/** The fragment that GitHub makes of a heading's text; equal ones get numbers, which `createSlugger` adds. */
export function slugOf(heading: string): string {
  return heading.trim().toLowerCase().replace(DROPPED, "").replaceAll(" ", "-");
}

/** Makes slugs of headings in order: of equal ones the second ends with `-1`, the third with `-2`. */
export function createSlugger(): (heading: string) => string {
  const given = new Map<string, number>();
  return (heading) => {
    const plain = slugOf(heading);
    let slug = plain;
    let count = given.get(plain) ?? 0;
    for (; given.has(slug); slug = `${plain}-${count}`) count++;
    given.set(plain, count);
    given.set(slug, given.get(slug) ?? 0);
    return slug;
  };
}

/** Targets in a piece of HTML; spans count from the start of the piece. */
export function htmlAnchors(html: string): BodyAnchor[] {
  return Array.from(html.matchAll(/<[a-z][^<>]*?\s(?:id|name)\s*=\s*["']?([^\s"'>]+)/gi), (match) => {
    const slug = String(match[1]);
    const start = match.index + match[0].length - slug.length;
    return { slug, plain: "", span: { start, end: start + slug.length } };
  });
}

const FRAGMENT_LINK =
  /\]\(\s*<?#([^\s)>]+)|^[ \t>]*\[[^\]\n]+\]:\s*<?#([^\s>]+)|<a\b[^<>]*?\bhref\s*=\s*["']?#([^\s"'>]+)/gim;
const ATX = /^[ \t>]*#{1,6}(?=[ \t])/;
const UNDERLINE = /^ {0,3}(?:=+|-+)\s*$/;

/** What makes the text of a heading another one than what is written: links, tags, entities, escapes, `_emphasis_`. */
const MARKUP = /[[<&\\{]|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/u;

/**
 * A look without a tree: true when a fragment link of the body leads to nothing that this look finds, or to several
 * headings. Headings with markup do not count for it; what it doubts is settled by a tree.
 */
export function mayHaveDoubtfulFragments(body: string): boolean {
  if (!body.includes("#")) return false;
  const wanted = new Set(
    Array.from(body.matchAll(FRAGMENT_LINK), ([, link, definition, html]) =>
      fragmentKey(`${link ?? definition ?? html}`),
    ),
  );
  wanted.delete("");
  if (wanted.size === 0) return false;
  const found = new Set<string>();
  for (const text of likelyHeadings(body)) {
    const plain = slugOf(text);
    if (found.has(plain) && wanted.has(plain)) return true;
    found.add(plain);
  }
  for (const { slug } of htmlAnchors(body)) found.add(fragmentKey(slug));
  return [...wanted].some((fragment) => !found.has(fragment));
}

function* likelyHeadings(body: string): Generator<string> {
  const isCode = createRangeWalk(findCodeRanges(body));
  let before = "";
  let at = 0;
  for (const line of body.split("\n")) {
    const inCode = isCode(at);
    at += line.length + 1;
    const heading = inCode ? undefined : (ATX.exec(line)?.[0] ?? (UNDERLINE.test(line) ? "" : undefined));
    const text = heading === undefined ? "" : withoutClosing(heading === "" ? before : line.slice(heading.length));
    before = inCode ? "" : line;
    if (text !== "" && !MARKUP.test(text)) yield text;
  }
}

/** A heading without the `#` that may close it. */
function withoutClosing(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === "#") end--;
  return end === trimmed.length || (end > 0 && !/\s/.test(trimmed[end - 1] as string))
    ? trimmed
    : trimmed.slice(0, end).trim();
}
