import { fragmentKey } from "../../model/fragment.ts";
import type { BodyAnchor } from "../../model/document.ts";
import { readBodyLines, type BodyLines } from "./block-lines.ts";
import { afterContainers } from "./containers.ts";

/** Characters that GitHub drops from a heading: all but letters, marks, digits, connectors, hyphens and spaces (html-pipeline). */
const DROPPED = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu;

/** `createSlugger` numbers equal slugs. */
export function slugOf(heading: string): string {
  return heading.trim().toLowerCase().replace(DROPPED, "").replaceAll(" ", "-");
}

/** The second of equal slugs ends with `-1`, the third with `-2`. */
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

/** `offset`: of the HTML in its document. */
export function htmlAnchors(html: string, offset: number): BodyAnchor[] {
  return Array.from(html.matchAll(/<[a-z][^<>]*?\s(?:id|name)\s*=\s*["']?([^\s"'>]+)/gi), (match) => {
    const slug = String(match[1]);
    const start = offset + match.index + match[0].length - slug.length;
    return { slug, plain: "", span: { start, end: start + slug.length } };
  });
}

/** Links, definitions, and attributes of HTML. */
const FRAGMENT_LINKS: readonly RegExp[] = [
  /\]\(\s*<?#([^\s)>]+)/g,
  /(?<![^\r\n])[ \t>]*\[[^\]\r\n]+\]:\s*<?#([^\s>]+)/g,
  /<a\b[^<>]*?\bhref\s*=\s*["']?#([^\s"'>]+)/gi,
];
const PLAIN_ATX = /^ {0,3}#{1,6}(?=[ \t])/;
const ATX = /#{1,6}(?=[ \t])/y;
const UNDERLINE = /^[ \t>]*(?:=+|-+)$/;
/** Not a list item, a quotation or a table row. */
const TEXT_LINE = /^ {0,3}[\p{L}\p{N}](?!\d*[.)]\s)/u;

/** The text of these differs from the source: links, tags, entities, escapes, `_emphasis_`. */
const MARKUP = /[[<\\{]|&(?=[#\w])|(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/u;

/**
 * Checks fragment links without the Markdown parser: true if a link has no target that is found here, or perhaps
 * several. Finds only unambiguous headings, and no HTML ids; the parser decides the doubtful cases.
 */
export function mayHaveDoubtfulFragments(body: string, lines: () => BodyLines = () => readBodyLines(body)): boolean {
  if (!mayHaveFragmentLinks(body)) return false;
  const wanted = new Set(
    FRAGMENT_LINKS.flatMap((pattern) => Array.from(body.matchAll(pattern), ([, target]) => fragmentKey(`${target}`))),
  );
  wanted.delete("");
  if (wanted.size === 0) return false;
  const sure = new Set<string>();
  const seen = new Set<string>();
  for (const heading of likelyHeadings(lines())) {
    if (heading === "doubt") return true;
    const { text, isPlain } = heading;
    const slug = slugOf(MARKUP.test(text) ? withoutMarkup(text) : text);
    if (seen.has(slug) && wanted.has(slug)) return true;
    seen.add(slug);
    if (isPlain && !MARKUP.test(text)) sure.add(slug);
  }
  return [...wanted].some((fragment) => !sure.has(fragment));
}

const FRAGMENT_START = /\]\(\s*<?#/y;

function mayHaveFragmentLinks(body: string): boolean {
  if (!body.includes("#")) return false;
  if (body.includes("]:") || body.includes("<a") || body.includes("<A")) return true;
  for (let at = body.indexOf("]("); at !== -1; at = body.indexOf("](", at + 2)) {
    FRAGMENT_START.lastIndex = at;
    if (FRAGMENT_START.test(body)) return true;
  }
  return false;
}

interface LikelyHeading {
  readonly text: string;
  readonly isPlain: boolean;
}

/** Ends at the first doubt about code blocks. */
function* likelyHeadings({ places, text, mayEndInCode }: BodyLines): Generator<LikelyHeading | "doubt"> {
  let before = "";
  let startsParagraph = true;
  for (const [at, place] of places.entries()) {
    if (place === "doubt") return yield place;
    const line = text(at);
    const isPlain = place === "text";
    const marks = place === "code" ? 0 : endOfMarks(line);
    if (marks > 0) yield { text: withoutClosing(line.slice(marks)), isPlain: isPlain && PLAIN_ATX.test(line) };
    // The lines above belong to an underlined heading: only a line that starts a paragraph is a heading alone.
    else if (place !== "code" && UNDERLINE.test(line) && before !== "")
      yield {
        text: before.trim(),
        isPlain: isPlain && startsParagraph && TEXT_LINE.test(before) && /^ {0,3}[=-]/.test(line),
      };
    startsParagraph = before === "";
    before = place === "code" ? "" : line;
  }
  if (mayEndInCode) yield "doubt";
}

/** Also in a quotation or a list; 0 without marks. */
function endOfMarks(line: string): number {
  if (!line.includes("#")) return 0;
  ATX.lastIndex = afterContainers(line);
  return ATX.test(line) ? ATX.lastIndex : 0;
}

/** Approximates the visible text. */
function withoutMarkup(text: string): string {
  const named = text.replace(/^.*\{#([\w-]+)\}\s*$/, "$1");
  return withoutUnshown(named).replaceAll(/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])/gu, "");
}

/** Closers of parts that are not shown: images, tags, targets. */
const CLOSERS: Readonly<Record<string, string>> = { "![": "]", "<": ">", "](": ")" };

/** Drops images, tags and targets. An unclosed one is text, and then no later one with the same mark is closed. */
function withoutUnshown(text: string): string {
  const open = new Set<string>();
  const endOf = (closer: string, from: number): number => {
    const end = open.has(closer) ? -1 : text.indexOf(closer, from);
    if (end === -1) open.add(closer);
    return end + 1;
  };
  let shown = "";
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(/!\[|<|\]\(/g)) {
    if (index < from) continue;
    const end = endOf(CLOSERS[mark] as string, index + mark.length);
    if (end === 0) continue;
    shown += text.slice(from, index);
    const target = mark === "![" && text[end] === "(" ? endOf(")", end) : 0;
    from = Math.max(end, target);
  }
  return shown + text.slice(from);
}

function withoutClosing(text: string): string {
  const trimmed = text.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === "#") end--;
  return end === trimmed.length || (end > 0 && !/\s/.test(trimmed[end - 1] as string))
    ? trimmed
    : trimmed.slice(0, end).trim();
}
