/** What is at a place of a document, from its text alone: a document that is being typed is rarely valid. */
import type { TextSpan } from "../model/source.ts";
import { trimEndOf } from "../model/trim.ts";

interface FieldPlace {
  readonly key: string;
  /** The key itself, if it starts on the line of the place. */
  readonly keyRange?: TextSpan;
  readonly isInValue: boolean;
}

const FIELD = /^([A-Za-z_][\w-]*)[ \t]*:/;

/** Returns the lines between the fences; without a closing fence, to the end of the text. */
export function frontmatterOf(text: string): TextSpan | undefined {
  const opening = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)/.exec(text);
  if (opening === null) return undefined;
  const start = opening[0].length;
  const closing = /^---[ \t]*$/m.exec(text.slice(start));
  return { start, end: closing === null ? text.length : start + closing.index };
}

export function fieldsOf(text: string): readonly string[] {
  const range = frontmatterOf(text);
  if (range === undefined) return [];
  const lines = text.slice(range.start, range.end).split(/\r\n|\n|\r/);
  return lines.flatMap((line) => FIELD.exec(line)?.[1] ?? []);
}

export function fieldAt(text: string, offset: number): FieldPlace | undefined {
  const range = frontmatterOf(text);
  if (range === undefined || offset < range.start || offset > range.end) return undefined;
  const start = lineStart(text, offset);
  const own = FIELD.exec(text.slice(start, lineEnd(text, start)));
  if (own !== null) {
    const [whole, key = ""] = own;
    return { key, keyRange: { start, end: start + key.length }, isInValue: offset >= start + whole.length };
  }
  // A line of a list or of a longer value belongs to the field above it.
  if (!/^(?:[ \t]|- )/.test(text.slice(start, offset + 1))) return undefined;
  const above = text.slice(range.start, start).split(/\r\n|\n|\r/);
  const key = above.findLast((line) => FIELD.test(line));
  return key === undefined ? undefined : { key: FIELD.exec(key)?.[1] ?? "", isInValue: true };
}

export function lineStart(text: string, offset: number): number {
  const before = text.slice(0, offset);
  return Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
}

function lineEnd(text: string, start: number): number {
  const end = text.slice(start).search(/[\r\n]/);
  return end === -1 ? text.length : start + end;
}

/** Returns the word of letters, digits and the signs of names and paths around an offset; undefined without one. */
export function wordAt(text: string, offset: number): (TextSpan & { readonly word: string }) | undefined {
  const from = lineStart(text, offset);
  const before = /(?<![\p{L}\p{N}:._/-])[\p{L}\p{N}:._/-]*$/u.exec(text.slice(from, offset))?.[0] ?? "";
  const after = /^[\p{L}\p{N}:._/-]*/u.exec(text.slice(offset, lineEnd(text, from)))?.[0] ?? "";
  // A full stop or a colon ends a sentence, not a name.
  const word = trimEndOf(before + after, ".:/-");
  if (word === "" || word.length < before.length) return undefined;
  return { word, start: offset - before.length, end: offset - before.length + word.length };
}
