/** Undefined for bytes that are not UTF-8; a byte order mark and NULs stay. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Undefined for what is not JSON. */
export function parseJson(json: Uint8Array | string): unknown {
  try {
    return JSON.parse(typeof json === "string" ? json : new TextDecoder().decode(json)) as unknown;
  } catch {
    return undefined;
  }
}

/** Lists are not objects here. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
