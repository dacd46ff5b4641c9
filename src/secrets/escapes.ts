/**
 * Undoes the spelling of a text, so that a credential is found as it is decoded: escapes of quoted strings in YAML, JSON and
 * programs, percent-encoding, numbered characters of XML, strings in pieces, invisible characters.
 */
import type { TextSpan } from "../model/source.ts";
import { markStrings, markUnits, type TextMarks } from "../model/text-marks.ts";
import { viewAfter, type ViewEdit, type TextView } from "./text-view.ts";

const IGNORED = markUnits([
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfe00, 0xfe0d],
  [0xfeff, 0xfeff],
]);

/**
 * Where one string ends and the next starts: with an operator between them, in a line or at the end or the start of one. A
 * line end and a space of indentation are compared as two spaces.
 */
const JOINTS = markStrings(
  ["+", ".", "..", "&", "~", "||", "<>", "++"].flatMap((sign) =>
    ['"', "'"].flatMap((quote) => [[`${quote} ${sign} ${quote}`], [`${quote} ${sign}  `], [`  ${sign} ${quote}`]]),
  ),
);

/** The ways of spelling, as bits, and the pattern of each; the named groups are what decides about the decoded character. */
const [ESCAPE, PERCENT, REFERENCE, HIDDEN, JOINT] = [1, 2, 4, 8, 16];
export const SPELLINGS: readonly string[] = [
  // An escaped backslash, which is nothing else; a character by its number; an escaped slash or line end in a word. A line
  // feed between the backslash and the rest of a word is dropped by YAML and shells.
  String.raw`\\(?:\\|x(?<hex>[\dA-Fa-f]{2})|u(?<unit>[\dA-Fa-f]{4})|u\{(?<braced>[\dA-Fa-f]{1,6})\}|U(?<long>[\dA-Fa-f]{8})|(?<=[\w+/-]\\)(?:(?<slash>\/)|(?<drop>\r?\n[ \t]*))(?=[\w+/]))`,
  // In a form, spaces are signs of addition: those of the header of a private key.
  String.raw`%(?<percent>[2-7][\dA-Fa-f]|0[AaDd])|(?<=BEGIN|RSA|EC|DSA|OPENSSH|ENCRYPTED|PRIVATE)(?<space>\+)(?=[A-Z])`,
  String.raw`&#(?:[xX]0{0,4}(?<entity>[2-7][\dA-Fa-f])|0{0,4}(?<decimal>3[3-9]|[4-9]\d|1[01]\d|12[0-6]));`,
  String.raw`(?<ignored>[\u00AD\u034F\u061C\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]{1,99})`,
  String.raw`(?<joint>["'](?:\s{0,80}(?:[+.&~]|\.\.|\|\||<>|\+\+)\s{0,80}|(?:[ \t]{0,8}\\?\r?\n[ \t]{0,80})?)["'])`,
];

/** Returns the ways in which a text may be spelled. One after the other: a list of functions takes longer than their work. */
function spellingsOf(text: string, marks: Pick<TextMarks, "may">): number {
  let found = 0;
  if (hasEscape(text)) found |= ESCAPE;
  if (hasPercent(text)) found |= PERCENT;
  if (text.includes("&#")) found |= REFERENCE;
  if (marks.may(IGNORED)) found |= HIDDEN;
  if (marks.may(JOINTS) || hasTightJoint(text)) found |= JOINT;
  return found;
}

/** Whether a word goes on behind an escaped line end. */
export const CONTINUED = /[\w+/-]\\\r?\n[ \t]*[\w+/]/;

const isHexDigit = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x66);

/** Whether a backslash has a meaning that counts here: nearly all are in paths, in patterns or before the letter of a line end. */
function hasEscape(text: string): boolean {
  for (let at = text.indexOf("\\"); at !== -1; at = text.indexOf("\\", at + 1)) {
    const next = text.charCodeAt(at + 1);
    if ((next | 0x20) === 0x75 || next === 0x78) return true;
    if ((next === 0x2f || next === 0x0a || next === 0x0d) && isWord(text.charCodeAt(at - 1))) return true;
  }
  return false;
}

/** Whether a value can go on after a character: a letter, a digit, a sign of Base64. */
function isWord(unit: number): boolean {
  return (unit >= 0x2f && unit <= 0x39) || (unit >= 0x41 && unit <= 0x7a) || unit === 0x2b || unit === 0x2d;
}

