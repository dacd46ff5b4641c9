// In every engine since 2022; declared because the runtime has no DOM types.
declare const btoa: (binary: string) => string;

/** Encodes bytes as base64 with padding. */
export function encodeBase64(bytes: Uint8Array): string {
  const native = (bytes as { toBase64?: () => string }).toBase64;
  if (native !== undefined) return native.call(bytes);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
