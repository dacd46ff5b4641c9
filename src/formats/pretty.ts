/**
 * The report for people: a heading, the place, the line with its marks, the note, the help and the fixes.
 *
 * Takes diagnostics with the text of the lines that they point to. Returns blocks in the style of rustc and a footer.
 * Never reads a file or prints an invisible character of a source.
 */
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Span, TextSpan } from "../model/source.ts";
import { escapeText, fitLine, type Columns } from "./display-text.ts";
import { thousands } from "../diagnostics/rule.ts";
import { asideText, countTexts, placeText, profileText, remarks, skillsText, unsuppressed } from "./finding-texts.ts";
import type { Formatter, FormatInput } from "./formatter.ts";
import { createStyles, type Style, type Styles } from "./styles.ts";

/** Number of findings of one rule in one file that are shown; the rest is only counted. */
const SHOWN_PER_RULE = 5;

/** A narrower frame is not readable. */
const NARROWEST_FRAME = 20;

/** A marked range of a source line: offsets in the line, in UTF-16 units. */
interface Place extends TextSpan {
  readonly line: number;
  readonly lineText: string;
  readonly text: string;
  readonly primary: boolean;
}

/** A mark under a shown line. */
interface Mark extends Columns {
  readonly sign: "^" | "-";
  readonly style: Style;
  readonly text: string;
}

/** Pieces of a row by their first column. */
type Row = Map<number, { readonly text: string; readonly style: Style }>;

/** The bar before a line, with or without the line number. */
type Gutter = (number?: string) => string;

/** What every row of a frame is made with. */
interface Canvas {
  readonly gutter: Gutter;
  /** Columns next to the gutter. */
  readonly room: number;
  readonly styles: Styles;
}

/** The places of one file, and where its heading points. */
interface Section {
  readonly file: string;
  readonly at: Span | undefined;
  readonly places: Place[];
}

/** Prints code frames with marks, notes and help; shortens many findings of one rule in one file unless `all` is set. */
export const formatPretty: Formatter = (input) => {
  const diagnostics = unsuppressed(input.diagnostics);
  if (diagnostics.length === 0) return "";
  const styles = createStyles(input.color);
  return [...blocks({ ...input, diagnostics }, styles), footer(input.summary, styles)]
    .filter((block) => block !== "")
    .map((block) => `${block}\n`)
    .join("\n");
};

function blocks({ diagnostics, all, width }: FormatInput, styles: Styles): string[] {
  const ruleInFile = ({ file, code }: Diagnostic): string => `${code}\n${file}`;
  const totals = new Map<string, number>();
  for (const found of diagnostics) totals.set(ruleInFile(found), (totals.get(ruleInFile(found)) ?? 0) + 1);
  const shown = new Map<string, number>();
  return diagnostics.flatMap((found) => {
    const key = ruleInFile(found);
    const nth = (shown.get(key) ?? 0) + 1;
    shown.set(key, nth);
    if (all === true || nth < SHOWN_PER_RULE) return [block(found, width, styles)];
    if (nth > SHOWN_PER_RULE) return [];
    const more = (totals.get(key) ?? 0) - nth;
    const rest = `…and ${thousands(more)} more of ${escapeText(found.code)} in this file (--all shows them)`;
    return more === 0 ? [block(found, width, styles)] : [block(found, width, styles), rest];
  });
}

function block(found: Diagnostic, width: number, styles: Styles): string {
  const sections = sectionsOf(found);
  const lines = sections.flatMap(({ places }) => places.map(({ line }) => line));
  // At least two digits, so that the arrows of most findings align.
  const digits = Math.max(2, ...lines.map((line) => `${line}`.length));
  const gutter: Gutter = (number = "") => styles.frame(`${number.padStart(digits)} |`);
  const room = Math.max(NARROWEST_FRAME, width - digits - 3);

  const heading = styles.severity[found.severity](`${found.severity}[${escapeText(found.code)}]`);
  const sentence = styles.strong(`${escapeText(found.rule)}: ${escapeText(found.message)}`);
  const output = [`${heading} ${sentence}${styles.frame(escapeText(profileText(found)))}`];
  for (const [index, { file, at, places }] of sections.entries()) {
    if (index > 0) output.push(gutter());
    const arrow = index === 0 ? "-->" : ":::";
    const place = placeText({ file, span: at });
    if (place !== "") output.push(`${" ".repeat(digits)}${styles.frame(arrow)} ${escapeText(place)}`);
    if (places.length > 0)
      output.push(gutter(), ...frame(places, styles.severity[found.severity], { gutter, room, styles }));
  }
  const remark = (name: string, text: string): string =>
    `${" ".repeat(digits + 1)}${styles.frame("=")} ${styles.strong(name)}: ${escapeText(text)}`;
  for (const { name, text } of remarks(found)) output.push(remark(name, text));
  output.push(remark("docs", `skillc explain ${found.code}`));
  return output.join("\n");
}

