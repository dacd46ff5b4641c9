/** The one estimator of tokens, for the catalog and for prompts. */

/** Its name and version, written into the catalog. The name changes whenever the numbers do. */
export const TOKEN_ESTIMATOR = "utf8-classes-1";

/**
 * Estimates the tokens of a text or of its UTF-8 bytes: four ASCII characters are one token, a character of two bytes
 * (Latin with accents, Greek, Cyrillic, Hebrew, Arabic) half a token, of three (CJK) one, of four (emoji) two. Within
 * about a fifth of the tokenizers of current models for prose; never used to cut anything.
 *
 * @example
 * estimateTokens("Use when asked."); // 4
 */
export function estimateTokens(content: string | Uint8Array): number {
  let quarters = 0;
  if (typeof content === "string") {
    for (const char of content) {
      const code = char.codePointAt(0) as number;
      quarters += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 4 : 8;
    }
    return Math.ceil(quarters / 4);
  }
  for (let at = 0; at < content.length; at++) {
    const byte = content[at] as number;
    // A byte that continues a character counts nothing.
    if (byte < 0x80) quarters += 1;
    else if (byte >= 0xc0) quarters += byte < 0xe0 ? 2 : byte < 0xf0 ? 4 : 8;
  }
  return Math.ceil(quarters / 4);
}

/** Estimates the tokens of an index: a line for each skill with its id and its description. */
export function estimateIndexTokens(skills: Iterable<{ readonly id: string; readonly description: string }>): number {
  let tokens = 0;
  for (const { id, description } of skills) tokens += estimateTokens(`- ${id}: ${description}\n`);
  return tokens;
}
