/**
 * Writes JSON with keys sorted by code units, two spaces of indentation and LF, so that the same data is the same text
 * on every machine. It does not use JSON.stringify, because JavaScript always puts integer-like keys first.
 */
export function canonicalJson(value: unknown, indent = ""): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}  `;
  let text = "";
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === "" ? "[\n" : ",\n"}${inner}${canonicalJson(item, inner)}`;
    return text === "" ? "[]" : `${text}\n${indent}]`;
  }
  const object = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(object).sort()) {
    if (object[key] === undefined) continue;
    text += `${text === "" ? "{\n" : ",\n"}${inner}${JSON.stringify(key)}: ${canonicalJson(object[key], inner)}`;
  }
  return text === "" ? "{}" : `${text}\n${indent}}`;
}
