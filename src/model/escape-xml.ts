/** Escapes a text for XML with named entities. */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;");
}

const SPECIAL = /[&<>"']/;
