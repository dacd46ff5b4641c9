/**
 * Writes JSON with keys sorted by code units, two spaces of indentation and LF, so that the same data is the same text
 * on every machine. It does not use JSON.stringify, because JavaScript always puts integer-like keys first.
 */
export function canonicalJson(value: unknown, indent = ""): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((item) => inner + canonicalJson(item, inner)).join(",\n")}\n${indent}]`;
  }
  const object = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(object)
    .filter((key) => object[key] !== undefined)
    .sort();
  if (keys.length === 0) return "{}";
  return `{\n${keys.map((key) => `${inner}${JSON.stringify(key)}: ${canonicalJson(object[key], inner)}`).join(",\n")}\n${indent}}`;
}
