/** The instructor-php dialect. Behavior after cognesy/instructor-php 2.7. */
import type { DialectInput, DialectResult } from "../../render/dialect.ts";
import { splitAtBlanks } from "../../render/split-arguments.ts";
import { substitute, substituteInPasses, type Pass, type TokenReading } from "../../render/substitute.ts";

/** `\s` of PHP. */
const ASCII_BLANKS = /[ \t\n\v\f\r]+/;

export function renderCognesy(input: DialectInput): DialectResult {
  const { body, tokens, arguments: given } = input;
  if (given === undefined)
    return { text: body, substitutions: [], argumentsMet: 0, argumentsReplaced: 0, appends: false };
  const words = splitAtBlanks(given, ASCII_BLANKS);
  const wordAt = (index: string | undefined): string => words[Number(index)] ?? "";
  const substituted =
    input.compat === "exact"
      ? substituteInPasses(body, exactPasses(given, wordAt))
      : substitute(body, tokens, createReader(body, given, wordAt));
  // PHP's trim() removes these characters.
  const isBlank = !/[^ \t\n\r\0\v]/.test(given);
  return { ...substituted, appends: !isBlank && substituted.argumentsMet === 0 };
}

/** Reads its tokens once from the original body. A number right after another token is also a token. */
function createReader(body: string, given: string, wordAt: (index: string | undefined) => string) {
  const pattern = /\$(?:ARGUMENTS(?:\[(\d+)\]|(?!\w))|(\d)(?!\d))/y;
  return (start: number, _inCode: boolean, from: number): TokenReading | undefined => {
    pattern.lastIndex = start;
    const [token, inBrackets, bare] = pattern.exec(body) ?? [];
    if (token === undefined) return undefined;
    const isInWord = start > from && /\w/.test(body[start - 1] ?? "");
    if (bare !== undefined && isInWord) return undefined;
    const index = inBrackets ?? bare;
    return { kind: "argument", start, end: start + token.length, value: index === undefined ? given : wordAt(index) };
  };
}

function exactPasses(given: string, wordAt: (index: string | undefined) => string): readonly Pass[] {
  return [
    { kind: "argument", pattern: /\$ARGUMENTS\[(\d+)\]/g, value: (match) => wordAt(match[1]) },
    { kind: "argument", pattern: /(?<!\w)\$(\d)(?!\d)/g, value: (match) => wordAt(match[1]) },
    { kind: "argument", pattern: /\$ARGUMENTS/g, value: () => given },
  ];
}
