/** The keys of frontmatter by their lines, looked up again for the few skills of which a package changes or loses anything. */
import type { TextSpan } from "../../model/source.ts";

/** A key on a line of its own, without indentation. */
export interface FieldLine {
  readonly key: string;
  /** Of the key. */
  readonly at: TextSpan;
  /** What follows the colon on its line, without spaces around it. */
  readonly value: string;
  readonly valueAt: TextSpan;
}

/** `key:` or `"key":` at the start of a line. */
const KEY = /^(?:"([^"\\]*)"|'([^']*)'|([^\s"'#:[\]{},&*!|>%@`-][^\s:]*))[ \t]*:(?=[ \t\r\n]|$)/;

/** Returns the keys without indentation of the text before an offset, in their order. */
export function fieldsOf(text: string, end: number): readonly FieldLine[] {
  const found: FieldLine[] = [];
  let start = 0;
  while (start < end) {
    const newline = text.indexOf("\n", start);
    const next = newline === -1 || newline >= end ? end : newline + 1;
    const line = text.slice(start, next);
    const match = KEY.exec(line);
    if (match !== null) found.push(toField(match, line, start));
    start = next;
  }
  return found;
}

function toField([whole, double, single, plain]: RegExpExecArray, line: string, start: number): FieldLine {
  const rest = line.slice(whole.length);
  const value = rest.trim();
  const valueStart = start + whole.length + (value === "" ? 0 : rest.indexOf(value));
  return {
    key: double ?? single ?? plain ?? "",
    at: { start, end: start + whole.trimEnd().length - 1 },
    value,
    valueAt: { start: valueStart, end: valueStart + value.length },
  };
}

/** Returns where a scalar is, if it is on one line without a comment after it. */
export function spanOfScalar({ value, valueAt }: FieldLine, expected: string): TextSpan | undefined {
  const written = withoutComment(value);
  const quoted = [expected, `"${expected}"`, `'${expected}'`];
  if (expected === "" || !quoted.includes(written)) return undefined;
  return { start: valueAt.start, end: valueAt.start + written.length };
}

function withoutComment(value: string): string {
  const comment =
    value.startsWith('"') || value.startsWith("'")
      ? value.indexOf(" #", value.lastIndexOf(value.charAt(0)))
      : value.indexOf(" #");
  return comment === -1 ? value : value.slice(0, comment).trimEnd();
}
