/** Escaping of values for prompts, so that a description or a name cannot forge markup or an index entry. */

/**
 * Escapes a string for XML as Python's `html.escape` does.
 *
 * @example
 * escapeHtml(`Tom's "A & B"`); // "Tom&#x27;s &quot;A &amp; B&quot;"
 */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

/** Replaces each run of whitespace with one space. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
