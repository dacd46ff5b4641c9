/** Which characters a backslash outside quotes escapes. */
export type BackslashRule = "any" | "quotes-and-blanks";

/**
 * Splits as a shell does: whitespace separates words, `'…'` is literal, a backslash in `"…"` escapes `"` and `\`, `""` is
 * an empty word. An unmatched quote is an ordinary character, and `isBalanced` is false.
 *
 * Rule `any` is the shell's: a backslash outside quotes is removed and the next character is literal. Rule
 * `quotes-and-blanks` keeps it before other characters, so that `C:\temp` and `\d+` survive.
 */
export function splitWords(text: string, rule: BackslashRule): { words: readonly string[]; isBalanced: boolean } {
  const words: string[] = [];
  let word: string | undefined;
  // Quotes without a match: searching again would scan to the end each time.
  let unpaired = "";
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    const next = text[at + 1];
    if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === "\\" && next !== undefined && (rule === "any" || /[\s"'\\]/.test(next))) {
      word = (word ?? "") + next;
      at++;
    } else if ((char === '"' || char === "'") && !unpaired.includes(char)) {
      const quoted = readQuoted(text, at);
      if (quoted === undefined) unpaired += char;
      word = (word ?? "") + (quoted?.value ?? char);
      at = quoted?.end ?? at;
    } else word = (word ?? "") + char;
  }
  if (word !== undefined) words.push(word);
  return { words, isBalanced: unpaired === "" };
}

/** `end` is the position of the closing quote. */
function readQuoted(text: string, start: number): { value: string; end: number } | undefined {
  const quote = text[start];
  let value = "";
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] as string;
    if (char === quote) return { value, end: at };
    const next = text[at + 1];
    if (quote === '"' && char === "\\" && (next === '"' || next === "\\")) {
      value += next;
      at++;
    } else value += char;
  }
  return undefined;
}

export function splitAtBlanks(text: string, blanks = /\s+/): readonly string[] {
  return text.split(blanks).filter((word) => word !== "");
}

/** Splits at every single space: two in a row make an empty word. An empty string has no words. */
export function splitAtSpaces(text: string): readonly string[] {
  return text === "" ? [] : text.split(" ");
}
