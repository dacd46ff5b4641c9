/**
 * Finds where a text stops being JSON, after `JSON.parse` rejected it: each engine describes the fault in its own way,
 * often without a location.
 */
import type { TextSpan } from "./source.ts";

export interface JsonFault {
  readonly message: string;
  readonly span: TextSpan;
}

/** The tokens that may come next; `first`: directly after an opening bracket, where a closing one is also allowed. */
type ExpectedToken = "value" | "first value" | "key" | "first key" | "colon" | "comma" | "end";

const BLANKS = /[ \t\r\n]*/y;
const TOKEN =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|[{}[\],:]/y;

/**
 * Returns the first fault of a text that is not JSON; undefined if it is JSON.
 *
 * @param forComments What the message about a comment ends with.
 */
export function findJsonFault(text: string, forComments = ""): JsonFault | undefined {
  // Sticky expressions keep a position, so each call needs its own.
  const blanks = new RegExp(BLANKS);
  const tokens = new RegExp(TOKEN);
  const open: string[] = [];
  let expected: ExpectedToken = "value";
  let at = 0;
  for (;;) {
    at = skip(blanks, text, at);
    if (at === text.length) {
      if (expected === "end") return undefined;
      return {
        message: `the file ends too early: ${nameExpected(expected, open)} is missing`,
        span: { start: at, end: at },
      };
    }
    const end = skip(tokens, text, at);
    const next: ExpectedToken | undefined = end === at ? undefined : step(expected, text.slice(at, end), open);
    if (next === undefined)
      return {
        message: isComment(text, at)
          ? `JSON does not allow comments${forComments}`
          : explain(text, { start: at, end }, expected, open),
        span: { start: at, end: Math.max(end, at + 1) },
      };
    expected = next;
    at = end;
  }
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Returns what may follow a token; undefined if it is not allowed here. Updates the list of open brackets. */
function step(expected: ExpectedToken, token: string, open: string[]): ExpectedToken | undefined {
  const after = (): ExpectedToken => (open.length === 0 ? "end" : "comma");
  const close = (bracket: string): ExpectedToken | undefined => {
    if (open.at(-1) !== bracket) return undefined;
    open.pop();
    return after();
  };
  switch (expected) {
    case "value":
    case "first value":
      if (token === "{" || token === "[") {
        open.push(token);
        return token === "{" ? "first key" : "first value";
      }
      if (token === "]" && expected === "first value") return close("[");
      return /^[}\],:]$/.test(token) ? undefined : after();
    case "key":
    case "first key":
      if (token === "}" && expected === "first key") return close("{");
      return token.startsWith('"') ? "colon" : undefined;
    case "colon":
      return token === ":" ? "value" : undefined;
    case "comma":
      if (token === ",") return open.at(-1) === "{" ? "key" : "value";
      if (token === "}") return close("{");
      return token === "]" ? close("[") : undefined;
    case "end":
      return undefined;
  }
}

function nameExpected(expected: ExpectedToken, open: readonly string[]): string {
  const closing = open.at(-1) === "{" ? '"}"' : '"]"';
  if (expected === "colon") return 'a ":"';
  if (expected === "comma") return `a "," or ${closing}`;
  if (expected === "end") return "the end of the file";
  if (expected.endsWith("key")) return "a key in double quotes";
  return "a value";
}

function isComment(text: string, at: number): boolean {
  return text.startsWith("//", at) || text.startsWith("/*", at) || text[at] === "#";
}

function explain(text: string, { start: at, end }: TextSpan, expected: ExpectedToken, open: readonly string[]): string {
  if (text[at] === "'") return "strings need double quotes in JSON";
  if (text[at] === '"' && end === at)
    return "this string never ends, or contains a character or escape that JSON does not allow";
  if ((expected === "key" && text[at] === "}") || (expected === "value" && text[at] === "]"))
    return `JSON does not allow the comma before "${text[at] as string}"`;
  const found = String.fromCodePoint(text.codePointAt(at) as number);
  return `expected ${nameExpected(expected, open)}, but found ${JSON.stringify(end > at ? text.slice(at, Math.min(end, at + 20)) : found)}`;
}
