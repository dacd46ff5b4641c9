/**
 * Finds text that a person does not see but a model reads: tag characters, bidirectional controls, zero-width
 * characters, data in variation selectors, long runs of whitespace. Emoji, scripts that need joiners and single stray
 * characters are ignored (rates measured on 909 public skills).
 */
import { codePointOf } from "../../diagnostics/rule.ts";
import type { TextSpan } from "../../model/source.ts";
import { markUnits, readMarks, type TextMarks } from "../../model/text-marks.ts";

type HiddenTextRule =
  | "unicode-tag"
  | "bidi-control"
  | "invisible-character"
  | "variation-selector-payload"
  | "whitespace-padding";

export interface HiddenText {
  readonly rule: HiddenTextRule;
  readonly span: TextSpan;
  /** Decoded if possible; otherwise the characters as code points. */
  readonly hidden: string;
  /** On the last one reported: the number of further places of the same kind. */
  readonly more: number;
}

type HiddenPart = Omit<HiddenText, "rule" | "more">;

/** Nothing invisible is without one of these. */
const SUSPICIOUS = markUnits([
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0d],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  // The first half of a tag or of a supplementary variation selector.
  [0xdb40, 0xdb40],
]);

/** White space that may push text out of sight. */
const PADDING = /[ \t]{100}|\n(?:[ \t]{0,200}\r?\n){40}/;

const SHORTEST_PADDING = 41;

/** Reads only as many characters as such a run cannot avoid. */
function mayHavePadding(text: string): boolean {
  for (let at = SHORTEST_PADDING - 1; at < text.length; at += SHORTEST_PADDING) {
    if (!isPadding(text, at)) continue;
    let start = at;
    let end = at + 1;
    while (start > 0 && isPadding(text, start - 1)) start--;
    while (end < text.length && isPadding(text, end)) end++;
    if (end - start >= SHORTEST_PADDING) return true;
    at = end;
  }
  return false;
}

function isPadding(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === SPACE || unit === LINE_FEED || unit === TAB || unit === CARRIAGE_RETURN;
}

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [9, 10, 13, 32];

/** Number of places of one kind per text that are reported separately. */
const MAX_PLACES = 10;

export function mayHideCharacters(marks: TextMarks): boolean {
  return marks.may(SUSPICIOUS);
}

/** Columns and padding count only in prose. */
export function findHiddenText(text: string, isProse: boolean, marks: TextMarks = readMarks(text)): HiddenText[] {
  if (!marks.may(SUSPICIOUS) && !(mayHavePadding(text) && PADDING.test(text))) return [];
  return [
    ...firstPlaces("unicode-tag", findTags(text)),
    ...firstPlaces("bidi-control", findBidi(text)),
    ...firstPlaces("invisible-character", findInvisible(text, 3)),
    ...firstPlaces("variation-selector-payload", findSelectors(text)),
    ...(isProse ? firstPlaces("whitespace-padding", [...findSideways(text), ...findDown(text)]) : []),
  ];
}

/** In a name, even one invisible character is deceptive. */
export function findHiddenInName(name: string): HiddenText[] {
  return firstPlaces("invisible-character", findInvisible(name, 1));
}

function firstPlaces(rule: HiddenTextRule, found: readonly HiddenPart[]): HiddenText[] {
  const more = found.length - MAX_PLACES;
  return found
    .slice(0, MAX_PLACES)
    .map((place, index) => ({ ...place, rule, more: index === MAX_PLACES - 1 ? Math.max(0, more) : 0 }));
}

/** England, Scotland and Wales: flags that consist of tags (Unicode emoji data, RGI_Emoji_Tag_Sequence). */
const FLAG_TAGS = /^(?:gbeng|gbsct|gbwls)\u007F/;

function findTags(text: string): HiddenPart[] {
  return Array.from(text.matchAll(/[\u{E0000}-\u{E007F}]+/gu)).flatMap((match): HiddenPart[] => {
    const codes = [...match[0]].map((character) => (character.codePointAt(0) as number) - 0xe0000);
    const flag =
      text.slice(match.index - 2, match.index) === "\u{1F3F4}"
        ? (FLAG_TAGS.exec(String.fromCharCode(...codes.slice(0, 6)))?.[0] ?? "")
        : "";
    const hidden = codes.slice(flag.length).filter((code) => code >= 0x20 && code < 0x7f);
    if (codes.length === flag.length) return [];
    const start = match.index + flag.length * 2;
    return [
      {
        span: { start, end: match.index + match[0].length },
        hidden: hidden
          .slice(0, 2000)
          .map((code) => String.fromCharCode(code))
          .join(""),
      },
    ];
  });
}

const BIDI_CLOSERS: Readonly<Record<string, string>> = {
  "\u202A": "\u202C",
  "\u202B": "\u202C",
  "\u202D": "\u202C",
  "\u202E": "\u202C",
  "\u2066": "\u2069",
  "\u2067": "\u2069",
  "\u2068": "\u2069",
};

/**
 * Unclosed embeddings and isolates reorder the text after them on their line; an override reverses letters even if it
 * is closed.
 */
