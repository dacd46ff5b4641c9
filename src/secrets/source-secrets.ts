/**
 * Masks quotations of a text. A line of a private key, or of a credential with an escaped line end, is a secret that only
 * the other lines show: alone, it is any Base64.
 */
import { detach, lineAt, type SourceText, type TextSpan } from "../model/source.ts";
import { CONTINUED } from "./escapes.ts";
import { oncePer } from "../model/once-per.ts";
import { findPrivateKeys, mayHavePrivateKeys } from "./private-keys.ts";
import { findSecrets, maskSecrets, type FoundSecret } from "./secrets.ts";

/** Returns the credentials in a file; each is searched once. */
export const secretsIn: (source: SourceText) => readonly FoundSecret[] = oncePer((source) =>
  findSecrets(source.text, source.marks()),
);

/** Whether no line has a credential: there is none in the text, and nothing goes on from one line to the next. */
const isClean = oncePer(
  (source: SourceText) =>
    secretsIn(source).length === 0 && !mayHavePrivateKeys(source.text) && !CONTINUED.test(source.text),
);

/** The part of a text that is hidden, with its label and the first characters of a value. */
interface HiddenSpan extends TextSpan {
  /** Where the secret data starts: the header of a key is public. */
  readonly data: number;
}

/** Returns what is hidden of a text: a line alone need not show that it is part of a credential. In order, without overlaps. */
const findHidden = oncePer((source: SourceText): readonly HiddenSpan[] => {
  const keys = findPrivateKeys(source.text);
  const others = secretsIn(source).filter(
    ({ span }) => !keys.some((key) => key.start < span.end && span.start < key.end),
  );
  const spans = others.map(({ span: { start, end }, shown }) => ({ start, data: Math.min(end, start + shown), end }));
  return [...keys, ...spans].sort((one, two) => one.start - two.start);
});

/** Returns what is hidden in a span, in order and without overlaps. */
function keysIn(source: SourceText, { start, end }: TextSpan): readonly HiddenSpan[] {
  if (isClean(source)) return [];
  const keys = findHidden(source);
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as HiddenSpan).end <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while ((keys[last]?.data ?? Infinity) < end) last++;
  return keys.slice(low, last);
}

/** A line of a text as reports may show it. */
export interface MaskedLine {
  /** As long as the line. */
  readonly text: string;
  readonly secrets: SecretPieces;
}

/** All pieces of credentials that are long enough to tell something: `PIECE` characters each. */
type SecretPieces = ReadonlySet<string>;

const NO_PIECES: SecretPieces = new Set();

/** Shorter pieces are words as well. */
const PIECE = 8;

function piecesOf(secrets: readonly string[]): SecretPieces {
  const pieces = new Set<string>();
  for (const secret of secrets)
    for (let at = 0; at + PIECE <= secret.length; at++) pieces.add(secret.slice(at, at + PIECE));
  return pieces;
}

/** Masks all that is secret in a 1-based line of a text. */
export function maskLine(source: SourceText, line: number): MaskedLine {
  const raw = detach(lineAt(source, line));
  if (isClean(source)) return { text: raw, secrets: NO_PIECES };
  const start = source.lineStarts()[line - 1] ?? 0;
  const secrets = findSecrets(raw).map(({ span, shown }) => raw.slice(span.start + shown, span.end));
  let text = secrets.length === 0 ? raw : maskSecrets(raw);
  for (const { data, end } of keysIn(source, { start, end: start + raw.length })) {
    const from = Math.max(0, data - start);
    const to = Math.min(raw.length, end - start);
    text = text.slice(0, from) + "*".repeat(to - from) + text.slice(to);
    secrets.push(source.text.slice(data, end));
  }
  return { text, secrets: piecesOf(secrets) };
}

/** Returns the pieces of keys of which a part is in a span. */
export function keyPieces(source: SourceText, span: TextSpan): SecretPieces {
  return piecesOf(keysIn(source, span).map(({ data, end }) => source.text.slice(data, end)));
}

/** Masks a string that quotes a text in which there are credentials: a part of one may be all that it quotes. */
export function maskQuotation(value: string, secrets: readonly SecretPieces[]): string {
  const masked = maskSecrets(value);
  if (secrets.every(({ size }) => size === 0)) return masked;
  let shown = "";
  let hidden = 0;
  for (let at = 0; at < value.length; at++) {
    const piece = value.slice(at, at + PIECE);
    if (secrets.some((pieces) => pieces.has(piece))) hidden = at + PIECE;
    shown += at < hidden ? "*" : masked[at];
  }
  return shown;
}
