/** Finds the places of a body at which any dialect could substitute something. */
import { createRangeWalk, findCodeRanges, type TextRange } from "./code-ranges.ts";

/**
 * Places in a body where a token of some dialect may start, ascending: offsets in UTF-16 units. A number token that
 * stands in code (`$1` in a fence or an inline span) is written as `-1 - offset`. Plain JSON, small, and made at build
 * time, so that rendering looks at these places and scans nothing. Valid only for the very text it was made from.
 */
export type BodyTokens = readonly number[];

const CANDIDATE = /\$(?=[\w{\u0080-\uffff])|\{\{(?=\s*[A-Z_])/g;

/**
 * Tokenises a body once for every dialect. Never throws; linear in the length of the body.
 *
 * @param inert Ranges, in order, that came from elsewhere (the output of a command): nothing is substituted there.
 * @example
 * tokenizeBody("Review $0 with care.\n"); // [7]
 */
export function tokenizeBody(body: string, inert: readonly TextRange[] = []): BodyTokens {
  const tokens: number[] = [];
  if (!body.includes("$") && !body.includes("{{")) return tokens;
  const isInert = createRangeWalk(inert);
  let isCode: ((place: number) => boolean) | undefined;
  for (const { index } of body.matchAll(CANDIDATE)) {
    if (isInert(index)) continue;
    if (isDigit(body[index + 1] === "{" ? body[index + 2] : body[index + 1])) {
      isCode ??= createRangeWalk(findCodeRanges(body));
      tokens.push(isCode(index) ? -1 - index : index);
    } else tokens.push(index);
  }
  return tokens;
}

/** Where an entry of `BodyTokens` is, and whether it is a number token in code. */
export function readPlace(entry: number): { readonly at: number; readonly inCode: boolean } {
  return entry < 0 ? { at: -1 - entry, inCode: true } : { at: entry, inCode: false };
}

/** The tokens of a body that lost some white space at its start. */
export function movePlaces(tokens: BodyTokens, by: number): BodyTokens {
  return by === 0 ? tokens : tokens.map((entry) => (entry < 0 ? entry + by : entry - by));
}

/** Whether a backslash, itself not preceded by one, takes the meaning from the token at a place. */
export function isEscaped(body: string, at: number, from = 0): boolean {
  return at > from && body[at - 1] === "\\" && !(at - 1 > from && body[at - 2] === "\\");
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= "0" && char <= "9";
}
