/**
 * Edits that mend broken YAML. A plan is made only where one reading is left of what was meant, and only when the
 * mended text can be read beyond the place of the fault.
 */
import type { FixPlan } from "../../diagnostics/index.ts";
import { quoteYaml, textInQuotes } from "../../model/yaml-quotes.ts";
import type { TextSpan } from "../../model/source.ts";
import { canonicalField } from "../../profiles/index.ts";
import { MENDABLE_LENGTH, mendText, startsLine, type Edit } from "./mend-text.ts";
import { readYaml, type DuplicateKey } from "./yaml.ts";
import type { YamlProblem } from "./yaml-causes.ts";
import { lineAround, nextLine, type KeyLine } from "./yaml-lines.ts";

/** Fields whose brackets are more likely a list that went wrong than a text. */
const LISTS =
  /^(?:allowed|disallowed)-?_?tools$|^(?:tags|toolsets|paths|arguments|files|hooks|metadata|required_scope|tools|triggers|keywords)$/i;

/** Widths that a tab may have stood for, the likeliest first. */
const TAB_WIDTHS = [2, 4, 8];

/** How to mend a fault; `offset` is where the text starts in its file. */
export function planYamlFix(problem: YamlProblem, text: string, offset: number): readonly FixPlan[] {
  if (text.length > MENDABLE_LENGTH) return [];
  const at = problem.span.start - offset;
  switch (problem.cause) {
    case "colon":
    case "indicator":
    case "text-after-value":
    case "bracket":
    case "inner-quote":
      return offer("quote the value", "safe", quotedValue(problem, text, at), text, offset);
    case "continued-colon":
      return offer("quote the value", "safe", quotedAbove(text, at), text, offset);
    case "key-colon":
      return offer(
        "write a colon and a space",
        canonicalField(problem.key) === undefined ? "unsafe" : "safe",
        [{ span: { start: at, end: at + problem.span.end - problem.span.start }, text: `${problem.key}: ` }],
        text,
        offset,
      );
    case "tab":
      return offer("indent with spaces", "safe", withoutTabs(text), text, offset);
    case "unclosed-quote":
      return offer("close the quote at the end of the line", "unsafe", closedQuote(text, at), text, offset);
    default:
      return [];
  }
}

/** Deletes the second of two equal entries, when nothing else stands on its lines. */
export function planDuplicate(
  { key, isSame, secondEntry }: DuplicateKey,
  text: string,
  offset: number,
): readonly FixPlan[] {
  if (!isSame || secondEntry === undefined || text.length > MENDABLE_LENGTH) return [];
  const start = lineAround(text, secondEntry.start - offset).start;
  const before = text.slice(start, secondEntry.start - offset);
  const last = secondEntry.end - offset;
  // A block scalar ends with its last line, line end included.
  const rest = startsLine(text, last) ? "" : (/^[^\r\n]*(?:\r\n|\n|\r|$)/.exec(text.slice(last))?.[0] ?? "");
  if (before.trim() !== "" || rest.trim() !== "") return [];
  const span = { start: start + offset, end: last + rest.length + offset };
  return [{ title: `delete the second "${key}"`, applicability: "unsafe", edits: [{ span, text: "" }] }];
}

