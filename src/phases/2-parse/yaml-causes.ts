/**
 * The parser's error codes turned into causes that a writer of skills can act on. What each cause is called in
 * messages stands in the table of messages.
 */
import type { YAMLError } from "yaml";
import type { TextSpan } from "../../model/source.ts";

export type YamlCause =
  | "colon" | "tab" | "unclosed-quote" | "unclosed-flow" | "text-after-value" | "alias" | "reserved-start" | "indent" | "depth" | "other";

export interface YamlProblem {
  readonly cause: YamlCause;
  readonly detail: string;
  readonly span: TextSpan;
}

/** Explains one error of `yaml` over the text that was parsed. */
export function explainYamlError(error: YAMLError, text: string, offset: number): YamlProblem {
  const at = Math.min(error.pos[0], text.length);
  const line = lineAround(text, at);
  const key = /^\s*([A-Za-z_][\w .-]*?)\s*:(?:\s|$)/.exec(line.text)?.[1] ?? "";
  const spanOf = (start: number, end: number): YamlProblem["span"] => ({
    start: offset + start,
    end: offset + Math.min(Math.max(end, start + 1), Math.max(text.length, start)),
  });
  const here = spanOf(at, error.pos[1]);
  const valueStart = line.start + (/^\s*[^:]+:\s*/.exec(line.text)?.[0].length ?? 0);
  const first = text[valueStart] ?? "";

  switch (error.code) {
    case "TAB_AS_INDENT":
      return { cause: "tab", detail: "", span: here };
    case "BLOCK_AS_IMPLICIT_KEY":
    case "MULTILINE_IMPLICIT_KEY":
      if (key !== "" && /:\s/.test(text.slice(valueStart, line.end))) {
        if (first === '"' || first === "'") return { cause: "text-after-value", detail: key, span: spanOf(valueStart, line.end) };
        return { cause: "colon", detail: key, span: spanOf(valueStart, line.end) };
      }
      return { cause: "indent", detail: "", span: here };
    case "BAD_ALIAS":
      return { cause: "alias", detail: "", span: here };
    case "BAD_SCALAR_START":
      return { cause: "reserved-start", detail: text[at] ?? "", span: here };
    case "BAD_INDENT":
      return first === "[" || first === "{"
        ? { cause: "unclosed-flow", detail: key, span: spanOf(valueStart, valueStart + 1) }
        : { cause: "indent", detail: "", span: here };
    case "MISSING_CHAR":
      if (/quote/i.test(error.message)) return { cause: "unclosed-quote", detail: key, span: spanOf(at, at + 1) };
      if (/flow|\]|\}/i.test(error.message)) return { cause: "unclosed-flow", detail: key, span: spanOf(valueStart, line.end) };
      return { cause: "other", detail: firstSentence(error.message), span: here };
    case "UNEXPECTED_TOKEN":
      if (first === '"' || first === "'" || first === "[" || first === "{")
        return { cause: "text-after-value", detail: key, span: here };
      return { cause: "other", detail: firstSentence(error.message), span: here };
    default:
      return { cause: "other", detail: firstSentence(error.message), span: here };
  }
}

function lineAround(text: string, at: number): { text: string; start: number; end: number } {
  const start = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  let end = start;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return { text: text.slice(start, end), start, end };
}

function firstSentence(message: string): string {
  const text = message.split("\n")[0] ?? "";
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, "");
}
