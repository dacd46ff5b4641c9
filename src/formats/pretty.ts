/**
 * The report for people: a heading, the place, the line with its marks, the note, the help and the fixes.
 *
 * Takes diagnostics with the text of the lines that they point to. Returns blocks in the style of rustc and a footer.
 * Never reads a file or prints an invisible character of a source.
 */
import { ruleAddress } from "../model/public-address.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Span, TextSpan } from "../model/source.ts";
import { escapeText, fitLine, wrapText, type Columns } from "./display-text.ts";
import { displayWidth } from "../model/display-width.ts";
import { plural, thousands } from "../diagnostics/rule.ts";
import {
  asideText,
  countTexts,
  INFOS_HINT,
  placeText,
  profileText,
  remarks,
  skillsText,
  unsuppressed,
} from "./finding-texts.ts";
import type { Formatter, FormatInput } from "./formatter.ts";
import { countByRule, fixableText, type RuleCount } from "./rule-counts.ts";
import { createStyles, type Style, type Styles } from "./styles.ts";

/** Number of findings of one rule in one file that are shown; the rest is only counted. */
const SHOWN_PER_RULE = 5;

const NARROWEST_FRAME = 20;

/** Lines of a report without `all`, so that a command prints at most 60 with what it says around the report. */
const MOST_LINES = 52;

/** Rows of the table of rules, and findings that are shown before it. */
const MOST_RULES = 24;
const MOST_EXAMPLES = 3;
const NARROWEST_PLACE = 24;

interface Page {
  readonly width: number;
  readonly wrap: boolean;
  readonly spell: (text: string) => string;
  readonly styles: Styles;
  /** Whether a finding about a group names all of it. */
  readonly all: boolean;
}

interface FramePlace extends TextSpan {
  readonly line: number;
  readonly lineText: string;
  readonly text: string;
  readonly primary: boolean;
}

interface Mark extends Columns {
  readonly sign: "^" | "-";
  readonly style: Style;
  readonly text: string;
}

type StyledRow = Map<number, { readonly text: string; readonly style: Style }>;

/** The bar before a line, with or without the line number. */
type Gutter = (number?: string) => string;

interface Canvas {
  readonly gutter: Gutter;
  /** Columns next to the gutter. */
  readonly room: number;
  readonly styles: Styles;
}

interface FileSection {
  readonly file: string;
  readonly at: Span | undefined;
  readonly places: FramePlace[];
}

/** Prints code frames with marks, notes and help. A long report without `all` is a table of rules with examples. */
export const formatPretty: Formatter = (input) => {
  const diagnostics = unsuppressed(input.diagnostics);
  if (diagnostics.length === 0) return "";
  const { width, wrap = false, spell = (text) => text, color } = input;
  const page: Page = { width, wrap, spell, styles: createStyles(color), all: input.all === true };
  const last = footer(diagnostics, input.summary, page.styles);
  const room = input.all === true ? Infinity : MOST_LINES - (last === "" ? 0 : 1);
  const whole = blocksWithin(shownFindings(diagnostics, input.all === true), room, page);
  const body = whole ?? summarized(diagnostics, room, page);
  return [...body, last]
    .filter((text) => text !== "")
    .map((text) => `${text}\n`)
    .join("\n");
};

/** Returns the findings to print, and for those of one rule in one file after the fifth a line with their number. */
function* shownFindings(diagnostics: readonly Diagnostic[], all: boolean): Generator<Diagnostic | string> {
  if (all) return yield* diagnostics;
  const ruleInFile = ({ file, code }: Diagnostic): string => `${code}\n${file}`;
  const totals = new Map<string, number>();
  for (const found of diagnostics) totals.set(ruleInFile(found), (totals.get(ruleInFile(found)) ?? 0) + 1);
  const shown = new Map<string, number>();
  for (const found of diagnostics) {
    const key = ruleInFile(found);
    const nth = (shown.get(key) ?? 0) + 1;
    shown.set(key, nth);
    if (nth > SHOWN_PER_RULE) continue;
    yield found;
    const more = (totals.get(key) ?? 0) - nth;
    if (nth === SHOWN_PER_RULE && more > 0)
      yield `…and ${thousands(more)} more of ${escapeText(found.code)} in this file (--all shows them)`;
  }
}

/** Returns the blocks with a line between them; undefined if they need more lines, without printing the rest. */
function blocksWithin(shown: Iterable<Diagnostic | string>, room: number, page: Page): string[] | undefined {
  const output: string[] = [];
  let left = room;
  for (const found of shown) {
    const text = typeof found === "string" ? found : block(found, page);
    left -= lineCount(text) + 1;
    if (left < 0) return undefined;
    output.push(text);
  }
  return output;
}

/** Returns one block for each of the leading rules, as far as there is room, then the table of all rules. */
function summarized(diagnostics: readonly Diagnostic[], room: number, page: Page): string[] {
  const rules = countByRule(diagnostics);
  const table = ruleTable(rules, page);
  let left = room - lineCount(table) - 3;
  const examples: string[] = [];
  for (const { first } of rules.slice(0, MOST_EXAMPLES)) {
    const text = block(first, page);
    left -= lineCount(text) + 1;
    if (left < 0) break;
    examples.push(text);
  }
  if (examples.length === 0) return [table];
  const shown = `${thousands(examples.length)} of ${thousands(diagnostics.length)} findings shown, one for each rule`;
  return [...examples, `${shown}:\n\n${table}`];
}

