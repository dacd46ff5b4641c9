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

/** The same for an object, item by item of its lists: a catalog of thousands of skills needs no second copy of itself. */
export function* canonicalPieces(object: object): Generator<string> {
  const keys = Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [two]) => (one < two ? -1 : 1));
  let before = "{\n  ";
  for (const [key, value] of keys) {
    yield `${before}${JSON.stringify(key)}: `;
    before = ",\n  ";
    if (!Array.isArray(value) || value.length === 0) yield canonicalJson(value, "  ");
    else {
      let start = "[\n    ";
      for (const item of value) {
        yield start + canonicalJson(item, "    ");
        start = ",\n    ";
      }
      yield "\n  ]";
    }
  }
  yield keys.length === 0 ? "{}" : "\n}";
}
