import { stripVTControlCharacters, styleText } from "node:util";
import { displayWidth } from "../model/display-width.ts";

export type TextStyle = Parameters<typeof styleText>[0];

/** Decided by NO_COLOR, FORCE_COLOR, then by whether the stream is a terminal. */
export function hasColor(stream: NodeJS.WriteStream): boolean {
  const { env } = process;
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  if (env["FORCE_COLOR"] !== undefined) return env["FORCE_COLOR"] !== "0" && env["FORCE_COLOR"] !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

/** 100 if it is not a terminal. */
export function columnsOf(stream: NodeJS.WriteStream): number {
  return stream.isTTY === true && stream.columns > 0 ? stream.columns : 100;
}

export function painter(stream: NodeJS.WriteStream): (style: TextStyle, text: string) => string {
  const color = hasColor(stream);
  return (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
}

export function printOut(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

export function printError(text: string): void {
  process.stderr.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Two spaces separate the columns; those in `right` are right-aligned. */
export function alignColumns(rows: readonly (readonly string[])[], right: ReadonlySet<number> = new Set()): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, visibleLength(cell));
  return rows.map((row) =>
    row
      .map((cell, index) => {
        const padding = " ".repeat((widths[index] as number) - visibleLength(cell));
        return right.has(index) ? padding + cell : cell + padding;
      })
      .join("  ")
      .trimEnd(),
  );
}

function visibleLength(text: string): number {
  return displayWidth(stripVTControlCharacters(text));
}
