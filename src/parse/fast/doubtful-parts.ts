/**
 * Finds the parts of a body that the Markdown parser must read. It costs several times as much as the rest of this
 * phase, so it reads nothing if everything in doubt is certainly right.
 */
import type { TextSpan } from "../../model/source.ts";
import { mayHaveDoubtfulFragments } from "./anchors.ts";
import { readBodyLines, type BodyLines } from "./block-lines.ts";

/** `checkLinks` ignores these targets: other schemes, places in the same document. */
const NO_FILE = String.raw`(?:https?:|mailto:|tel:|data:|#|\))`;
const INLINE = new RegExp(String.raw`\]\(\s*(?!<?${NO_FILE})([^\s)]+)`, "iy");
const DEFINITION = new RegExp(
  String.raw`^[ \t>*+\-\d.)]*\[(?:\\[^]|[^\\[\]])+\]:[ \t\r\n]*(?:(?!<?${NO_FILE})([^ \t\r\n]+))?`,
  "gim",
);
const HTML = new RegExp(
  String.raw`<(?:a|img)\b[^<>]*\b(?:href|src)\s*=\s*(?!["']?${NO_FILE})("[^"<>]+"?|'[^'<>]+'?|[^\s"'<>]+)`,
  "gi",
);
/** Ends everything above it, including lists and quotations. */
const HEADING = /^#{1,6}(?:[ \t]|$)/;

/**
 * Returns the parts of a body with all links that may need a finding. Fragments need the whole body, because a heading
 * may be anywhere, but most are certainly right; a code block that may never be closed needs the last part.
 *
 * @param isSurelyRight returns whether a target, as written, would have no finding if it were a link. The parser only
 *   shows which candidates are in code, so it is not needed if all are right.
 */
export function doubtfulParts(
  body: string,
  isSurelyRight: (target: string) => boolean = () => false,
): readonly TextSpan[] {
  let read: BodyLines | undefined;
  const lines = (): BodyLines => (read ??= readBodyLines(body));
  const whole = [{ start: 0, end: body.length }];
  // Lines are classified by their first character, which a byte order mark is not for the parser.
  if (body.startsWith("\uFEFF") || mayHaveDoubtfulFragments(body, lines)) return whole;
  const doubtful: TextSpan[] = [];
  const inCode = ({ index }: RegExpExecArray): boolean => lines().places[lines().at(index)] === "code";
  const see = (match: RegExpExecArray, target: string | undefined): void => {
    if (target === undefined || isSurelyRight(target) || inCode(match)) return;
    doubtful.push({ start: match.index, end: match.index + match[0].length });
  };
  for (const match of inlineLinks(body)) see(match, match[1]);
  for (const match of matchesOf(HTML, "<", body)) see(match, match[1]?.replace(/^(["'])(.*)\1$/s, "$2"));
  const definitions = [...matchesOf(DEFINITION, "]:", body)];
  for (const match of definitions) see(match, match[1]);
  // A definition turns brackets in other sections into links, and brackets around a link are not a link.
  if (doubtful.length > 0 && definitions.some((match) => !inCode(match))) return whole;
  if ((body.includes("```") || body.includes("~~~")) && lines().mayEndInCode)
    doubtful.push({ start: body.length - 1, end: body.length });
  return doubtful.length === 0 ? [] : sectionsWith(doubtful, sectionsOf(body, lines()));
}

/** Searching for the literal start of each link is faster than for the pattern. */
function inlineLinks(body: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  let next = 0;
  for (let at = body.indexOf("]("); at !== -1; at = body.indexOf("](", next)) {
    INLINE.lastIndex = at;
    const match = INLINE.exec(body);
    next = match === null ? at + 2 : INLINE.lastIndex;
    if (match !== null) found.push(match);
  }
  return found;
}

/** Most bodies do not contain `needed`, and a search for that is much faster. */
function matchesOf(pattern: RegExp, needed: string, body: string): Iterable<RegExpExecArray> {
  return body.includes(needed) ? body.matchAll(pattern) : [];
}

/** Returns the sections that overlap any span; walks both lists once. */
function sectionsWith(spans: readonly TextSpan[], sections: readonly TextSpan[]): readonly TextSpan[] {
  const waiting = spans.toSorted((one, two) => two.start - one.start);
  let reached = 0;
  return sections.filter(({ start, end }) => {
    for (let next = waiting.at(-1); next !== undefined && next.start < end; next = waiting.at(-1)) {
      reached = Math.max(reached, next.end);
      waiting.pop();
    }
    return reached > start;
  });
}

/**
 * Splits at top-level headings, after which no block and no inline syntax continues. Everything after a doubtful line
 * is one section.
 */
function sectionsOf(body: string, { starts, places, text }: BodyLines): readonly TextSpan[] {
  const sections: TextSpan[] = [];
  let start = 0;
  for (const [line, place] of places.entries()) {
    if (place === "doubt") break;
    const index = starts[line] as number;
    if (place !== "text" || index === start || body[index] !== "#" || !HEADING.test(text(line))) continue;
    sections.push({ start, end: index });
    start = index;
  }
  return [...sections, { start, end: body.length }];
}
