/**
 * Returns the intended text of a quoted value: `"Reads "high" tides"` has quotes around it and others inside. A value
 * whose first inner quote closes a word is two values, and is returned as it is.
 */
export function textInQuotes(value: string): string {
  const mark = value.charAt(0);
  const inner = value.slice(1, -1);
  const first = inner.indexOf(mark);
  if (!/["']/.test(mark) || !value.endsWith(mark) || first === -1 || inner.includes("\\")) return value;
  const before = inner[first - 1] ?? "";
  const isInWord = /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(inner[first + 1] ?? "");
  return isInWord || /[\s(]/.test(before) ? inner : value;
}

/** Returns a string as a quoted YAML scalar on one line, without escapes if possible. */
export function quoteYaml(text: string): string {
  const isPlainInside = /^[ -&(-~\u00A0-\uD7FF\uE000-\uFEFE]*$/.test(text);
  return isPlainInside && /["\\]/.test(text) ? `'${text}'` : JSON.stringify(text);
}
