const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Encodes bytes as base64 with padding. No built-in encoder is available in every engine.
 *
 * @example
 * encodeBase64(new Uint8Array([104, 105])); // "aGk="
 */
export function encodeBase64(bytes: Uint8Array): string {
  const native = (bytes as { toBase64?: () => string }).toBase64;
  if (native !== undefined) return native.call(bytes);
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const bits = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += ALPHABET.charAt(bits >> 18) + ALPHABET.charAt((bits >> 12) & 63);
    text += (left > 1 ? ALPHABET.charAt((bits >> 6) & 63) : "=") + (left > 2 ? ALPHABET.charAt(bits & 63) : "=");
  }
  return text;
}
