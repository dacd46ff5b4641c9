/** SHA-256 by WebCrypto, as every hash of a build is written. */

// In every engine since 2022; declared because the runtime has no DOM types.
declare const crypto: {
  readonly subtle: { digest(algorithm: "SHA-256", data: Uint8Array): Promise<ArrayBuffer> };
};
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** Returns `sha256:` and 64 hexadecimal digits; for a string without a form in UTF-8, "". */
export async function hashOf(data: string | Uint8Array): Promise<string> {
  const bytes = typeof data === "string" ? utf8Of(data) : data;
  if (bytes === undefined) return "";
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha256:${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns undefined for half a surrogate pair, which would be encoded like U+FFFD. */
export function utf8Of(text: string): Uint8Array | undefined {
  return /\p{Surrogate}/u.test(text) ? undefined : new TextEncoder().encode(text);
}
