/** Cuts a description where a reader can stop. */
import { cut } from "./index-budget.ts";

/** How descriptions begin that say the same of any skill. */
const BOILERPLATE =
  /^(?:(?:use(?: this skill| this| it)?|this skill should be used)(?: proactively)? (?:when(?:ever)?|for|to) (?:(?:(?:the |a )?users? |you )(?:explicitly )?(?:asks?|wants?|needs?) (?:you )?(?:to|for|about) )?|(?:an? )?(?:comprehensive |complete |expert )?(?:guide|toolkit|skill|patterns) (?:for|to) )/i;
/** What a text does not end with. */
const LOOSE_END = /(?:[,;:]| (?:an?|and|as|at|by|for|from|in|into|of|on|or|the|to|using|with))$/;
/** A sentence or clause that ends before this share of the limit loses more than it gains. */
const LEAST = 0.6;

/**
 * Shortens a text of one line to at most `limit` characters (UTF-16 units). It loses boilerplate at its start first, then
 * ends with a sentence, or with an ellipsis after a clause or a word. A text that fits stays as it is.
 *
 * @example
 * shorten("Use this skill when the user asks to fill in forms, such as tax returns.", 20); // "fill in forms…"
 */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const rest = text.replace(BOILERPLATE, "");
  if (rest.length <= limit) return rest;
  const lastOf = (...marks: readonly string[]): number =>
    Math.max(...marks.map((mark) => rest.lastIndexOf(mark, limit - 1)));
  const sentence = rest.slice(0, lastOf(". ", "! ", "? ", "。") + 1);
  if (sentence.length > limit * LEAST && !/\.\w\.$/.test(sentence)) return sentence;
  const clause = lastOf(", ", "; ", ": ", " (", " - ", " – ", " — ", "，", "、");
  const end = clause > limit * LEAST ? clause : lastOf(" ");
  return end > limit / 2 ? `${rest.slice(0, end).replace(LOOSE_END, "")}…` : cut(rest, limit);
}
