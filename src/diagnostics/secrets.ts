/**
 * Finds credentials by forms that are rarely anything else. This is part of diagnostics/ because no printer may show a
 * credential: everything that a finding quotes goes through `maskSecrets`.
 */
import type { TextSpan } from "../model/source.ts";
import { readMarks, type TextMarks } from "../model/text-marks.ts";
import { unescape } from "./escapes.ts";
import { findPrivateKeys } from "./private-keys.ts";
import { entropyOf, hasPlaceholder, isRandom } from "./randomness.ts";
import { PUBLISHED_ENDS, SECRET_FORMS, type SecretForm } from "./secret-forms.ts";
import { eachBase64, eachWordEdge } from "./token-runs.ts";
import { findUrlPasswords } from "./url-passwords.ts";

export interface FoundSecret {
  readonly kind: string;
  readonly span: TextSpan;
  /** The value without its middle. */
  readonly masked: string;
  /** Whether the form is often harmless, such as a token that expired long ago. */
  readonly weak: boolean;
  /** Whether the line calls the value an example. */
  readonly example: boolean;
}

type Place = Pick<FoundSecret, "kind" | "span" | "weak">;

/**
 * Returns the credentials in a text, also in its escaped strings, in the order of their places; no two overlap. Placeholders and keys that their
 * provider publishes as examples are not among them. Linear in the length of the text.
 *
 * @example
 * findSecrets("token: ghp_…")[0]?.kind // "GitHub token"
 */
export function findSecrets(text: string, { runs }: Pick<TextMarks, "runs"> = readMarks(text)): FoundSecret[] {
  const found = findWritten(text, runs);
  const unescaped = unescape(text);
  if (unescaped === undefined) return found;
  const decoded = findWritten(unescaped.text, readMarks(unescaped.text).runs).map((one) => ({
    ...one,
    span: unescaped.spanOf(one.span),
  }));
  return withoutOverlaps([...decoded, ...found]);
}

/** Finds the credentials that a text contains without any decoding. */
function findWritten(text: string, runs: readonly TextSpan[]): FoundSecret[] {
  const found: Place[] = [
    ...findPrivateKeys(text).map(({ start, end }) => ({ kind: "private key", span: { start, end }, weak: false })),
    ...findTokens(text, runs),
    ...findUrlPasswords(text).map(({ scheme, span }) => ({ kind: `password in a ${scheme} URL`, span, weak: true })),
  ];
  return withoutOverlaps(found).map(({ kind, span, weak }) => ({
    kind,
    span,
    masked: mask(text.slice(span.start, span.end)),
    weak,
    example: isCalledExample(text, span),
  }));
}

/** Of two places that overlap, the one that is surely a credential stays, else the first. */
function withoutOverlaps<Found extends Place>(found: Found[]): Found[] {
  found.sort((one, two) => one.span.start - two.span.start || two.span.end - one.span.end);
  const kept: Found[] = [];
  for (const place of found) {
    const last = kept.at(-1);
    if (last === undefined || last.span.end <= place.span.start) kept.push(place);
    else if (last.weak && !place.weak) kept[kept.length - 1] = place;
  }
  return kept;
}

/** A form at one of its anchors; the pattern is compiled when the anchor occurs for the first time. */
interface AnchoredForm {
  readonly anchor: string;
  readonly form: SecretForm;
  pattern?: RegExp;
}

/** The forms by the first two characters of their anchors; in each list the longest anchors first. */
const FORMS_BY_START = new Map<number, AnchoredForm[]>();
/** Whether any anchor starts with two characters. */
const STARTS = new Uint8Array(128 * 128);
// Only what is there is visited: a walk through the whole table takes longer than reading a skill.
for (const form of SECRET_FORMS)
  for (const anchor of form.anchors) {
    const row = anchor.charCodeAt(0) * 128;
    const columns = anchor.length === 1 ? Array.from({ length: 128 }, (_, unit) => unit) : [anchor.charCodeAt(1)];
    for (const column of columns) {
      const forms = FORMS_BY_START.get(row + column);
      if (forms === undefined) FORMS_BY_START.set(row + column, [{ anchor, form }]);
      else forms.push({ anchor, form });
      STARTS[row + column] = 1;
    }
  }
for (const forms of FORMS_BY_START.values()) forms.sort((one, two) => two.anchor.length - one.anchor.length);

/** Finds the values of the forms: in runs of characters that are long enough, at the starts and ends of words. */
function findTokens(text: string, runs: readonly TextSpan[]): Place[] {
  const found: Place[] = [];
  for (const { start, end } of runs) {
    let covered = start;
    const see = (at: number): void => {
      const forms = at < covered ? undefined : FORMS_BY_START.get(text.charCodeAt(at) * 128 + text.charCodeAt(at + 1));
      const place = forms && firstFit(text, at, forms);
      if (place === undefined) return;
      found.push(place);
      covered = place.span.end;
    };
    eachWordEdge(text, { start, end }, { pairs: STARTS, see });
    if (end - start >= SHORTEST_NAMED) found.push(...findNamed(text, { start, end }));
  }
  return found;
}

