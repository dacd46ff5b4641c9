/**
 * Where parts of a config in TypeScript or JavaScript are written, as far as its text shows that without being run: a
 * text that stands there once, a key that stands there once. What is computed or imported has no place but the file.
 */
import type { TextPlace } from "../model/source.ts";
import type { SourceText, TextSpan } from "../model/source.ts";
import { valueAt, type PlaceOf } from "./validate.ts";

/** Strings and comments; an expression between slashes is rare in a config, and at worst hides a place. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`|\/\/[^\n]*|\/\*[^]*?\*\//g;

/** Finds places in the text of a module that exports `value`. */
export function placesInCode(source: SourceText, value: unknown): PlaceOf {
  const tokens = Array.from(source.text.matchAll(TOKEN), ({ 0: text, index }) => ({ text, index }));
  const strings = tokens.filter(({ text }) => !text.startsWith("/"));
  // Strings and comments are blanked, so that a key is looked for in code only.
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

/** What stands there twice could be meant either way. */
function only(spans: readonly TextSpan[]): TextSpan | undefined {
  return spans.length === 1 ? spans[0] : undefined;
}
