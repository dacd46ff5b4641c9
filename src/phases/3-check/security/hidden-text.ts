/**
 * Text that a person does not see and a model does: tag characters, bidirectional controls, zero-width characters,
 * variation selectors as a carrier, walls of white space. False positives cost trust, so emoji, scripts that need
 * joiners, and single stray characters are left alone (rates measured on 909 public skills).
 */
import type { TextSpan } from "../../../model/source.ts";

export type HiddenTextRule =
  | "unicode-tag" | "bidi-control" | "invisible-character" | "variation-selector-payload" | "whitespace-padding";

export interface HiddenText {
  readonly rule: HiddenTextRule;
  readonly span: TextSpan;
  /** What is hidden, decoded where it can be; otherwise the characters as code points. */
  readonly hidden: string;
}

/** One look that clears nearly every text: nothing below can match without one of these. */
const SUSPICIOUS =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0]|\uDB40|[ \t]{100}|\n(?:[ \t]*\r?\n){40}/;

export function findHiddenText(text: string): HiddenText[] {
  if (!SUSPICIOUS.test(text)) return [];
  return [...findTags(text), ...findBidi(text), ...findInvisible(text), ...findSelectors(text), ...findPadding(text)];
}

/** A flag such as that of Scotland is a black flag followed by tags; all other tags carry text. */
function findTags(text: string): HiddenText[] {
  return matches(/(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]*)[\u{E0000}-\u{E007F}]+/gu, text, (found) => ({
    rule: "unicode-tag",
    hidden: `"${decodeTags(found)}"`,
  }));
}

function decodeTags(found: string): string {
  return [...found]
    .map((character) => (character.codePointAt(0) as number) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join("");
}

/** Overrides and isolates that are not closed on their line reorder what follows; balanced ones are ordinary. */
function findBidi(text: string): HiddenText[] {
  const found: HiddenText[] = [];
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const open: { index: number; closer: string }[] = [];
    for (const match of line.matchAll(/[\u202A-\u202E\u2066-\u2069]/g)) {
      const character = match[0];
      const closer = /[\u202A\u202B\u202D\u202E]/.test(character) ? "\u202C" : /[\u2066-\u2068]/.test(character) ? "\u2069" : "";
      if (closer !== "") open.push({ index: match.index, closer });
      else if (open.at(-1)?.closer === character) open.pop();
      // An override turns letters around even when it is closed.
      if (character === "\u202E" || character === "\u202D") found.push(bidiAt(at + match.index, character));
    }
    for (const { index } of open) {
      const start = at + index;
      if (!found.some(({ span }) => span.start === start)) found.push(bidiAt(start, text[start] as string));
    }
    at += line.length;
  }
  return found;
}

function bidiAt(start: number, character: string): HiddenText {
  return { rule: "bidi-control", span: { start, end: start + 1 }, hidden: codePoints(character) };
}

/** Three and more of them, inside or between letters that need none: one alone is a trace of copying. */
function findInvisible(text: string): HiddenText[] {
  const all = [...text.matchAll(/[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180E\u200B\u200C\u200D\u2060-\u2064\u3164\uFEFF\uFFA0]/g)].filter(
    ({ index }) => !isNeeded(text, index),
  );
  if (all.length < 3) return [];
  const first = (all[0] as RegExpExecArray).index;
  const last = (all.at(-1) as RegExpExecArray).index;
  const kinds = [...new Set(all.map(([character]) => codePoints(character)))].slice(0, 4).join(", ");
  // One finding for a file: the run when they stand together, the first when they are strewn.
  const end = last - first < all.length * 4 ? last + 1 : first + 1;
  return [{ rule: "invisible-character", span: { start: first, end }, hidden: `${all.length} of ${kinds}` }];
}

/** Joiners between emoji, and in the scripts that spell with them; a byte order mark at the very start. */
function isNeeded(text: string, index: number): boolean {
  const character = text[index];
  if (character === "\uFEFF") return index === 0;
  if (character !== "\u200D" && character !== "\u200C") return false;
  const around = text.slice(Math.max(0, index - 4), index + 5);
  return /[\p{Extended_Pictographic}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Mongolian}\p{Script=Syriac}]/u.test(around);
}

/** Runs of the supplementary variation selectors, one per byte, or of the first sixteen used the same way. */
function findSelectors(text: string): HiddenText[] {
  return matches(/[\u{E0100}-\u{E01EF}\uFE00-\uFE0D]{2,}/gu, text, (found) => ({
    rule: "variation-selector-payload",
    hidden: `${[...found].length} bytes: "${decodeSelectors(found)}"`,
  }));
}

function decodeSelectors(found: string): string {
  const bytes = [...found].map((character) => {
    const code = character.codePointAt(0) as number;
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
  });
  return new TextDecoder("utf-8").decode(new Uint8Array(bytes.filter((byte) => byte < 256)));
}

/** Text pushed out of sight by white space; cells of a table are padded and stay in sight. */
function findPadding(text: string): HiddenText[] {
  const sideways = matches(/[ \t]{100,}(?=[^\s|])/g, text, (found) => ({ rule: "whitespace-padding", hidden: `${found.length} blanks` }));
  const down = matches(/\n(?:[ \t]*\r?\n){40,}(?=[ \t]*\S)/g, text, (found) => ({
    rule: "whitespace-padding",
    hidden: `${found.split("\n").length - 1} empty lines`,
  }));
  return [...sideways, ...down];
}

function matches(pattern: RegExp, text: string, describe: (found: string) => { rule: HiddenTextRule; hidden: string }): HiddenText[] {
  return [...text.matchAll(pattern)].map((match) => ({
    ...describe(match[0]),
    span: { start: match.index, end: match.index + match[0].length },
  }));
}

function codePoints(text: string): string {
  return [...text].map((character) => `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, "0")}`).join(" ");
}
