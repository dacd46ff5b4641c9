/** Where `#fragment` links of a body can lead: the slugs of its headings and the ids of its HTML. */
import { fragmentKey } from "../../model/fragment.ts";
import type { BodyAnchor } from "../../model/document.ts";
import { createLineWatch, linesOf } from "./block-lines.ts";

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
/** A heading as it most often is, and behind whatever a quotation or a list puts before it. */
const PLAIN_ATX = /^ {0,3}#{1,6}(?=[ \t])/;
const ANY_ATX = /^(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*#{1,6}(?=[ \t])/;
const UNDERLINE = /^[ \t>]*(?:=+|-+)$/;
/** A line of text that is nothing else: no item, no quotation, no row of a table. */
const TEXT_LINE = /^ {0,3}[\p{L}\p{N}](?!\d*[.)]\s)/u;

/** What makes the text of a heading another one than what is written: links, tags, entities, escapes, `_emphasis_`. */
const MARKUP = /[[<\\{]|&(?=[#\w])|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/u;

/**
 * A look without a tree: true when a fragment link of the body leads to nothing that this look finds, or perhaps to
 * several headings. To be found, only headings count that are plain to see, and ids of HTML never; what this look
 * doubts is settled by a tree.
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
  const sure = new Set<string>();
  const seen = new Set<string>();
  for (const heading of likelyHeadings(body)) {
    if (heading === "doubt") return true;
    const { text, isPlain } = heading;
    const slug = slugOf(MARKUP.test(text) ? withoutMarkup(text) : text);
    if (seen.has(slug) && wanted.has(slug)) return true;
    seen.add(slug);
    if (isPlain && !MARKUP.test(text)) sure.add(slug);
  }
  return [...wanted].some((fragment) => !sure.has(fragment));
}

interface LikelyHeading {
  readonly text: string;
  /** It cannot be anything else, such as a line of a comment. */
  readonly isPlain: boolean;
}

/** Every line that may be a heading, as long as there is no doubt about the blocks of code. */
function* likelyHeadings(body: string): Generator<LikelyHeading | "doubt"> {
  const watch = createLineWatch();
  let before = "";
  let startsParagraph = true;
  for (const line of linesOf(body)) {
    const place = watch.see(line);
    if (place === "doubt") return yield place;
    const isPlain = place === "text";
    const marks = place === "code" ? undefined : ANY_ATX.exec(line)?.[0];
    if (marks !== undefined)
      yield { text: withoutClosing(line.slice(marks.length)), isPlain: isPlain && PLAIN_ATX.test(line) };
    // The lines above belong to a heading that is underlined: only one that starts a paragraph stands alone.
    else if (place !== "code" && UNDERLINE.test(line) && before !== "")
      yield {
        text: before.trim(),
        isPlain: isPlain && startsParagraph && TEXT_LINE.test(before) && /^ {0,3}[=-]/.test(line),
      };
    startsParagraph = before === "";
    before = place === "code" ? "" : line;
  }
  if (watch.isInCode()) yield "doubt";
}

/** Roughly what is left to be read of a heading. */
function withoutMarkup(text: string): string {
  return text
    .replace(/^.*\{#([\w-]+)\}\s*$/, "$1")
    .replaceAll(/!\[[^\]]*\](?:\([^)]*\))?|<[^>]*>|\]\([^)]*\)/g, "")
    .replaceAll(/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu, "");
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