function ruleTable(rules: readonly RuleCount[], { styles, width, spell }: Page): string {
  const shown = rules.length > MOST_RULES ? rules.slice(0, MOST_RULES - 1) : rules;
  const all = ["findings", "skills", "fixable", "rule", "first"];
  const whole = shown.map((count) => [
    plural(count.findings, count.severity),
    thousands(count.skills),
    fixableText(count),
    `${escapeText(count.code)} ${escapeText(count.rule)}`,
    escapeText(placeText(count.first)),
  ]);
  const widthsOf = all.map((title, column) =>
    Math.max(...[all, ...whole].map((row) => displayWidth(row[column] ?? title))),
  );
  // In a narrow terminal a place would be cut to nothing.
  const isWide = width - widthsOf.slice(0, 4).reduce((sum, one) => sum + one + 2, 0) >= NARROWEST_PLACE;
  const columns = isWide ? all.length : all.length - 1;
  const head = all.slice(0, columns);
  const rows = whole.map((row) => row.slice(0, columns));
  const widths = widthsOf.slice(0, columns);
  const lineOf = (row: readonly string[]): string => {
    const cells = row.map((cell, column) => {
      const padding = " ".repeat((widths[column] ?? 0) - displayWidth(cell));
      return column < 3 ? padding + cell : cell + padding;
    });
    return fitLine(cells.join("  ").trimEnd(), [{ start: 0, end: 1 }], width).text;
  };
  const rest = rules.slice(shown.length);
  const hidden = rest.reduce((sum, { findings }) => sum + findings, 0);
  return [
    styles.strong(lineOf(head)),
    ...rows.map((row, index) => {
      const line = lineOf(row);
      const end = widths[0] ?? 0;
      const severity = (shown[index] as RuleCount).severity;
      return styles.severity[severity](line.slice(0, end)) + line.slice(end);
    }),
    ...(rest.length === 0 ? [] : [`…and ${plural(hidden, "finding")} of ${plural(rest.length, "more rule")}`]),
    `All findings: --all. About a rule: ${spell(`skillc explain ${escapeText(rules[0]?.code ?? "")}`)}`,
  ].join("\n");
}

function lineCount(text: string): number {
  return text.split("\n").length;
}

/** Everything that a finding about a group counts: a line each. */
function memberLines({ members = [] }: Diagnostic, indent: number, { frame: dim, strong }: Styles): readonly string[] {
  if (members.length < 2) return [];
  const start = " ".repeat(indent);
  const lines = members.map(({ file, text }) => (text === undefined ? file : `${file}: ${text}`));
  return [
    `${start}${dim("=")} ${strong("all")}: ${thousands(members.length)}`,
    ...lines.map((line) => `${start}    ${escapeText(line)}`),
  ];
}

function block(found: Diagnostic, { width, wrap, spell, styles, all }: Page): string {
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
  const remark = (name: string, text: string): string => {
    const indent = digits + 1 + `= ${name}: `.length;
    const lines = wrap ? wrapText(escapeText(text), Math.max(NARROWEST_FRAME, width - indent)) : [escapeText(text)];
    return `${" ".repeat(digits + 1)}${styles.frame("=")} ${styles.strong(name)}: ${lines.join(`\n${" ".repeat(indent)}`)}`;
  };
  if (all) output.push(...memberLines(found, digits + 1, styles));
  for (const { name, text } of remarks(found)) output.push(remark(name, name === "help" ? spell(text) : text));
  output.push(remark("docs", ruleAddress(found.rule) ?? spell(`skillc explain ${found.code}`)));
  return output.join("\n");
}

/** The file of the finding first, then the files of its labels in order. */
function sectionsOf({ file, span, lineText, labels = [] }: Diagnostic): FileSection[] {
  const own: FileSection = { file, at: span, places: [] };
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
function placeOf(span: Span, lineText: string, text: string, primary: boolean): FramePlace {
  const start = Math.min(span.start.column - 1, lineText.length);
  const end = span.end.line > span.start.line ? lineText.length : Math.min(span.end.column - 1, lineText.length);
  return { line: span.start.line, lineText, start, end, text, primary };
}

/** Prints the lines of one file in order, each with its marks; `...` replaces skipped lines. */
function frame(places: readonly FramePlace[], own: Style, { gutter, room, styles }: Canvas): string[] {
  const output: string[] = [];
  const lines = new Set(places.map(({ line }) => line).sort((one, two) => one - two));
  let before = Infinity;
  for (const line of lines) {
    if (line > before + 1) output.push(styles.frame("..."));
    before = line;
    const [main, ...others] = places.filter((place) => place.line === line) as [FramePlace, ...FramePlace[]];
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
function markRows(marks: readonly Mark[]): StyledRow[] {
  const underlines: StyledRow = new Map();
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
  const threads = (): StyledRow => new Map(hanging.map(({ from, style }) => [from, { text: "|", style }]));
  if (hanging.length > 0) rows.push(threads());
  for (let mark = hanging.pop(); mark !== undefined; mark = hanging.pop()) rows.push(threads().set(mark.from, mark));
  return rows;
}

/** Paints adjacent pieces of one color at once. */
function paint(row: StyledRow): string {
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
function footer(shown: readonly Diagnostic[], summary: FormatInput["summary"], { severity: paints }: Styles): string {
  const counts = countTexts(summary).map(({ severity, text }) => paints[severity](text));
  if (counts.length === 0) return "";
  const hidesInfos = summary.infos > 0 && !shown.some(({ severity }) => severity === "info");
  const hint = hidesInfos ? `; ${INFOS_HINT}` : "";
  // A finding about the config is in no skill.
  const isOfSkills = shown.length === 0 || shown.some(({ category }) => category !== "config" && category !== "system");
  if (!isOfSkills && !hidesInfos && summary.skills > 0)
    return `${counts.join(", ")}${asideText(summary)}; ${plural(summary.skills, "skill")} checked`;
  return `${counts.join(", ")}${skillsText(summary)}${asideText(summary)}${hint}`;
}
