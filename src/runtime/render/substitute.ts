/** Two ways to replace tokens: one pass over the original body, or several passes as in the old systems. */
import { readPlace, type BodyTokens } from "./tokenize.ts";

/**
 * A token of the body and its value.
 *
 * @example
 * const missing = rendered.substitutions.filter(({ value }: Substitution) => value === undefined);
 */
export interface Substitution {
  /** As written. */
  readonly token: string;
  /** Absent if the token was left as written: an unknown index or a value that was not given. */
  readonly value?: string;
  /** Offset in the body, in UTF-16 units. */
  readonly offset: number;
}

export interface Substituted {
  readonly text: string;
  readonly substitutions: readonly Substitution[];
  /** Number of argument tokens found, with and without a value. */
  readonly argumentsMet: number;
  /** Number of argument tokens replaced. */
  readonly argumentsReplaced: number;
}

/** How a dialect reads a token. An `escape` loses its backslash and is not reported. */
export interface TokenReading {
  readonly kind: "argument" | "name" | "escape";
  readonly start: number;
  readonly end: number;
  /** Undefined leaves the token as written. */
  readonly value: string | undefined;
}

/** Reads the token at an offset; `from` is the end of the token before it. */
export type ReadToken = (at: number, inCode: boolean, from: number) => TokenReading | undefined;

/** Claude Code's limit in characters. Further tokens stay as written, so that short inputs cannot make a huge text. */
const MAX_CHARACTERS = 4_000_000;

/** Replaces the tokens of a body from left to right, without scanning the inserted values. */
export function substitute(body: string, tokens: BodyTokens, read: ReadToken): Substituted {
  const pieces: string[] = [];
  const substitutions: Substitution[] = [];
  let size = body.length;
  let from = 0;
  let argumentsMet = 0;
  let argumentsReplaced = 0;
  for (const entry of tokens) {
    const { at, inCode } = readPlace(entry);
    const reading = at < from ? undefined : read(at, inCode, from);
    if (reading === undefined) continue;
    const { kind, start, end } = reading;
    const token = body.slice(start, end);
    const value = fits(size, token, reading.value) ? reading.value : undefined;
    pieces.push(body.slice(from, start), value ?? token);
    size += (value ?? token).length - token.length;
    from = end;
    if (kind === "argument") argumentsMet++;
    if (kind === "argument" && value !== undefined) argumentsReplaced++;
    if (kind !== "escape") substitutions.push({ token, ...(value !== undefined && { value }), offset: start });
  }
  pieces.push(body.slice(from));
  return { text: pieces.join(""), substitutions, argumentsMet, argumentsReplaced };
}

function fits(size: number, token: string, value: string | undefined): boolean {
  return value === undefined || value.length <= token.length || size + value.length - token.length <= MAX_CHARACTERS;
}

export interface Pass {
  readonly kind: "argument" | "name";
  /** With the flag `g`. */
  readonly pattern: RegExp;
  /** Undefined leaves the match as it is. */
  readonly value: (match: RegExpExecArray) => string | undefined;
}

/** Replaces in several passes, which scan inserted values again, as the old systems do. */
export function substituteInPasses(body: string, passes: readonly Pass[]): Substituted {
  let text = body;
  let origin: () => (place: number) => number = () => (place) => place;
  const substitutions: Substitution[] = [];
  let argumentsMet = 0;
  for (const { kind, pattern, value } of passes) {
    const matches = [...text.matchAll(pattern)];
    const starts = matches.map(({ index }) => index);
    let next = 0;
    const pass = substitute(text, starts, (start) => {
      const match = matches[next++] as RegExpExecArray;
      return { kind, start, end: start + match[0].length, value: value(match) };
    });
    const edits = pass.substitutions.filter(({ value: inserted }) => inserted !== undefined);
    const before = origin;
    const placeInBody = before();
    for (const edit of edits) substitutions.push({ ...edit, offset: placeInBody(edit.offset) });
    origin = () => trackOrigin(edits, before());
    text = pass.text;
    argumentsMet += pass.argumentsMet;
  }
  substitutions.sort((one, other) => one.offset - other.offset);
  return { text, substitutions, argumentsMet, argumentsReplaced: argumentsMet };
}

/** Maps offsets of the edited text, in ascending order, back to the body; inside a value, to its token. */
function trackOrigin(edits: readonly Substitution[], before: (place: number) => number): (place: number) => number {
  let next = 0;
  let shift = 0;
  return (place) => {
    for (let edit = edits[next]; edit !== undefined && place >= edit.offset + shift; edit = edits[++next]) {
      const { token, value = "", offset } = edit;
      if (place < offset + shift + value.length) return before(offset);
      shift += value.length - token.length;
    }
    return before(place - shift);
  };
}
