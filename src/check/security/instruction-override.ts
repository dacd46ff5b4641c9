/**
 * Finds orders to drop earlier instructions. Every skill about security quotes "Ignore previous instructions", so it
 * counts only next to an order to conceal or to send data away, and in places that people do not read.
 */
import type { TextSpan } from "../../model/source.ts";
import { markStrings, readMarks, type TextMarks } from "../../model/text-marks.ts";
import { codeOf } from "../../model/code-of.ts";
import { createRangeWalk } from "../../runtime/render/code-ranges.ts";

interface InstructionOverride {
  readonly span: TextSpan;
  readonly text: string;
  /** The hidden place, for the message, or `METADATA`; "" in plain sight. */
  readonly where: string;
}

const OVERRIDE =
  /\b(?:ignore|disregard|forget|override)\s{1,9}(?:all\s{1,9})?(?:of\s{1,9})?(?:(?:the|your|any|my)\s{1,9})?(?:previous|prior|above|earlier|preceding|system)\s{1,9}(?:instructions?|prompts?|rules|guidelines|messages?)\b/gi;
/** The rarer end of an order is matched first, and read backward: a search from each verb would be slow. */
const CONCEALMENT: readonly RegExp[] = [
  /\b(?:user|human)\b(?<=\b(?:do not|don't|never)\s{1,9}(?:tell|inform|mention|reveal|show|notify|alert)\b[^.\n]{0,60})/i,
  /\b(?:silently|secretly|without\s{1,9}(?:telling|informing|notifying|asking))\b/i,
  /(?:https?:\/\/|\bwebhook\b|\bserver\b)(?<=\b(?:send|post|upload|exfiltrate|forward|transmit)\b[^.\n]{0,90})/i,
];

const VERBS = markStrings([["ignore"], ["disregard"], ["forget"], ["verride"]]);

/** People see it, but it is also part of every prompt. */
const METADATA = "the frontmatter";

/** Not rendered: HTML and Markdown comments, link titles, attributes that hide an element. */
const HIDDEN_PLACES: readonly (readonly [where: string, pattern: RegExp])[] = [
  ["an HTML comment", /<!--[\s\S]*?(?:-->|$)/g],
  ["a link definition used as a comment", /(?<![^\r\n])[ \t]{0,3}\[[^\]\r\n]+\]:[ \t]{0,9}<?#>?[ \t]{1,9}[("'][^\n]*/g],
  ["a link title", /\]\([^()\s]{1,500}[ \t]{1,9}"[^"\n]{1,2000}"\)/g],
  [
    "a hidden element",
    /<[a-z]+\b[^<>]{0,300}(?:display:\s?none|font-size:\s?0|visibility:\s?hidden|\bhidden\b)[^<>]{0,300}>[^<]{0,4000}/gi,
  ],
];

interface OverrideOptions {
  /** Frontmatter is in every prompt and on no page. */
  readonly metadataEnd: number;
  /** In prose, code is an example, and a comment in it is visible. */
  readonly isProse: boolean;
  readonly marks?: TextMarks;
}

/** At most one order for each kind of hidden place, and one in plain sight. */
export function findInstructionOverrides(
  text: string,
  { metadataEnd, isProse, marks = readMarks(text) }: OverrideOptions,
): InstructionOverride[] {
  if (!marks.may(VERBS)) return [];
  const all = Array.from(text.matchAll(OVERRIDE), ({ 0: found, index }) => ({
    text: found,
    span: { start: index, end: index + found.length },
  }));
  if (all.length === 0) return [];
  const isCode = createRangeWalk(isProse ? codeOf(text) : []);
  const hidden = hiddenRanges(text, metadataEnd);
  const found: InstructionOverride[] = [];
  for (const one of all) {
    if (isCode(one.span.start)) continue;
    const where = hidden.find(({ start, end }) => start <= one.span.start && one.span.start < end)?.where ?? "";
    if (found.some((earlier) => earlier.where === where)) continue;
    if (where === METADATA && isQuoted(text, one.span)) continue;
    if (where !== "" || (!isQuoted(text, one.span) && isConcealed(paragraphAround(text, one.span))))
      found.push({ ...one, where });
  }
  return found;
}

const isConcealed = (paragraph: string): boolean => CONCEALMENT.some((pattern) => pattern.test(paragraph));

function hiddenRanges(text: string, metadataEnd: number): (TextSpan & { readonly where: string })[] {
  const places = HIDDEN_PLACES.flatMap(([where, pattern]) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({ where, start: index, end: index + found.length })),
  );
  return [...(metadataEnd > 0 ? [{ where: METADATA, start: 0, end: metadataEnd }] : []), ...places];
}

/** Examples of attacks are in quotes or in code. */
function isQuoted(text: string, { start }: TextSpan): boolean {
  return /["'`“‘«]\s?$/.test(text.slice(Math.max(0, start - 2), start));
}

function paragraphAround(text: string, { start, end }: TextSpan): string {
  const before = text.slice(Math.max(0, start - 1500), start);
  const after = text.slice(end, end + 1500);
  return (
    before.slice(Math.max(before.lastIndexOf("\n\n"), before.lastIndexOf("\n\r\n"), 0)) +
    text.slice(start, end) +
    (after.split(/\n\r?\n/)[0] ?? "")
  );
}
