/**
 * Converts the parser's error codes to causes that an author can act on, each at the characters that must change.
 * yaml-words.ts contains the messages.
 */
import type { YAMLError } from "yaml";
import type { TextSpan } from "../model/source.ts";
import { textInQuotes } from "../model/yaml-quotes.ts";
import { keyLineAbove, lineAround, nextLine, type KeyLine } from "./yaml-lines.ts";

type YamlCause =
  | "colon"
  | "continued-colon"
  | "tab"
  | "unclosed-quote"
  | "quote-at-edge"
  | "unclosed-flow"
  | "flow-comma"
  | "block-in-flow"
  | "block-header"
  | "text-after-value"
  | "bracket"
  | "inner-quote"
  | "key-colon"
  | "only-text"
  | "indicator"
  | "indent"
  | "no-colon"
  | "escape"
  | "long-key"
  | "several-documents"
  | "depth"
  | "control"
  | "refused"
  | "other";

export interface YamlProblem {
  readonly cause: YamlCause;
  /** "" if unknown. */
  readonly key: string;
  /** A value, a character, or the parser's own message. */
  readonly detail: string;
  readonly span: TextSpan;
}

/** `offset` is added to the span. */
export function explainYamlError(error: YAMLError, text: string, offset: number): YamlProblem {
  const problem = explain(error, text);
  const end = Math.min(Math.max(problem.span.end, problem.span.start + 1), Math.max(text.length, problem.span.start));
  return { ...problem, span: { start: offset + problem.span.start, end: offset + end } };
}

/** Spans count from the start of the text. */
export function explainIndicator(text: string, at: number): YamlProblem {
  const line = lineAround(text, at);
  if (at === line.value.start) return { cause: "indicator", key: line.key, detail: line.value.text, span: line.value };
  const end = at + (/^[^,\]}\r\n]*/.exec(text.slice(at))?.[0] ?? "").trimEnd().length;
  return { cause: "indicator", key: "", detail: text.slice(at, end), span: { start: at, end } };
}