/** Returns the file of the finding first, then the files of its labels in order. */
function sectionsOf({ file, span, lineText, labels = [] }: Diagnostic): Section[] {
  const own: Section = { file, at: span, places: [] };
  const sections = new Map([[file, own]]);
  // A label at the same place is the text of the primary mark.
  const meaning = labels.find((label) => label.file === file && span !== undefined && sameSpan(label.span, span));
  const ownLine = lineText ?? meaning?.lineText;
  if (span !== undefined && ownLine !== undefined) own.places.push(placeOf(span, ownLine, meaning?.text ?? "", true));
  for (const label of labels) {
    if (label === meaning) continue;
    const section = sections.get(label.file) ?? { file: label.file, at: label.span, places: [] };
    sections.set(label.file, section);
    section.places.push(placeOf(label.span, label.lineText, label.text, false));
  }
  return [...sections.values()];
}

function sameSpan(one: Span, two: Span): boolean {
  return one.start.offset === two.start.offset && one.end.offset === two.end.offset;
}

/** Only the first line of a span is known: a longer span is marked to the end of that line. */
function placeOf(span: Span, lineText: string, text: string, primary: boolean): Place {
  const start = Math.min(span.start.column - 1, lineText.length);
  const end = span.end.line > span.start.line ? lineText.length : Math.min(span.end.column - 1, lineText.length);
  return { line: span.start.line, lineText, start, end, text, primary };
}

/** Prints the lines of one file in order, each with its marks; `...` replaces skipped lines. */
function frame(places: readonly Place[], own: Style, { gutter, room, styles }: Canvas): string[] {
  const output: string[] = [];
  const lines = new Set(places.map(({ line }) => line).sort((one, two) => one - two));
  let before = Infinity;
  for (const line of lines) {
    if (line > before + 1) output.push(styles.frame("..."));
    before = line;
    const [main, ...others] = places.filter((place) => place.line === line) as [Place, ...Place[]];
    const { text, columns } = fitLine(main.lineText, [main, ...others], room);
    const marks = [main, ...others].map((place, index): Mark => {
      const sign = place.primary ? { sign: "^" as const, style: own } : { sign: "-" as const, style: styles.frame };
      return { ...(columns[index] as Columns), ...sign, text: escapeText(place.text) };
    });
    output.push(`${gutter(`${line}`)} ${text}`.trimEnd());
    output.push(...markRows(marks).map((row) => `${gutter()} ${paint(row)}`));
  }
  return output;
}

/** Returns the underlines, followed by the text of the last mark, then the other texts, each below its mark. */
function markRows(marks: readonly Mark[]): Row[] {
  const underlines: Row = new Map();
  // The primary mark comes first and wins where marks overlap.
  for (const { from, to, sign, style } of marks.toReversed())
    for (let column = from; column < to; column++) underlines.set(column, { text: sign, style });
  const hanging = marks.filter(({ text }) => text !== "").sort((one, two) => one.from - two.from || one.to - two.to);
  const end = Math.max(...marks.map(({ to }) => to));
  const last = hanging.at(-1);
  if (last?.to === end) {
    underlines.set(end + 1, last);
    hanging.pop();
  }
  const rows = [underlines];
  const threads = (): Row => new Map(hanging.map(({ from, style }) => [from, { text: "|", style }]));
  if (hanging.length > 0) rows.push(threads());
  for (let mark = hanging.pop(); mark !== undefined; mark = hanging.pop()) rows.push(threads().set(mark.from, mark));
  return rows;
}

/** Paints adjacent pieces of one color at once. */
function paint(row: Row): string {
  let output = "";
  let run = { text: "", style: (text: string) => text };
  let end = 0;
  for (const [column, piece] of [...row].sort(([one], [two]) => one - two)) {
    if (column > end || piece.style !== run.style) {
      output += run.style(run.text) + " ".repeat(column - end);
      run = { text: "", style: piece.style };
    }
    run.text += piece.text;
    // A text of more than one column is always the last piece of its row.
    end = column + 1;
  }
  return output + run.style(run.text);
}

/** Returns `2 errors, 3 warnings in 118 skills (4 fixable with --fix)`, without zero counts. */
function footer(summary: FormatInput["summary"], { severity: paints }: Styles): string {
  const counts = countTexts(summary).map(({ severity, text }) => paints[severity](text));
  return counts.length === 0 ? "" : `${counts.join(", ")}${skillsText(summary)}${asideText(summary)}`;
}
