/** What a description says about itself: too short, a placeholder, lines and brackets that some clients refuse. */
import type { TextSpan } from "../../../model/source.ts";
import { codePoints, type FieldContext } from "../context.ts";
import { descriptionRules } from "./rules.ts";

/** Under this there is no room for what a skill does and when to use it. */
const SHORT = 20;

/** Skills about lists of things to do start with that word too; the sentences are those of templates. */
const PLACEHOLDER =
  /^\[?(TODO(?!\s+(?:lists?|items?|apps?|comments?|tasks?|files?|markers?|track|manag)|s\b)|TBD|FIXME|PLACEHOLDER|(?:Replace with (?:a )?|(?:A )?[Bb]rief |Your )description\b|Lorem ipsum)(?![\w-])/;

/** Who speaks to whom: in an index of skills nobody does. */
const PERSON = /^(?:I(?: can| will| am| help|'m|'ll|\u2019m|\u2019ll)|We (?:can|will|help)|You can use)\b/;

/** Words that say when: the standard asks for what a skill does and when to use it. Other languages have others. */
const TRIGGER =
  /\b(?:use|used|uses|when|whenever|trigger\w*|invoke\w*|activate\w*|if|for|before|after|asks?)\b|[^\p{ASCII}]/iu;

/** So many words without a sentence around them are a list for search engines. */
const MOST_KEYWORDS = 12;

export function checkDescriptionStyle({ document, at }: FieldContext, text: string, span: TextSpan | undefined): void {
  const trimmed = text.trim();
  const length = codePoints(trimmed);
  if (length < SHORT) at(descriptionRules["description-short"], span, { length });
  const word = PLACEHOLDER.exec(trimmed)?.[1];
  if (word !== undefined) at(descriptionRules["description-placeholder"], span, { word });
  const person = PERSON.exec(trimmed)?.[0];
  if (person !== undefined)
    at(descriptionRules["description-person"], spanOf(person, document.source.text, span), { word: person });
  if (text.length > 0 && !TRIGGER.test(trimmed)) at(descriptionRules["description-no-trigger"], span, {});
  const keywords = countKeywords(trimmed);
  if (keywords >= MOST_KEYWORDS) at(descriptionRules["description-keywords"], span, { keywords });
  const written = /<[^<>\s][^<>]*>|[<>]/.exec(text)?.[0];
  if (written !== undefined)
    at(descriptionRules["description-angle-brackets"], spanOf(written, document.source.text, span), { written });
  const lines = trimmed.split(/\r\n|\n|\r/).length;
  if (lines > 1) at(descriptionRules["description-multiline"], span, { lines });
}

/** Where a piece of a value stands, when it is written as it was read; else the whole value. */
function spanOf(piece: string, text: string, whole: TextSpan | undefined): TextSpan | undefined {
  const start = whole === undefined ? -1 : text.indexOf(piece, whole.start);
  return whole === undefined || start === -1 || start + piece.length > whole.end
    ? whole
    : { start, end: start + piece.length };
}

/** The most single words in a row, separated by commas: of a sentence more words stand between two of them. */
function countKeywords(text: string): number {
  let most = 0;
  let count = 0;
  for (const piece of text.split(/[,;|]/)) {
    count = /^\s*[\p{L}\p{N}.+#/-]+(?:\s[\p{L}\p{N}.+#/-]+)?\s*$/u.test(piece) ? count + 1 : 0;
    most = Math.max(most, count);
  }
  return most;
}
