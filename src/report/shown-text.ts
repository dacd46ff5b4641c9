/** The one way by which strings of skills get onto the page. */
import { maskSecrets } from "../diagnostics/index.ts";
import { escapeText } from "../formats/display-text.ts";

/** Masks credentials and spells out invisible characters, line breaks and bidi controls included: `<U+202E>`. */
export function shownText(text: string): string {
  return escapeText(maskSecrets(text));
}
