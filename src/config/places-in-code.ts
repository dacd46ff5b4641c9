/**
 * Finds parts of a config in TypeScript or JavaScript without running it: strings and keys that occur exactly once.
 * Computed or imported values have no location other than the file.
 */
import type { TextPlace } from "../model/source.ts";
import type { SourceText, TextSpan } from "../model/source.ts";
import { valueAt, type PlaceOf } from "./config-path.ts";

/**
 * Strings and comments; a regular expression is rare in a config, and at worst hides a location. An unclosed one ends
 * with its line or text: otherwise each quote would be tried as the start of another one.
 */
const TOKEN =
  /"(?:[^"\\\n]|\\[^])*(?:"|\\?$|(?=\n))|'(?:[^'\\\n]|\\[^])*(?:'|\\?$|(?=\n))|`(?:[^`\\]|\\[^])*(?:`|\\?$)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;

/** `value`: what the module exports. */
export function placesInCode(source: SourceText, value: unknown): PlaceOf {
  const tokens = Array.from(source.text.matchAll(TOKEN), ({ 0: text, index }) => ({ text, index }));
  const strings = tokens.filter(({ text }) => text.length > 1 && text[0] !== "/" && text.at(-1) === text[0]);
  // Strings and comments are replaced with spaces, so that keys are found only in code.
  const code = source.text.replaceAll(TOKEN, (text) => text.replaceAll(/[^\n]/g, " "));

  const findText = (text: string): TextSpan | undefined =>
    only(
      strings
        .filter((token) => token.text.slice(1, -1) === text)
        .map((token) => ({ start: token.index, end: token.index + token.text.length })),
    );
  const findKey = (key: string): TextSpan | undefined => {
    const quoted = strings
      .filter(({ text, index }) => text.slice(1, -1) === key && /^\s*:/.test(code.slice(index + text.length)))
      .map(({ text, index }) => ({ start: index, end: index + text.length }));
    if (!/^[\w$]+$/.test(key)) return only(quoted);
    const plain = Array.from(
      code.matchAll(new RegExp(`(?<![\\w$.])${key.replaceAll("$", "\\$")}(?=\\s*:)`, "g")),
      ({ index }) => ({ start: index, end: index + key.length }),
    );
    return only([...quoted, ...plain]);
  };

  return (path, part = "value"): TextPlace => {
    for (let length = path.length; length > 0; length--) {
      const step = path[length - 1];
      const here = valueAt(value, path.slice(0, length));
      const wantsText = typeof here === "string" && (part === "value" || length < path.length);
      const span = (wantsText ? findText(here) : undefined) ?? (typeof step === "string" ? findKey(step) : undefined);
      if (span !== undefined) return { file: source.file, source, span };
    }
    return { file: source.file };
  };
}

/** A string that occurs twice is ambiguous. */
function only(spans: readonly TextSpan[]): TextSpan | undefined {
  return spans.length === 1 ? spans[0] : undefined;
}