/** Quotes values that lenient readers take as if they were quoted. */
export function planRepair({ start, end }: TextSpan, text: string, offset: number): readonly FixPlan[] {
  const value = text.slice(start - offset, end - offset);
  if (/\s#/.test(value)) return [];
  return [
    { title: "quote the value", applicability: "safe", edits: [{ span: { start, end }, text: quoteYaml(value) }] },
  ];
}

/**
 * Quotes a value of which YAML takes the start for an anchor or a tag. An anchor with characters that no name has,
 * such as `&nbsp;`, is text; what a tag was meant to be only its author knows.
 */
export function planMark(mark: string, { start }: TextSpan, text: string, offset: number): readonly FixPlan[] {
  if (text.length > MENDABLE_LENGTH) return [];
  const line = lineAround(text, start - offset);
  const isName = /^&[\w-]+$/.test(mark);
  if (isName || line.value.start !== start - offset || /^\S+\s+["'[{|>]/.test(line.value.text)) return [];
  const edits = quotedLine(text, line, line.key);
  // Many marks in one text would each ask for a reading: the text is read again before it is written anyway.
  return edits.length === 0
    ? []
    : [
        {
          title: "quote the value",
          applicability: mark.startsWith("&") ? "safe" : "unsafe",
          edits: moved(edits, offset),
        },
      ];
}

/** A plan of edits, when what comes out can be read at least to behind the last of them. */
function offer(
  title: string,
  applicability: FixPlan["applicability"],
  edits: readonly Edit[],
  text: string,
  offset: number,
): readonly FixPlan[] {
  if (edits.length === 0) return [];
  const mended = mendText(text, edits);
  const end = Math.max(...edits.map(({ span }) => span.end)) + mended.length - text.length;
  const [next] = readYaml(mended).problems;
  if (next !== undefined && next.span.start < end) return [];
  return [{ title, applicability, edits: moved(edits, offset) }];
}

function moved(edits: readonly Edit[], by: number): Edit[] {
  return edits.map(({ span, text }) => ({ span: { start: span.start + by, end: span.end + by }, text }));
}

function quotedValue({ key, span, cause }: YamlProblem, text: string, at: number): Edit[] {
  const line = lineAround(text, at);
  if (cause !== "indicator" || at === line.value.start) return quotedLine(text, line, key);
  const end = at + span.end - span.start;
  return [{ span: { start: at, end }, text: quoteYaml(text.slice(at, end)) }];
}

/** A comment behind the value stays a comment. */
function quotedLine(text: string, line: KeyLine, key: string): Edit[] {
  const value = line.value.text.replace(/\s+#.*$/s, "");
  if (value === "" || (/^[[{]/.test(value) && LISTS.test(key))) return [];
  const below = continuation(text, line);
  if (below.length > 0) return value === line.value.text ? quotedLines(text, [line, ...below]) : [];
  const meant = quoteYaml(textInQuotes(value));
  return [{ span: { start: line.value.start, end: line.value.start + value.length }, text: meant }];
}

/** The value whose later line holds the colon: from its key line on. */
function quotedAbove(text: string, at: number): Edit[] {
  for (let line = lineAround(text, at); ; line = lineAround(text, line.start - 1)) {
    if (line.key !== "" && line.end < at)
      return line.value.text === "" ? [] : quotedLines(text, [line, ...continuation(text, line)]);
    if (line.start === 0) return [];
  }
}

/** The lines that go on with the value of a key: deeper than the key, up to the next line that is not. */
function continuation(text: string, line: KeyLine): KeyLine[] {
  const indent = /^\s*(?:-[ \t]+)*/.exec(line.text)?.[0].length ?? 0;
  const lines: KeyLine[] = [];
  for (let next = nextLine(text, line); next !== undefined; next = nextLine(text, next)) {
    const isBlank = next.text.trim() === "";
    if (!isBlank && /^[ \t]*/.exec(next.text)![0].length <= indent) break;
    lines.push(next);
  }
  while (lines.at(-1)?.text.trim() === "") lines.pop();
  return lines;
}

/** A value over several lines in double quotes, which folds its lines as a plain value does. */
function quotedLines(text: string, lines: readonly KeyLine[]): Edit[] {
  const [first, ...below] = lines as [KeyLine, ...KeyLine[]];
  const last = below.at(-1) ?? first;
  // What looks like a list, a key or a comment may be one.
  if (below.some((line) => /^\s*(?:[-#]|[\w-]+:(?:\s|$))/.test(line.text))) return [];
  const value = text.slice(first.value.start, last.content.end);
  if (/\s#/.test(value) || /[^\t\r\n -~\u0080-\uFFFF]/.test(value) || /^["']/.test(value)) return [];
  const quoted = `"${value.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
  return [{ span: { start: first.value.start, end: last.content.end }, text: quoted }];
}

/** Every line that starts with a tab, in the first width that makes sense of all of them. */
function withoutTabs(text: string): Edit[] {
  for (const width of TAB_WIDTHS) {
    const edits = Array.from(text.matchAll(/(?<![^\r\n])\t+(?=\S)/g), ({ 0: tabs, index }): Edit => {
      return { span: { start: index, end: index + tabs.length }, text: " ".repeat(width * tabs.length) };
    });
    if (edits.length > 0 && readYaml(mendText(text, edits)).problems.length === 0) return edits;
  }
  return [];
}

function closedQuote(text: string, at: number): Edit[] {
  const { value } = lineAround(text, at);
  const quote = value.text.charAt(0);
  if (value.text.endsWith("\\") || /\s#/.test(value.text)) return [];
  return [{ span: { start: value.end, end: value.end }, text: quote }];
}
