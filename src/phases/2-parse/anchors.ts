/** Where `#fragment` links of a body can lead: the slugs of its headings and the ids of its HTML. */
import type { BodyAnchor } from "../../model/skill.ts";
import type { TextSpan } from "../../model/source.ts";
import { findCodeRanges } from "../../runtime/render/code-ranges.ts";

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
    return { slug, span: { start, end: start + slug.length } };
  });
}

const FRAGMENT_LINK = /\]\(\s*<?#([^\s)>]+)|^[ \t>]*\[[^\]\n]+\]:\s*<?#([^\s>]+)|<a\b[^<>]*\bhref\s*=\s*["']?#([^\s"'>]+)/gim;
const HEADING = /^[ \t>]*#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$|^([^\r\n]*\S[^\r\n]*)\r?\n {0,3}(?:=+|-+)[ \t]*$/gm;

/**
 * A look without a tree: true when a fragment link of the body leads to nothing that this look finds. It may be
 * wrong in both ways where headings hold markup; only what it doubts is worth a tree.
 */
export function mayHaveDeadFragments(body: string): boolean {
  if (!body.includes("#")) return false;
  const wanted = new Set(Array.from(body.matchAll(FRAGMENT_LINK), ([, link, definition, html]) => fragmentKey(`${link ?? definition ?? html}`)));
  wanted.delete("");
  if (wanted.size === 0) return false;
  const code = findCodeRanges(body).filter(({ start }) => start === 0 || body[start - 1] === "\n");
  const isCode = (place: number): boolean => code.some((range: TextSpan) => range.start <= place && place < range.end);
  const slugger = createSlugger();
  for (const { 0: line, 1: atx, 2: setext, index } of body.matchAll(HEADING)) {
    if (isCode(index)) continue;
    const text = (atx ?? setext ?? line).replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/<[^>]+>/g, "");
    wanted.delete(slugger(text));
    wanted.delete(slugger(text.replaceAll(/(?<!\w)_+|_+(?!\w)/g, "")));
  }
  for (const { slug } of htmlAnchors(body)) wanted.delete(fragmentKey(slug));
  return wanted.size > 0;
}

/** Notations that are no ids: the top of the page, lines of a file, text fragments, templates. */
const NO_ID = /^(?:top|L\d+(?:-L?\d+)?|:~:.*|.*[{}$<>*].*)$/i;

/** What is compared: decoded, lower case, as browsers and GitHub look it up; "" for what names no id. */
export function fragmentKey(fragment: string): string {
  if (NO_ID.test(fragment)) return "";
  const bare = fragment.replace(/^user-content-/, "");
  try {
    return decodeURIComponent(bare).toLowerCase();
  } catch {
    return bare.toLowerCase();
  }
}
