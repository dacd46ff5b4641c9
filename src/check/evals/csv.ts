/** Reads CSV (RFC 4180) with the places of its fields. */
import type { TextSpan } from "../../model/source.ts";

/** A field of a row: its value, and where it is, quotes included. */
export interface CsvField {
  readonly value: string;
  readonly span: TextSpan;
}

/** Rows that are not blank, and where a quoted field is never closed. */
interface CsvReading {
  readonly rows: readonly (readonly CsvField[])[];
  readonly unclosed?: TextSpan;
}

/** Reads rows of fields that commas separate; line breaks are LF, CRLF or CR, also mixed. */
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

/** Returns the offset after the closing quote; undefined if there is none. */
function endOfQuoted(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at + 1;
  return undefined;
}