function explain(error: YAMLError, text: string): YamlProblem {
  const at = Math.min(error.pos[0], text.length);
  const line = lineAround(text, at);
  const here = { start: at, end: error.pos[1] };
  const problem = (cause: YamlCause, span: TextSpan, detail = "", key = line.key): YamlProblem => ({
    cause,
    key,
    detail,
    span,
  });
  const toLineEnd = { start: at, end: Math.max(at, line.end) };
  // `- text` and `] text` as values of a key: any error of the parser.
  if (line.key !== "" && /^(?:[-?][ \t]|[\]}])/.test(line.value.text)) return explainIndicator(text, line.value.start);
  const colon = explainKeyColon(text, at);
  if (colon !== undefined && /^(?:MISSING_CHAR|MULTILINE_IMPLICIT_KEY|BLOCK_AS_IMPLICIT_KEY)$/.test(error.code))
    return colon;

  switch (error.code) {
    case "TAB_AS_INDENT":
      return problem("tab", here);
    case "BLOCK_AS_IMPLICIT_KEY":
    case "MULTILINE_IMPLICIT_KEY":
      return explainColon(line, text) ?? problem("indent", toLineEnd);
    case "BAD_ALIAS":
    case "BAD_SCALAR_START":
      return explainIndicator(text, at);
    case "BAD_INDENT":
      return (
        (/flow/i.test(error.message) ? explainOpening(text, at, ["[", "{"], "unclosed-flow") : undefined) ??
        problem("indent", toLineEnd)
      );
    case "MISSING_CHAR":
      return explainMissing(error.message, text, toLineEnd, problem);
    case "UNEXPECTED_TOKEN":
      if (/^[*&!%@`]/.test(line.value.text)) return explainIndicator(text, line.value.start);
      if (/^[|>]/.test(line.value.text)) return problem("block-header", line.value, line.value.text);
      if (line.key !== "" && /^[[{]/.test(line.value.text)) return problem("bracket", line.value, line.value.text);
      if (textInQuotes(line.value.text) !== line.value.text) return problem("inner-quote", toLineEnd, line.value.text);
      if (/^["'[{]/.test(line.value.text)) return problem("text-after-value", toLineEnd, line.value.text);
      if (line.key !== "" && at === line.content.start) return problem("indent", toLineEnd);
      return problem("other", here, firstSentence(error.message));
    case "BLOCK_IN_FLOW":
      // A key after another value, both on the line of the bracket.
      if (!/^\s*(?:-|[^\s:]+:)/.test(line.text) || /^[[{]/.test(line.value.text))
        return problem("flow-comma", { start: at, end: error.pos[1] });
      return problem("block-in-flow", toLineEnd);
    case "BAD_DQ_ESCAPE":
      return problem("escape", { start: at, end: at + 2 }, text.slice(at, at + 2));
    case "KEY_OVER_1024_CHARS":
      return problem("long-key", toLineEnd);
    case "MULTIPLE_DOCS":
      return problem("several-documents", toLineEnd);
    case "RESOURCE_EXHAUSTION":
      return problem("depth", here);
    default:
      return problem("other", here, firstSentence(error.message));
  }
}

/** Without a space after the colon, or with a colon that is not ASCII; a URL has two slashes there. */
const KEY_COLON = /^([ \t]*)([A-Za-z_][\w-]*)[ \t]*(:[\u00A0\u3000]|:(?![\s/]|$)|\uFF1A)/;

/** `name:tides`: a string in YAML, a key for its author. */
export function explainKeyColon(text: string, at: number): YamlProblem | undefined {
  const line = lineAround(text, at);
  const [whole = "", indent = "", key = "", colon = ""] = KEY_COLON.exec(line.text) ?? [];
  const start = line.start + indent.length;
  return whole === ""
    ? undefined
    : { cause: "key-colon", key, detail: colon, span: { start, end: line.start + whole.length } };
}

/** `description: Use when: asked`, on one line or with the second colon in a line that continues the value. */
function explainColon(line: KeyLine, text: string): YamlProblem | undefined {
  const { key, value } = line;
  if (key === "") return undefined;
  if (/:(?:\s|$)/.test(value.text)) {
    const cause = /^["']/.test(value.text) ? "text-after-value" : "colon";
    const goesOn = /^[ \t]+\S/.test(nextLine(text, line)?.text ?? "");
    return { cause, key, detail: goesOn ? "" : value.text, span: value };
  }
  for (let next = nextLine(text, line); next !== undefined && /^[ \t]/.test(next.text); next = nextLine(text, next))
    if (/:(?:\s|$)/.test(next.text))
      return { cause: "continued-colon", key, detail: next.text.trim(), span: next.content };
  return undefined;
}

function explainMissing(
  message: string,
  text: string,
  toLineEnd: TextSpan,
  problem: (cause: YamlCause, span: TextSpan, detail?: string) => YamlProblem,
): YamlProblem {
  const at = toLineEnd.start;
  if (/closing .quote/i.test(message)) {
    const edge = nextLine(text, lineAround(text, at));
    const quote = message.includes('"') ? '"' : "'";
    // Unindented text with a closing quote further down: the quote is closed, but not for YAML.
    if (edge !== undefined && /^[^\s#]/.test(edge.text) && edge.key === "" && text.indexOf(quote, at) !== -1)
      return problem("quote-at-edge", edge.content);
    return explainOpening(text, at, [quote], "unclosed-quote") ?? problem("unclosed-quote", { start: at, end: at + 1 });
  }
  if (/implicit map keys/i.test(message)) return problem("no-colon", toLineEnd);
  if (/between flow/i.test(message)) return problem("flow-comma", { start: at, end: at + 1 });
  return problem("other", toLineEnd, firstSentence(message));
}

/** The value of the nearest line above that starts with it. */
function explainOpening(
  text: string,
  at: number,
  openers: readonly string[],
  cause: YamlCause,
): YamlProblem | undefined {
  const line = keyLineAbove(text, at, ({ value }) => openers.includes(value.text.charAt(0)));
  return line && { cause, key: line.key, detail: line.value.text.charAt(0), span: line.value };
}

function firstSentence(message: string): string {
  const text = message.split("\n")[0] ?? "";
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
