/** The only token estimator, for the catalog and for prompts. */

/**
 * Name and version of the token estimator, as in the catalog. The name changes whenever the numbers do.
 *
 * @example
 * TOKEN_ESTIMATOR; // "utf8-classes-1"
 */
export const TOKEN_ESTIMATOR = "utf8-classes-1";

/**
 * Estimates the tokens of a text or its UTF-8 bytes: four ASCII characters count as one token, a character of two bytes
 * (accented Latin, Greek, Cyrillic, Hebrew, Arabic) as half a token, of three bytes (CJK) as one, of four (emoji) as two.
 * For prose within about 20% of the tokenizers of current models; never used to cut anything.
 *
 * @example
 * estimateTokens("Use when asked."); // 4
 */
export function estimateTokens(content: string | Uint8Array): number {
  if (typeof content === "string") return estimateText(content);
  let quarters = 0;
  for (let at = 0; at < content.length; at++) {
    const byte = content[at] as number;
    // Continuation bytes count as zero.
    if (byte < 0x80) quarters += 1;
    else if (byte >= 0xc0) quarters += byte < 0xe0 ? 2 : byte < 0xf0 ? 4 : 8;
  }
  return Math.ceil(quarters / 4);
}

/** Estimates the tokens of a text: what an agent bundles. */
export function estimateText(text: string): number {
  return Math.ceil(tokenQuarters(text) / 4);
}

/** Returns the estimate in quarters of a token: those of the pieces of a text add up to those of the text. */
export function tokenQuarters(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at++) quarters += quartersOf(text.charCodeAt(at));
  return quarters;
}

/** Returns the quarters of a token that a UTF-16 unit counts as; a character of two units counts as both. */
export function quartersOf(unit: number): number {
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 4;
}

/** Estimates the tokens of an index: a line for each skill with its id and its description. */
export function estimateIndexTokens(skills: Iterable<{ readonly id: string; readonly description: string }>): number {
  let tokens = 0;
  for (const { id, description } of skills) tokens += estimateTokens(`- ${id}: ${description}\n`);
  return tokens;
}
