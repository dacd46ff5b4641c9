declare const btoa: (binary: string) => string;

/**
 * Encodes bytes as base64 with padding: natively if the engine can, else with `btoa`, which every engine has.
 *
 * @example
 * encodeBase64(new Uint8Array([104, 105])); // "aGk="
 */
export function encodeBase64(bytes: Uint8Array): string {
  const native = (bytes as { toBase64?: () => string }).toBase64;
  if (native !== undefined) return native.call(bytes);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
