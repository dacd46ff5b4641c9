import type { TextSpan } from "../../model/source.ts";

/** The span includes quotes. */
export interface CsvField {
  readonly value: string;
  readonly span: TextSpan;
}

/** Rows that are not blank, and a quoted field that is never closed. */
interface CsvReading {
  readonly rows: readonly (readonly CsvField[])[];
  readonly unclosed?: TextSpan;
}

/** Line breaks are LF, CRLF or CR, also mixed. */
export function readCsv(text: string): CsvReading {
  const rows: CsvField[][] = [];
  let row: CsvField[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at <= text.length) {
    const start = at;
    const quoted = text[at] === '"' ? endOfQuoted(text, at) : at;
    if (quoted === undefined) return { rows, unclosed: { start, end: start + 1 } };
    at = quoted;
    while (at < text.length && !SEPARATORS.has(text[at] as string)) at++;
    const value =
      quoted > start
        ? text.slice(start + 1, quoted - 1).replaceAll('""', '"') + text.slice(quoted, at)
        : text.slice(start, at);
    row.push({ value, span: { start, end: at } });
    if (text[at] !== ",") {
      if (row.length > 1 || value.trim() !== "") rows.push(row);
      row = [];
      if (text[at] === "\r" && text[at + 1] === "\n") at++;
    }
    at++;
  }
  return { rows };
}

const SEPARATORS: ReadonlySet<string> = new Set([",", "\n", "\r"]);

/** Undefined if there is none. */
function endOfQuoted(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at + 1;
  return undefined;
}
