import { codePointOf } from "../../diagnostics/rule.ts";

/**
 * Scripts that are written together with Latin letters (Unicode TR 39, highly restrictive), and characters of no
 * script.
 */
const COMPANIONS =
  /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** Returns code points, for a message; "" if there are none. */
export function mixedScripts(text: string): string {
  if (!/\p{Script=Latin}/u.test(text)) return "";
  const odd = [...text].filter((character) => /\p{L}/u.test(character) && !COMPANIONS.test(character));
  return odd.length === 0 ? "" : `${listCodePoints(odd)} among Latin letters`;
}

/** Within one word: `шаблон-API` does not mix alphabets. */
export function mixedScriptsInWords(text: string): string {
  for (const [word] of text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
    const letters = mixedScripts(word);
    if (letters !== "") return letters;
  }
  return "";
}

/** Distinct characters, as code points because they may look like others. */
export function listCodePoints(characters: readonly string[]): string {
  return [...new Set(characters)].map(codePointOf).join(", ");
}
