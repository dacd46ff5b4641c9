/** A plan requires that only one meaning is possible, and that the fixed text can be read beyond the fault. */
import type { FixPlan } from "../diagnostics/index.ts";
import { quoteYaml, textInQuotes } from "../model/yaml-quotes.ts";
import type { TextSpan } from "../model/source.ts";
import { canonicalField } from "../profiles/index.ts";
import { withEdits, FIXABLE_LENGTH, startsLine, type Edit } from "./text-edits.ts";
import { readYaml, type DuplicateKey } from "./yaml.ts";
import type { YamlProblem } from "./yaml-causes.ts";
import { lineAround, nextLine, type KeyLine } from "./yaml-lines.ts";
import { withoutYamlComment } from "../model/trim.ts";

/** Brackets in these fields are more likely a faulty list than text. */
const LISTS =
  /^(?:allowed|disallowed)-?_?tools$|^(?:tags|toolsets|paths|arguments|files|hooks|metadata|required_scope|tools|triggers|keywords)$/i;

/** Possible widths of a tab, likeliest first. */
const TAB_WIDTHS = [2, 4, 8];

/** `offset` is the start of the text in its file. */
export function planYamlFix(problem: YamlProblem, text: string, offset: number): readonly FixPlan[] {
  if (text.length > FIXABLE_LENGTH) return [];
  const at = problem.span.start - offset;
  switch (problem.cause) {
    case "colon":
    case "indicator":
    case "text-after-value":
    case "bracket":
    case "inner-quote":
      return offer(quoting(quotedValue(problem, text, at)), text, offset);
    case "continued-colon":
      return offer(quoting(quotedAbove(text, at)), text, offset);
    case "key-colon":
    case "only-text":
      return offer(
        {
          title: "write a colon and a space",
          applicability: canonicalField(problem.key) === undefined ? "unsafe" : "safe",
          edits: [{ span: { start: at, end: at + problem.span.end - problem.span.start }, text: `${problem.key}: ` }],
        },
        text,
        offset,
      );
    case "tab":
      return offer({ title: "indent with spaces", applicability: "safe", edits: withoutTabs(text) }, text, offset);
    case "unclosed-quote":
      return offer(
        { title: "close the quote at the end of the line", applicability: "unsafe", edits: closedQuote(text, at) },
        text,
        offset,
      );
    default:
      return [];
  }
}

/** Only if its lines contain nothing else. */
export function planDuplicate(
  { key, isSame, secondEntry }: DuplicateKey,
  text: string,
  offset: number,
): readonly FixPlan[] {
  if (!isSame || secondEntry === undefined || text.length > FIXABLE_LENGTH) return [];
  const start = lineAround(text, secondEntry.start - offset).start;
  const before = text.slice(start, secondEntry.start - offset);
  const last = secondEntry.end - offset;
  // A block scalar includes the line ending of its last line.
  const rest = startsLine(text, last) ? "" : (/^[^\r\n]*(?:\r\n|\n|\r|$)/.exec(text.slice(last))?.[0] ?? "");
  if (before.trim() !== "" || rest.trim() !== "") return [];
  const span = { start: start + offset, end: last + rest.length + offset };
  return [{ title: `delete the second "${key}"`, applicability: "unsafe", edits: [{ span, text: "" }] }];
}