function findBidi(text: string): HiddenPart[] {
  const found: number[] = [];
  let open: number[] = [];
  const endLine = (): void => {
    for (const index of open) found.push(index);
    open = [];
  };
  let lineEnd = -1;
  for (const { 0: character, index } of text.matchAll(/[\u202A-\u202E\u2066-\u2069]/g)) {
    if (index > lineEnd) {
      endLine();
      const next = text.indexOf("\n", index);
      lineEnd = next === -1 ? text.length : next;
    }
    const last = open.at(-1);
    if (character === "\u202D" || character === "\u202E") found.push(index);
    if (BIDI_CLOSERS[character] !== undefined) open.push(index);
    else if (last !== undefined && BIDI_CLOSERS[text[last] as string] === character) open.pop();
  }
  endLine();
  const starts = [...new Set(found)].sort((one, two) => one - two);
  return starts.map((start, index) => ({
    span: { start, end: start + 1 },
    hidden: index < MAX_PLACES ? spellOut(text[start] as string) : "",
  }));
}

/** A single character is a trace of copying: it takes three or more inside or between letters that do not need them. */
function findInvisible(text: string, least: number): HiddenPart[] {
  const all = Array.from(
    // oxlint-disable-next-line no-misleading-character-class -- each character alone is meant
    text.matchAll(
      /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B-\u200D\u2060-\u2064\u3164\uFEFF\uFFA0]/g,
    ),
    ({ 0: character, index }) => ({ character, index }),
  ).filter(({ index }) => !isNeeded(text, index));
  const first = all[0]?.index;
  const last = all.at(-1)?.index;
  if (first === undefined || last === undefined || all.length < least) return [];
  const kinds = [...new Set(all.map(({ character }) => spellOut(character)))].slice(0, 4).join(", ");
  // One finding per text: at the run if they are adjacent, else at the first one.
  const end = last - first < all.length * 4 ? last + 1 : first + 1;
  return [{ span: { start: first, end }, hidden: `${kinds} (${all.length} in total)` }];
}

const JOINED_SCRIPTS =
  /[\p{Extended_Pictographic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Mongolian}\p{Script=Syriac}\p{Script=Hangul}]/u;

/**
 * Joiners between emoji, and in scripts that use them for spelling or line breaks; a byte order mark at the very start.
 */
function isNeeded(text: string, index: number): boolean {
  if (text[index] === "\uFEFF") return index === 0;
  return JOINED_SCRIPTS.test(text.slice(Math.max(0, index - 4), index + 5));
}

/** Supplementary variation selectors, one per byte, or the first sixteen used the same way. */
function findSelectors(text: string): HiddenPart[] {
  return Array.from(text.matchAll(/[\u{E0100}-\u{E01EF}\uFE00-\uFE0D]{2,}/gu), ({ 0: found, index }) => ({
    span: { start: index, end: index + found.length },
    hidden: `${[...found].length} bytes: "${decodeSelectors(found)}"`,
  }));
}

function decodeSelectors(found: string): string {
  const bytes = [...found].slice(0, 200).map((character) => {
    const code = character.codePointAt(0) as number;
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
  });
  return new TextDecoder("utf-8").decode(new Uint8Array(bytes.filter((byte) => byte < 256)));
}

/** Whitespace pushes this text to the right. */
function findSideways(text: string): HiddenPart[] {
  return Array.from(text.matchAll(/(?<![ \t])[ \t]{100,}(?=[^\s|])/g)).flatMap(({ 0: found, index }) => {
    const span = { start: index, end: index + found.length };
    return isDrawn(text, span) ? [] : [{ span, hidden: `${found.length} spaces or tabs` }];
  });
}

/** Of tables and drawings: `|`, `+`, and the box drawing, block and geometric characters. */
const BORDER = /[|+\u2500-\u25FF]/;

/** A line of a table or drawing: rules of at least three characters, corners and spaces. */
const RULE = /^[\s>]*(?:[-=_~|+:\u2500-\u25FF][\s]*){3,}$/;

/** Characters of the lines around that count. */
const MAX_LINE = 2000;

/** Padding belongs to a table or drawing next to a border, or in columns under or over a rule as wide. */
function isDrawn(text: string, { start, end }: TextSpan): boolean {
  if (BORDER.test(text[start - 1] ?? "") || BORDER.test(text[end] ?? "")) return true;
  const above = text.slice(Math.max(0, start - MAX_LINE), start).split("\n");
  const below = text.slice(end, end + MAX_LINE).split("\n");
  const column = (above.at(-1)?.length ?? 0) + end - start;
  const line = `${above.at(-1)?.trim()} ${below[0]?.trim()}`;
  if (BORDER.test(line[0] ?? "") && BORDER.test(line.at(-1) ?? "")) return true;
  return [...above.slice(-4, -1), ...below.slice(1, 4)].some((near) => near.length > column && RULE.test(near));
}

/** Reads line by line, because a pattern would try each line as a start. */
function findDown(text: string): HiddenPart[] {
  const found: HiddenPart[] = [];
  let empty = 0;
  let start = 0;
  let at = 0;
  for (const line of text.split("\n")) {
    if (line.trim() !== "") {
      if (empty >= 40) found.push({ span: { start, end: at }, hidden: `${empty} empty lines` });
      empty = 0;
    } else if (empty++ === 0) start = at;
    at += line.length + 1;
  }
  return found;
}

function spellOut(text: string): string {
  return [...text].map(codePointOf).join(" ");
}
