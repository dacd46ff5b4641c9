import type { TextSpan } from "../../model/source.ts";
import { codePoints, type FieldContext } from "../context.ts";
import { textRules } from "../text/rules.ts";
import { descriptionRules } from "./rules.ts";

/** A shorter description cannot say what a skill does and when to use it. */
const SHORT = 20;

/** Skills about to-do lists also start with that word; the sentences are from templates. */
const PLACEHOLDER =
  /^\[?(TODO(?!\s+(?:lists?|items?|apps?|comments?|tasks?|files?|markers?|track|manag)|s\b)|TBD|FIXME|PLACEHOLDER|(?:Replace with (?:a )?|(?:A )?[Bb]rief |Your )description\b|Replace this (?:with|text)\b|Describe (?:what|when) (?:the|this|your) skill\b|(?:What|When) (?:the|this|your) skill (?:does|should)\b|Lorem ipsum)(?![\w-])/;

/** A description in an index of skills should use neither the first nor the second person. */
const PERSON = /^(?:I(?: can| will| am| help|'m|'ll|\u2019m|\u2019ll)|We (?:can|will|help)|You can use)\b/;

/** Words that say when: the standard requires what a skill does and when to use it. Other languages use other words. */
const TRIGGER =
  /\b(?:use|used|uses|when|whenever|trigger\w*|invoke\w*|activate\w*|if|for|before|after|asks?)\b|[^\p{ASCII}]/iu;

/** This many words without a sentence are a list for search engines. */
const MOST_KEYWORDS = 12;

export function checkDescriptionStyle({ document, at }: FieldContext, text: string, span: TextSpan | undefined): void {
  const trimmed = text.trim();
  // A character has one or two units.
  const length = trimmed.length < SHORT * 2 ? codePoints(trimmed) : SHORT;
  if (length < SHORT) at(descriptionRules["description-short"], span, { length });
  const word = PLACEHOLDER.exec(trimmed)?.[1];
  if (word !== undefined)
    at(descriptionRules["description-placeholder"], span, { word }, { unless: [textRules["unfinished-skill"].name] });
  const person = PERSON.exec(trimmed)?.[0];
  if (person !== undefined)
    at(descriptionRules["description-person"], spanOf(person, document.source.text, span), { word: person });
  if (text.length > 0 && !TRIGGER.test(trimmed)) at(descriptionRules["description-no-trigger"], span, {});
  const keywords = countKeywords(trimmed);
  if (keywords >= MOST_KEYWORDS) at(descriptionRules["description-keywords"], span, { keywords });
  const written = /<[^<>\s][^<>]*>|[<>]/.exec(text)?.[0];
  if (written !== undefined)
    at(descriptionRules["description-angle-brackets"], spanOf(written, document.source.text, span), { written });
  const lines = /[\r\n]/.test(trimmed) ? trimmed.split(/\r\n|\n|\r/).length : 1;
  if (lines > 1) at(descriptionRules["description-multiline"], span, { lines });
}

/** Falls back to the whole value if it is not written as read. */
function spanOf(piece: string, text: string, whole: TextSpan | undefined): TextSpan | undefined {
  const start = whole === undefined ? -1 : text.indexOf(piece, whole.start);
  return whole === undefined || start === -1 || start + piece.length > whole.end
    ? whole
    : { start, end: start + piece.length };
}

/** Returns the longest run of single words separated by commas: a sentence has more words between commas. */
function countKeywords(text: string): number {
  let most = 0;
  let count = 0;
  const pieces = text.split(/[,;|]/);
  if (pieces.length < MOST_KEYWORDS) return 0;
  for (const piece of pieces) {
    count = /^\s*[\p{L}\p{N}.+#/-]+(?:\s[\p{L}\p{N}.+#/-]+)?\s*$/u.test(piece) ? count + 1 : 0;
    most = Math.max(most, count);
  }
  return most;
}
