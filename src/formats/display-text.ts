/**
 * Makes untrusted text safe for a terminal: invisible characters are spelled out, so that a skill can neither forge
 * a line of the report nor hide what the report shows.
 *
 * Takes any text. Returns the text as shown, and the terminal columns of each piece.
 * Never drops a character, and never passes a control, bidi, zero-width or tag character through.
 */
import { codePointOf } from "../diagnostics/rule.ts";
import { displayUnits, displayWidth, HIDDEN, isEmoji, unitWidth } from "../model/display-width.ts";
import type { TextSpan } from "../model/source.ts";

/** A piece of a shown line that is never split. */
interface Cell {
  readonly text: string;
  /** Offset in the line after the piece, in UTF-16 units. */
  readonly end: number;
  /** First terminal column of the piece. A lone combining mark needs no column, a wide character two. */
  readonly column: number;
  readonly nextColumn: number;
}

/** Terminal columns from 0; `to` is exclusive. */
export interface Columns {
  readonly from: number;
  readonly to: number;
}

interface FittedLine {
  readonly text: string;
  readonly columns: readonly Columns[];
}

const TAB_STOP = 4;
const PRINTABLE_ASCII = /^[\x20-\x7E]*$/;

/**
 * Spells out invisible characters, including line breaks and tabs, as `<U+202E>`; everything else is unchanged.
 *
 * @example
 * escapeText("invoice\u202Efdp.exe") // "invoice<U+202E>fdp.exe"
 */
export function escapeText(text: string): string {
  return HIDDEN.test(text) ? displayUnits(text).map(show).join("") : text;
}

/**
 * Spells out invisible characters in JSON as `\u202e`: the same document for a parser, a safe one for a terminal.
 * Keeps the line feeds between members.
 */
export function escapeJsonText(json: string): string {
  return json.replaceAll(new RegExp(HIDDEN, "gu"), (character) =>
    character === "\n" ? character : character.split("").map(jsonEscape).join(""),
  );
}

/**
 * Returns a line as a terminal shows it: hidden characters spelled out, tabs expanded to the next multiple of four
 * columns, and, if it is longer than `room` columns, cut around the spans with `…` at the cut ends.
 *
 * @param spans ranges of the line, at least one; the first one stays visible if there is no room for all.
 * @returns the text and a range of at least one column per span; a span that was cut off is under a `…`.
 * @example
 * fitLine("\tname: pdf", [{ start: 7, end: 10 }], 80) // { text: "    name: pdf", columns: [{ from: 10, to: 13 }] }
 */
export function fitLine(line: string, spans: readonly [TextSpan, ...TextSpan[]], room: number): FittedLine {
  // A minified line may have a million characters: text this far from the main span is never shown.
  const first = Math.max(0, spans[0].start - 4 * room);
  const last = Math.min(line.length, spans[0].start + 4 * room);
  const cells = displayCells(line.slice(first, last));
  const total = cells.at(-1)?.nextColumn ?? 0;
  const columnsOf = ({ start, end }: TextSpan): Columns => {
    const from = cellAt(cells, start - first)?.column ?? total;
    const to = end > start ? (cellAt(cells, end - 1 - first)?.nextColumn ?? total) : from;
    return { from, to: Math.max(from + 1, to) };
  };
  const columns = spans.map(columnsOf);
  const whole = first === 0 && last === line.length;
  const needed = Math.max(total, ...columns.map(({ to }) => to));
  if (whole && needed <= room) return { text: joinCells(cells), columns };

  const view = viewOf(columns, needed, room);
  const kept = cells.filter(({ column, nextColumn }) => column >= view.from && nextColumn <= view.to);
  const start = kept[0]?.column ?? 0;
  const end = kept.at(-1)?.nextColumn ?? 0;
  const left = first > 0 || start > 0 ? "…" : "";
  const right = last < line.length || end < total ? "…" : "";
  const shift = left.length - start;
  // One column after the text, for a caret at the end of the line or under the `…`.
  const limit = end + shift + 1;
  return {
    text: left + joinCells(kept) + right,
    columns: columns.map(({ from, to }) => {
      const shown = Math.min(Math.max(0, from + shift), limit - 1);
      return { from: shown, to: Math.min(Math.max(shown + 1, to + shift), limit) };
    }),
  };
}

/** Returns the visible columns: all ranges, centered, if they fit, else the first range or its start. */
function viewOf(columns: readonly Columns[], needed: number, room: number): Columns {
  const all = { from: Math.min(...columns.map(({ from }) => from)), to: Math.max(...columns.map(({ to }) => to)) };
  const space = room - 2;
  const focus = all.to - all.from <= space ? all : (columns[0] as Columns);
  const spare = space - (focus.to - focus.from);
  // A long value still needs some context before it, such as its key.
  const from = focus.from - Math.floor(spare >= 0 ? spare / 2 : space / 4);
  // An end of the line that is visible, or nearly so, needs no `…`.
  if (from <= 1) return { from: 0, to: room - 1 };
  if (from + space >= needed - 1) return { from: needed - room + 1, to: needed };
  return { from, to: from + space };
}

/**
 * Breaks a string at its spaces into lines of at most `width` columns. A longer word stays whole, so that a path or a
 * command can be copied, unless it is in a script without spaces.
 *
 * @example
 * wrapText("the runtime refuses to read that path", 16) // ["the runtime", "refuses to read", "that path"]
 */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const { word, gap } of breakablePieces(text)) {
    const size = displayWidth(word);
    if (line !== "" && used + gap.length + size > width) {
      lines.push(line);
      line = word;
      used = size;
      continue;
    }
    line += gap + word;
    used += gap.length + size;
  }
  return line === "" && lines.length > 0 ? lines : [...lines, line];
}

/** Returns the words, each with the spaces before it; wide characters are words of their own. */
function breakablePieces(text: string): { word: string; gap: string }[] {
  return Array.from(text.matchAll(/( *)([^ ]+|$)/g)).flatMap(([, gap = "", word = ""]) => {
    if (PRINTABLE_ASCII.test(word)) return word === "" ? [] : [{ gap, word }];
    const pieces: string[] = [];
    let narrow = "";
    for (const unit of displayUnits(word)) {
      if (unitWidth(unit) < 2) narrow += unit;
      else {
        if (narrow !== "") pieces.push(narrow);
        pieces.push(unit);
        narrow = "";
      }
    }
    if (narrow !== "") pieces.push(narrow);
    return pieces.map((piece, index) => ({ word: piece, gap: index === 0 ? gap : "" }));
  });
}

function displayCells(line: string): Cell[] {
  const cells: Cell[] = [];
  let end = 0;
  let nextColumn = 0;
  for (const unit of displayUnits(line)) {
    const column = nextColumn;
    const text = unit === "\t" ? " ".repeat(TAB_STOP - (column % TAB_STOP)) : show(unit);
    end += unit.length;
    nextColumn += unitWidth(text);
    cells.push({ text, end, column, nextColumn });
  }
  return cells;
}

/** Returns the piece at an offset; undefined at or after the end of the line. */
function cellAt(cells: readonly Cell[], offset: number): Cell | undefined {
  return cells.find(({ end }) => end > offset);
}

function joinCells(cells: readonly Cell[]): string {
  return cells.map(({ text }) => text).join("");
}

function show(unit: string): string {
  if (!HIDDEN.test(unit) || isEmoji(unit)) return unit;
  return `<${codePointOf(unit)}>`;
}

function jsonEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