/** Lenient clients read the values as if they were quoted. */
export function planRepair({ start, end }: TextSpan, text: string, offset: number): readonly FixPlan[] {
  const value = text.slice(start - offset, end - offset);
  if (/\s#/.test(value)) return [];
  return [quoting([{ span: { start, end }, text: quoteYaml(value) }])];
}

/**
 * Quotes a value whose start YAML reads as an anchor or a tag. An anchor with characters that no name has, such as
 * `&nbsp;`, is text; the intention of a tag is unknown.
 */
export function planMark(mark: string, { start }: TextSpan, text: string, offset: number): readonly FixPlan[] {
  if (text.length > FIXABLE_LENGTH) return [];
  const line = lineAround(text, start - offset);
  const isName = /^&[\w-]+$/.test(mark);
  if (isName || line.value.start !== start - offset || /^\S+\s+["'[{|>]/.test(line.value.text)) return [];
  // A mark before a key that this reader does not see belongs to the key: quoting the line would lose the colon.
  if (line.key === "" && /:(?:\s|$)/.test(line.value.text)) return [];
  const edits = quotedLine(text, line, line.key);
  // With many marks, one reading each would be slow: the text is read again before it is written anyway.
  return edits.length === 0 ? [] : [quoting(moved(edits, offset), mark.startsWith("&") ? "safe" : "unsafe")];
}

/** The result must be readable at least beyond the last edit. */
function offer(plan: FixPlan, text: string, offset: number): readonly FixPlan[] {
  const { edits } = plan;
  if (edits.length === 0) return [];
  const fixed = withEdits(text, edits);
  const end = Math.max(...edits.map(({ span }) => span.end)) + fixed.length - text.length;
  const [next] = readYaml(fixed).problems;
  if (next !== undefined && next.span.start < end) return [];
  return [{ ...plan, edits: moved(edits, offset) }];
}

function quoting(edits: readonly Edit[], applicability: FixPlan["applicability"] = "safe"): FixPlan {
  return { title: "quote the value", applicability, edits };
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

/** Keeps a comment after the value. */
function quotedLine(text: string, line: KeyLine, key: string): Edit[] {
  const value = withoutYamlComment(line.value.text);
  if (value === "" || (/^[[{]/.test(value) && LISTS.test(key))) return [];
  const below = continuation(text, line);
  if (below.length > 0) return value === line.value.text ? quotedLines(text, [line, ...below]) : [];
  const meant = quoteYaml(textInQuotes(value));
  return [{ span: { start: line.value.start, end: line.value.start + value.length }, text: meant }];
}

/** A later line of the value contains the colon. */
function quotedAbove(text: string, at: number): Edit[] {
  for (let line = lineAround(text, at); ; line = lineAround(text, line.start - 1)) {
    if (line.key !== "" && line.end < at)
      return line.value.text === "" ? [] : quotedLines(text, [line, ...continuation(text, line)]);
    if (line.start === 0) return [];
  }
}

/** All lines that are indented more than the key. */
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

/** Double quotes fold lines like a plain value. */
function quotedLines(text: string, lines: readonly KeyLine[]): Edit[] {
  const [first, ...below] = lines as [KeyLine, ...KeyLine[]];
  const last = below.at(-1) ?? first;
  // Text that looks like a list, a key or a comment may be one.
  if (below.some((line) => /^\s*(?:[-#]|[\w-]+:(?:\s|$))/.test(line.text))) return [];
  const value = text.slice(first.value.start, last.content.end);
  if (/\s#/.test(value) || /[^\t\r\n -~\u0080-\uFFFF]/.test(value) || /^["']/.test(value)) return [];
  const quoted = `"${value.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
  return [{ span: { start: first.value.start, end: last.content.end }, text: quoted }];
}

/** Uses the first width that makes all lines valid. */
function withoutTabs(text: string): Edit[] {
  for (const width of TAB_WIDTHS) {
    const edits = Array.from(text.matchAll(/(?<![^\r\n])\t+(?=\S)/g), ({ 0: tabs, index }): Edit => {
      return { span: { start: index, end: index + tabs.length }, text: " ".repeat(width * tabs.length) };
    });
    if (edits.length > 0 && readYaml(withEdits(text, edits)).problems.length === 0) return edits;
  }
  return [];
}

function closedQuote(text: string, at: number): Edit[] {
  const { value } = lineAround(text, at);
  const quote = value.text.charAt(0);
  if (value.text.endsWith("\\") || /\s#/.test(value.text)) return [];
  return [{ span: { start: value.end, end: value.end }, text: quote }];
}
