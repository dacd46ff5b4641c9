/** Lines of a YAML text as people see them: a key and a value, whatever the parser made of them. */
import type { TextSpan } from "../../model/source.ts";

export interface KeyLine {
  /** The line without its line ending. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The line without blanks around it. */
  readonly content: TextSpan;
  /** "" when the line has none. */
  readonly key: string;
  /** What follows the key, or the dash of a list; the whole content when there is neither. Trimmed. */
  readonly value: TextSpan & { readonly text: string };
}

/** Dashes of a list and a key that no quote or bracket opens. */
const HEAD = /^(\s*(?:-[ \t]+)*)(?:([^\s#:&*!|>'"%@`{}[\],-][^:]*?)[ \t]*:(?=\s|$)[ \t]*)?/;

/** The line that holds an offset. */
export function lineAround(text: string, at: number): KeyLine {
  // A search from before the start would look at the start itself.
  const start = at <= 0 ? 0 : Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  let end = start;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  const line = text.slice(start, end);
  const content = trimmed(text, start, end);
  const head = HEAD.exec(line);
  const value = trimmed(text, start + (head?.[0].length ?? 0), end);
  return {
    text: line,
    start,
    end,
    content,
    key: head?.[2] ?? "",
    value: { ...value, text: text.slice(value.start, value.end) },
  };
}

/** The line after a line; undefined after the last one. */
export function nextLine(text: string, { end }: Pick<KeyLine, "end">): KeyLine | undefined {
  const next = text.startsWith("\r\n", end) ? end + 2 : end + 1;
  return next < text.length ? lineAround(text, next) : undefined;
}

/** The nearest line that satisfies a condition, from the line of an offset upwards. */
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