/** Returns the value of the first form that fits at an anchor. */
function firstFit(text: string, at: number, forms: readonly AnchoredForm[]): Place | undefined {
  for (const anchored of forms) {
    const { anchor, form } = anchored;
    if (!text.startsWith(anchor, at) || (form.lead === "" && !isWordStart(text, at))) continue;
    const pattern = (anchored.pattern ??= patternOf(form, anchor));
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) continue;
    const [whole, lead = ""] = match;
    const span = { start: at - lead.length, end: at + whole.length };
    if (!isWordStart(text, span.start) || (form.near && !form.near.test(lineBefore(text, span.start)))) continue;
    if (isReal(text, span, { random: lead + whole.slice(anchor.length), entropy: form.entropy }))
      return { kind: form.kind, span, weak: form.weak };
  }
  return undefined;
}

const escape = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

function patternOf({ lead, body }: SecretForm, anchor: string): RegExp {
  const before = lead === "" ? "" : `(?<=(${lead}))`;
  return new RegExp(`${before}${escape(anchor)}${body}(?![A-Za-z0-9_-])`, "y");
}

/** Whether a value can start here: not inside a word, but after an escaped line end or a percent-encoded character. */
function isWordStart(text: string, at: number): boolean {
  if (at === 0 || !/[A-Za-z0-9]/.test(text[at - 1] as string)) return true;
  return /\\[nrt]$|%[0-9A-Fa-f]{2}$|\\u[0-9A-Fa-f]{4}$/.test(text.slice(Math.max(0, at - 6), at));
}

/** Keys without a mark of their own, by the name that their provider gives them and by their shape. */
const NAMED: readonly { readonly kind: string; readonly lengths: readonly number[]; readonly name: RegExp }[] = [
  {
    kind: "AWS secret key",
    lengths: [40],
    name: /(?:aws[\w.-]{0,20}(?:secret|key)[\w.-]{0,20}|secret[_.-]?access[_.-]?key[\w.-]{0,10})[\s"'`:=>,\])]{1,8}$/i,
  },
  {
    // 64 or 32 bytes in Base64, with "==" or "=".
    kind: "Azure storage key",
    lengths: [88, 44],
    name: /(?:(?:account|shared[_-]?access|storage|cosmos)[\w-]{0,12}key|azure[\w.-]{0,30}key)[\w-]{0,10}[\s"'`:=>,\])]{1,8}$/i,
  },
];

/** The length of an AWS secret key, the shortest of them. */
const SHORTEST_NAMED = 40;

function findNamed(text: string, run: TextSpan): Place[] {
  const found: Place[] = [];
  eachBase64(text, run, (start, end) => {
    const named = NAMED.find(({ lengths }) => lengths.includes(end - start));
    if (named === undefined || !named.name.test(lineBefore(text, start))) return;
    const value = text.slice(start, end);
    const span = { start, end };
    if (
      /[a-z]/.test(value) &&
      /[A-Z]/.test(value) &&
      /\d/.test(value) &&
      isReal(text, span, { random: value, entropy: 4 })
    )
      found.push({ kind: named.kind, span, weak: false });
  });
  return found;
}

/** Bits per character that any random part has, at 16 characters of 32 or at 32 hexadecimal digits. */
const LOWEST_ENTROPY = 2.5;

/** A shorter random part is judged together with its anchor. */
const SHORTEST_RANDOM = 12;

function isReal(
  text: string,
  { start, end }: TextSpan,
  { random, entropy }: { readonly random: string; readonly entropy: number },
): boolean {
  const value = text.slice(start, end);
  return (
    entropyOf(value) >= entropy &&
    isRandom(random.length >= SHORTEST_RANDOM ? random : value, LOWEST_ENTROPY) &&
    !hasPlaceholder(value) &&
    !/^(?:\.{2,}|…|\*{2,})/.test(text.slice(end, end + 3)) &&
    !PUBLISHED_ENDS.some((known) => value.endsWith(known))
  );
}

/** How much of a line counts: in a very long line only nearby text. */
const NEARBY = 200;

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - NEARBY), at);
  return before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1);
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
  for (const { span } of found) {
    const start = Math.min(span.end, span.start + SHOWN);
    parts.push(text.slice(end, start), text.slice(start, span.end).replaceAll(/[^\r\n]/g, "*"));
    end = span.end;
  }
  return parts.join("") + text.slice(end);
}

/** Number of characters shown of a credential: those that identify its kind. */
export const SHOWN = 6;

function mask(value: string): string {
  return `${value.slice(0, SHOWN)}… (${value.length} characters)`;
}
