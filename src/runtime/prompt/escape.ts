/** Escaping of values for prompts, so that a description or a name cannot forge markup or an index entry. */

/** Escapes a string for XML as Python's `html.escape` does. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

/** Replaces each run of whitespace and control characters with one space. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\0-\x1F\x7F-\x9F]+/g, " ").trim();
}

/** Writes control characters and line ends as `%0A`, so that a value stays on its line. */
export function escapeLineEnds(text: string): string {
  return text.replaceAll(/[\0-\x1F\x7F-\x9F\u2028\u2029]/g, (char) => encodeURIComponent(char));
}

export function escapeValue(text: string): string {
  return escapeLineEnds(escapeHtml(text));
}
