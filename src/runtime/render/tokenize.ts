import { createRangeWalk, findCodeRanges, type TextRange } from "./code-ranges.ts";

/**
 * Ascending offsets, in UTF-16 units, where a token of some dialect may start. A number token in code (`$1` in a fence or
 * an inline span) is stored as `-1 - offset`. Small, plain JSON, found at build time, so that rendering reads these
 * offsets instead of scanning. Valid only for exactly the same text.
 *
 * @example
 * const tokens: BodyTokens = tokenizeBody(body);
 * renderSkill({ body, tokens, arguments: "src/app.ts" });
 */
export type BodyTokens = readonly number[];

/** What may follow a dollar sign, and two braces. */
const AFTER_DOLLAR = /[\w{\u0080-\uffff]/y;
const AFTER_BRACES = /\s*[A-Z_]/y;

/**
 * Tokenizes a body once for every dialect. Never throws; linear in the length of the body.
 *
 * @param inert Ranges, in order, where nothing is substituted, such as the output of a command.
 * @example
 * tokenizeBody("Review $0 with care.\n"); // [7]
 */
export function tokenizeBody(body: string, inert: readonly TextRange[] = []): BodyTokens {
  const tokens: number[] = [];
  const isInert = createRangeWalk(inert);
  let isCode: ((place: number) => boolean) | undefined;
  for (const index of candidatesIn(body)) {
    if (isInert(index)) continue;
    if (/^\$\{?\d/.test(body.slice(index, index + 3))) {
      isCode ??= createRangeWalk(findCodeRanges(body));
      tokens.push(isCode(index) ? -1 - index : index);
    } else tokens.push(index);
  }
  return tokens;
}

/** Returns the places of tokens, in order. Two searches for literals are faster than one for a pattern. */
function candidatesIn(body: string): readonly number[] {
  const places: number[] = [];
  for (const [start, next] of [
    ["$", AFTER_DOLLAR],
    ["{{", AFTER_BRACES],
  ] as const)
    for (let at = body.indexOf(start); at !== -1; at = body.indexOf(start, at + 1)) {
      next.lastIndex = at + start.length;
      if (next.test(body)) places.push(at);
    }
  return places.sort((one, two) => one - two);
}

/** Returns the offset of a `BodyTokens` entry, and whether it is a number token in code. */
export function readPlace(entry: number): { readonly at: number; readonly inCode: boolean } {
  return entry < 0 ? { at: -1 - entry, inCode: true } : { at: entry, inCode: false };
}

/** Returns the tokens of a body whose start was trimmed by some characters. */
export function movePlaces(tokens: BodyTokens, by: number): BodyTokens {
  return by === 0 ? tokens : tokens.map((entry) => (entry < 0 ? entry + by : entry - by));
}

/** Whether a single backslash escapes the token at an offset. */
export function isEscaped(body: string, at: number, from = 0): boolean {
  return at > from && body[at - 1] === "\\" && !(at - 1 > from && body[at - 2] === "\\");
}
