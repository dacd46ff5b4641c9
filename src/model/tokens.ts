/**
 * Name and version of the token estimator, written into the catalog. The name changes whenever the numbers do.
 */
export const TOKEN_ESTIMATOR = "utf8-classes-1";

/**
 * Estimates tokens from raw UTF-8 bytes: four ASCII characters are one token, a two-byte character (Latin with
 * accents, Greek, Cyrillic, Hebrew, Arabic) half a token, a three-byte character (CJK) one, a four-byte character
 * (emoji) two. Within about a fifth of the tokenizers of current models for prose; never used to cut anything.
 *
 * @example
 * estimateTokens(new TextEncoder().encode("Use when asked.")) // 4
 */
export function estimateTokens(bytes: Uint8Array): number {
  let quarters = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (byte < 0x80) quarters += 1;
    else if (byte >= 0xf0) quarters += 8;
    else if (byte >= 0xe0) quarters += 4;
    else if (byte >= 0xc0) quarters += 2;
  }
  return Math.ceil(quarters / 4);
}
