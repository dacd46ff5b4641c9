/**
 * Finds credentials by forms that are rarely anything else. This is part of diagnostics/ because no printer may show a
 * credential: everything that a finding quotes goes through `maskSecrets`.
 */
import type { TextSpan } from "../model/source.ts";
import { readMarks, type TextMarks } from "../model/text-marks.ts";
import { findEncoded } from "./encoded-text.ts";
import { unescape } from "./escapes.ts";
import { findTokens, lineBefore, NEARBY } from "./form-search.ts";
import { findLabelled } from "./labelled-secrets.ts";
import { findPrivateKeys } from "./private-keys.ts";
import type { TextView } from "./text-view.ts";
import { findUrlPasswords } from "./url-passwords.ts";

export interface FoundSecret {
  readonly kind: string;
  readonly span: TextSpan;
  /** The value without its middle. */
  readonly masked: string;
  /** How many of its characters a report may show. */
  readonly shown: number;
  /** Whether the form is often harmless, such as a token that expired long ago. */
  readonly weak: boolean;
  /** Whether the line calls the value an example. */
  readonly example: boolean;
}

type SecretPlace = Pick<FoundSecret, "kind" | "shown" | "span" | "weak">;

type SearchMarks = Pick<TextMarks, "may" | "mayHave" | "runs">;

/**
 * Returns the credentials in a text, also in its escaped strings and in what it contains in Base64, in percent-encoding or
 * in hexadecimal digits, in the order of their places; no two overlap. Placeholders and keys that their provider publishes
 * as examples are not among them. Linear in the length of the text.
 *
 * @example
 * findSecrets("token: ghp_…")[0]?.kind // "GitHub token"
 */
export function findSecrets(text: string, marks: SearchMarks = readMarks(text)): FoundSecret[] {
  const found = findWritten(text, marks);
  const views = [...unescape(text, marks), ...findEncoded(text, marks.runs)];
  return views.length === 0 ? found : withoutOverlaps([...views.flatMap(findDecoded), ...found]);
}

/** Finds the credentials that a text contains after decoding; their places are those of the encoded text. */
function findDecoded({ text, spanOf }: TextView): FoundSecret[] {
  return findWritten(text, readMarks(text)).map((one) => ({ ...one, span: spanOf(one.span) }));
}

/** Finds the credentials that a text contains without any decoding. */
function findWritten(text: string, marks: SearchMarks): FoundSecret[] {
  const urls = findUrlPasswords(text).map(({ scheme, span }) => ({
    kind: `password in a ${scheme} URL`,
    span,
    weak: true,
  }));
  const places: SecretPlace[] = [
    ...findPrivateKeys(text).map(({ start, end }) => ({
      kind: "private key",
      span: { start, end },
      weak: false,
      shown: SHOWN,
    })),
    ...findTokens(text, marks.runs).map((token) => ({ ...token, shown: SHOWN })),
    // Without its label, a password has no start that tells its kind.
    ...findLabelled(text, marks).map((value) => ({ ...value, shown: 0 })),
    ...urls.map((url) => ({ ...url, shown: SHOWN })),
  ];
  return withoutOverlaps(places).map((place) => ({
    ...place,
    masked: mask(text.slice(place.span.start, place.span.end), place.shown),
    example: isCalledExample(text, place.span),
  }));
}

/** Of two places that overlap, the one that is surely a credential stays, else the first. */
function withoutOverlaps<Found extends SecretPlace>(found: Found[]): Found[] {
  found.sort((one, two) => one.span.start - two.span.start || two.span.end - one.span.end);
  const kept: Found[] = [];
  for (const place of found) {
    const last = kept.at(-1);
    if (last === undefined || last.span.end <= place.span.start) kept.push(place);
    else if (last.weak && !place.weak) kept[kept.length - 1] = place;
  }
  return kept;
}

/** A line that calls its value an example. Names of hosts are not meant: `api.example.com`. */
const EXAMPLE =
  /(?<![A-Za-z.])(?:examples?|samples?|dummy|fake|placeholders?|mock(?:ed|s)?|fictitious|fictional|invented|made[- ]up)(?![A-Za-z]|\.(?:com|org|net|io|dev)\b)|\be\.g\.|\bfor instance\b|\bnot (?:a )?real\b|\bz\. ?B\./i;

function isCalledExample(text: string, { start, end }: TextSpan): boolean {
  const after = text.slice(end, end + NEARBY / 2);
  const [rest = ""] = after.split(/[\r\n]/, 1);
  return EXAMPLE.test(lineBefore(text, start)) || EXAMPLE.test(rest);
}

/** Returns the text, at the same length and with the same lines, with the middle of every credential masked. */
export function maskSecrets(text: string): string {
  const found = findSecrets(text);
  if (found.length === 0) return text;
  const parts: string[] = [];
  let end = 0;
  for (const { span, shown } of found) {
    const start = Math.min(span.end, span.start + shown);
    parts.push(text.slice(end, start), text.slice(start, span.end).replaceAll(/[^\r\n]/g, "*"));
    end = span.end;
  }
  return parts.join("") + text.slice(end);
}

/** Number of characters shown of a token: those that identify its kind. */
const SHOWN = 6;

function mask(value: string, shown: number): string {
  return `${value.slice(0, shown)}… (${value.length} characters)`;
}
