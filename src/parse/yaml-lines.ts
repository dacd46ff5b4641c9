/** Lines as people read them: a key and a value, regardless of the parser. */
import type { TextSpan } from "../model/source.ts";
import { trimEndOf } from "../model/trim.ts";

export interface KeyLine {
  /** Without its line ending. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly content: TextSpan;
  /** "" if the line has none. */
  readonly key: string;
  /** After the key or the list dash, trimmed; the whole content if there is neither. */
  readonly value: TextSpan & { readonly text: string };
}

const DASHES = /^\s*(?:-[ \t]+)*/;
/** A key does not start with a quote, a bracket or another sign of YAML. */
const KEY_START = /[^\s#:&*!|>'"%@`{}[\],-]/;

export function lineAround(text: string, at: number): KeyLine {
  // A search from a negative index would include index 0.
  const start = at <= 0 ? 0 : Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  let end = start;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  const line = text.slice(start, end);
  const content = trimmed(text, start, end);
  const head = headOf(line);
  const value = trimmed(text, start + head.length, end);
  return {
    text: line,
    start,
    end,
    content,
    key: head.key,
    value: { ...value, text: text.slice(value.start, value.end) },
  };
}

/** Reads the dashes of a line, and its key: the text up to the first colon, if that ends the line or white space follows. */
function headOf(line: string): { readonly key: string; readonly length: number } {
  const start = DASHES.exec(line)?.[0].length ?? 0;
  const colon = KEY_START.test(line[start] ?? "") ? line.indexOf(":", start) : -1;
  if (colon === -1 || /\S/.test(line[colon + 1] ?? "")) return { key: "", length: start };
  return { key: trimEndOf(line.slice(start, colon), " \t"), length: colon + 1 };
}

export function nextLine(text: string, { end }: Pick<KeyLine, "end">): KeyLine | undefined {
  const next = text.startsWith("\r\n", end) ? end + 2 : end + 1;
  return next < text.length ? lineAround(text, next) : undefined;
}

/** Includes the line of the offset. */
export function keyLineAbove(text: string, at: number, is: (line: KeyLine) => boolean): KeyLine | undefined {
  for (let line = lineAround(text, at); ; line = lineAround(text, line.start - 1)) {
    if (is(line)) return line;
    if (line.start === 0) return undefined;
  }
}

function trimmed(text: string, start: number, end: number): TextSpan {
  const inner = text.slice(start, end);
  const from = start + (inner.length - inner.trimStart().length);
  return { start: from, end: Math.max(from, start + inner.trimEnd().length) };
}
