/** Controls, format characters, line separators, lone surrogates, and all default ignorable characters of Unicode. */
const HIDDEN_CLASS = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}`;
/** A character that a terminal does not show. */
export const HIDDEN = new RegExp(`[${HIDDEN_CLASS}]`, "u");

// Joiners, selectors and tags are legitimate only in an emoji that Unicode lists. Expressions with the `v` flag are
// built at run time: the compile target does not support the flag, although every supported engine does.
// The lookahead keeps letters out of the search through Unicode's list of sequences: text without emoji is read eight
// times as fast.
const EMOJI_CLASS = String.raw`(?=[\p{Emoji}\p{Extended_Pictographic}])(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0E)`;
/** Made when first needed: Unicode's list of emoji takes more time than most runs of the rest. */
let emoji: RegExp | undefined;
/** Whether a unit is an emoji that Unicode lists. */
export const isEmoji = (unit: string): boolean => (emoji ??= new RegExp(`^${EMOJI_CLASS}$`, "v")).test(unit);

/** An emoji, one hidden character, or a character with its combining marks. */
// Not Intl.Segmenter: its time grows with the square of the length (20 s for 100,000 characters in Node 20).
let unitOfText: RegExp | undefined;
const unitPattern = (): RegExp =>
  (unitOfText ??= new RegExp(`${EMOJI_CLASS}|[${HIDDEN_CLASS}]|[^][[\\p{Mn}\\p{Me}]--[${HIDDEN_CLASS}]]*`, "gv"));

const PRINTABLE_ASCII = /^[\x20-\x7E]*$/;

/** Combining marks, and the vowels and finals of conjoining Hangul. */
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u1160-\u11FF\uD7B0-\uD7FF]/u;

/** East Asian Width "W" and "F" in blocks, without the emoji; trigrams and monograms are wide since Unicode 16. */
const WIDE =
  /[\u1100-\u115F\u2329\u232A\u2630-\u2637\u268A-\u268F\u2E80-\u303E\u3041-\u3247\u3250-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1D300}-\u{1D376}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]/u;

/** A lone regional indicator is a boxed letter; only a pair of them is a flag. */
const WIDE_EMOJI = /(?!\p{Regional_Indicator})\p{Emoji_Presentation}/u;

/** Letters and punctuation of one column each, in scripts without combining marks: most text, and a test costs little. */
const NARROW =
  /^[\x20-\x7E\xA1-\xA8\xAA-\xAC\xAF-\u02FF\u0391-\u03A1\u03A3-\u03FF\u0400-\u0482\u048A-\u052F\u2010-\u2027\u2030-\u203B]*$/;

/** What makes one emoji of several characters: joiners, selectors, keycaps, tags, flags and skin tones. */
const SEQUENCE = /[\u200D\uFE0E\uFE0F\u20E3\u{E0020}-\u{E007F}]|\p{Regional_Indicator}|\p{Emoji_Modifier}/u;

/** Whether a text may contain emoji of several characters. */
export function mayJoinEmoji(text: string): boolean {
  return SEQUENCE.test(text);
}

/** Whether each UTF-16 unit of a text is a visible character of one column; false does not say that one is not. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/**
 * Returns the columns that a line without controls takes in a terminal.
 *
 * @example
 * displayWidth("潮汐 tides") // 10
 */
export function displayWidth(line: string): number {
  if (isNarrow(line)) return line.length;
  // Unicode's list of emoji takes longer to prepare than most runs.
  if (!mayJoinEmoji(line)) return widthOfCharacters(line);
  return displayUnits(line).reduce((sum, unit) => sum + unitWidth(unit), 0);
}

/** Splits a line into the pieces that a terminal shows. */
export function displayUnits(text: string): readonly string[] {
  return PRINTABLE_ASCII.test(text) ? text.split("") : (text.match(unitPattern()) ?? []);
}

export function unitWidth(shown: string): number {
  if (PRINTABLE_ASCII.test(shown)) return shown.length;
  if (isEmoji(shown) && !shown.endsWith("\uFE0E")) return 2;
  return widthOfCharacters(shown);
}

function widthOfCharacters(text: string): number {
  let width = 0;
  for (const character of text)
    if (!ZERO_WIDTH.test(character)) width += WIDE.test(character) || WIDE_EMOJI.test(character) ? 2 : 1;
  return width;
}