/** Whether there is a percent-encoded character: most signs are percentages and formats. */
function hasPercent(text: string): boolean {
  for (let at = text.indexOf("%"); at !== -1; at = text.indexOf("%", at + 1))
    if (isHexDigit(text.charCodeAt(at + 1)) && isHexDigit(text.charCodeAt(at + 2))) return true;
  return false;
}

/** Whether two strings are joined without a space: `"a"+"b"`. */
function hasTightJoint(text: string): boolean {
  for (let at = text.indexOf("+"); at !== -1; at = text.indexOf("+", at + 1))
    if (isQuote(text.charCodeAt(at - 1)) && isQuote(text.charCodeAt(at + 1))) return true;
  return false;
}

const isQuote = (unit: number): boolean => unit === 0x22 || unit === 0x27;

/** Printable ASCII: what credentials are made of. Any other character stays as it is written. */
const isPlain = (code: number): boolean => code > 0x20 && code < 0x7f;

/** The patterns of texts that have some of the spellings, by the bits of those. */
const patterns: RegExp[] = [];

/** How much of a text around what is spelled counts: a private key has such a character in each line. */
const AROUND = 1000;

/** Returns the parts of a text that are spelled in some way, without the spelling. Linear in the length of the text. */
export function unescape(text: string, marks: Pick<TextMarks, "may">): TextView[] {
  const found = spellingsOf(text, marks);
  if (found === 0) return [];
  const pattern = (patterns[found] ??= patternOf(found));
  const views: TextView[] = [];
  let near: ViewEdit[] = [];
  const finish = (): void => {
    const [first, last] = [near[0], near.at(-1)];
    if (first !== undefined && last !== undefined)
      views.push(viewAround(text, { start: first.start, end: last.end }, near));
  };
  for (const edit of editsOf(text, pattern)) {
    if (edit.start > (near.at(-1)?.end ?? 0) + 2 * AROUND) {
      finish();
      near = [];
    }
    near.push(edit);
  }
  finish();
  return views;
}

function patternOf(found: number): RegExp {
  const parts = SPELLINGS.filter((_pattern, index) => (found & (1 << index)) !== 0);
  return new RegExp(parts.join("|"), "g");
}

/** Returns what is around some edits, up to the next spaces. */
function viewAround(text: string, { start, end }: TextSpan, edits: readonly ViewEdit[]): TextView {
  let from = Math.max(0, start - AROUND);
  let to = Math.min(text.length, end + AROUND);
  while (from > 0 && start - from < 2 * AROUND && text.charCodeAt(from - 1) > SPACE) from--;
  while (to < text.length && to - end < LONGEST && text.charCodeAt(to) > SPACE) to++;
  const moved = edits.map((edit) => ({ start: edit.start - from, end: edit.end - from, text: edit.text }));
  const view = viewAfter(text.slice(from, to), moved) as TextView;
  const spanOf = (span: TextSpan): TextSpan => {
    const written = view.spanOf(span);
    return { start: written.start + from, end: written.end + from };
  };
  return { text: view.text, spanOf };
}

const SPACE = 0x20;

/** No credential is longer. */
const LONGEST = 20_000;

function* editsOf(text: string, pattern: RegExp): Generator<ViewEdit> {
  for (const { 0: written, index, groups = {} } of text.matchAll(pattern)) {
    const decoded = decode(groups);
    if (decoded !== undefined) yield { start: index, end: index + written.length, text: decoded };
  }
}

/** Returns what an escape stands for; undefined if it stays. */
function decode({
  slash,
  drop,
  ignored,
  joint,
  percent,
  space,
  decimal,
  ...escapes
}: Record<string, string | undefined>): string | undefined {
  if (slash !== undefined) return slash;
  if (space !== undefined) return " ";
  if ((drop ?? ignored ?? joint) !== undefined) return "";
  // Also spaces and line ends: with them, a private key is one word.
  if (percent !== undefined) return String.fromCharCode(Number.parseInt(percent, 16));
  const digits = escapes["hex"] ?? escapes["unit"] ?? escapes["braced"] ?? escapes["long"] ?? escapes["entity"];
  const code = decimal === undefined ? Number.parseInt(digits ?? "", 16) : Number(decimal);
  return isPlain(code) ? String.fromCharCode(code) : undefined;
}
