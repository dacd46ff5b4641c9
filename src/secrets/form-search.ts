import type { TextSpan } from "../model/source.ts";
import { entropyOf, hasPlaceholder, isRandom } from "./randomness.ts";
import { PUBLISHED_ENDS, SECRET_FORMS, type SecretForm } from "./secret-forms.ts";
import { eachBase64, eachWordEdge } from "./token-runs.ts";

export interface FoundToken {
  readonly kind: string;
  readonly span: TextSpan;
  /** Whether the value is often harmless, such as a token that expired long ago. */
  readonly weak: boolean;
}

/** The pattern is compiled when a run that is long enough contains the anchor. */
interface AnchoredForm {
  readonly anchor: string;
  readonly form: SecretForm;
  /** Of the anchor and of the longest part of the rest. */
  readonly shortest: number;
  pattern?: RegExp;
}

/** Anchors with the same one or two first characters; the longest first. */
interface AnchorStart {
  readonly forms: AnchoredForm[];
  /** Which characters come third; undefined if any may. */
  thirds: Uint8Array | undefined;
}

/** By the first two characters, at `first * 128 + second`, the number of their start; 0 if no anchor starts with them. */
const START_OF = new Uint16Array(128 * 128);
const STARTS: AnchorStart[] = [{ forms: [], thirds: new Uint8Array(128) }];

// Only what is there is visited: a walk through the whole table takes longer than reading a skill.
for (const form of SECRET_FORMS)
  for (const anchor of form.anchors) {
    const row = anchor.charCodeAt(0) * 128;
    const forms = { anchor, form, shortest: anchor.length + longestPart(form.body) };
    if (anchor.length > 1) addForm(row + anchor.charCodeAt(1), forms);
    else for (let column = 0x21; column < 0x7f; column++) addForm(row + column, forms);
  }
for (const { forms } of STARTS) forms.sort((one, two) => two.anchor.length - one.anchor.length);

function addForm(pair: number, form: AnchoredForm): void {
  if (START_OF[pair] === 0) START_OF[pair] = STARTS.push({ forms: [], thirds: new Uint8Array(128) }) - 1;
  const start = STARTS[START_OF[pair] as number] as AnchorStart;
  start.forms.push(form);
  if (form.anchor.length < 3) start.thirds = undefined;
  else if (start.thirds !== undefined) start.thirds[form.anchor.charCodeAt(2)] = 1;
}

/** No value of the form is shorter than the longest repetition in its pattern. */
function longestPart(body: string): number {
  // Freemius uses characters that end a run.
  if (body.includes("!")) return 0;
  return Math.max(0, ...Array.from(body.matchAll(/\{(\d+)/g), ([, count]) => Number(count)));
}

/** Searches in runs of characters that are long enough, at the starts and ends of words. */
export function findTokens(text: string, runs: readonly TextSpan[]): FoundToken[] {
  const found: FoundToken[] = [];
  let covered = 0;
  let runEnd = 0;
  const see = (at: number): void => {
    const start = STARTS[START_OF[text.charCodeAt(at) * 128 + text.charCodeAt(at + 1)] ?? 0] as AnchorStart;
    if (at < covered || (start.thirds !== undefined && start.thirds[text.charCodeAt(at + 2)] !== 1)) return;
    const place = firstFit(text, { start: at, end: runEnd }, start.forms);
    if (place === undefined) return;
    found.push(place);
    covered = place.span.end;
  };
  const search = { pairs: START_OF, see };
  for (const run of runs) {
    covered = run.start;
    runEnd = run.end;
    eachWordEdge(text, run, search);
    if (run.end - run.start >= SHORTEST_UNMARKED) found.push(...findUnmarked(text, run));
  }
  return found;
}

/** The first form that fits; the run of the anchor goes on up to `end`. */
function firstFit(text: string, { start: at, end }: TextSpan, forms: readonly AnchoredForm[]): FoundToken | undefined {
  for (const anchored of forms) {
    const { anchor, form, shortest } = anchored;
    if (end - at < shortest || !text.startsWith(anchor, at) || (form.lead === "" && !isWordStart(text, at))) continue;
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

/** Not inside a word, but after an escaped line end or a percent-encoded character. */
function isWordStart(text: string, at: number): boolean {
  if (at === 0 || !/[A-Za-z0-9]/.test(text[at - 1] as string)) return true;
  return /\\[nrt]$|%[0-9A-Fa-f]{2}$|\\u[0-9A-Fa-f]{4}$/.test(text.slice(Math.max(0, at - 6), at));
}

/** Keys without a fixed start: found by their shape, and by the name that their provider gives them. */
interface Unmarked {
  readonly kind: string;
  /** Of the stretch of Base64 with its padding. */
  readonly lengths: readonly number[];
  /** Before the value. */
  readonly name?: RegExp;
  /** From the start of the value on. */
  readonly shape?: RegExp;
}

/** For texts of at most `NEARBY` characters. */
export const AWS_NAME =
  /(?:aws[\w.-]{0,20}(?:secret|key)[\w.-]{0,20}|secret[_.-]?access[_.-]?key[\w.-]{0,10})[\s"'`:=>,\])]{1,8}$/i;

const UNMARKED: readonly Unmarked[] = [
  {
    kind: "AWS secret key",
    lengths: [40],
    name: AWS_NAME,
  },
  {
    // 64 or 32 bytes in Base64, with "==" or "=".
    kind: "Azure storage key",
    lengths: [88, 44],
    name: /(?:(?:account|shared[_-]?access|storage|cosmos)[\w-]{0,12}key|azure[\w.-]{0,30}key)[\w-]{0,10}[\s"'`:=>,\])]{1,8}$/i,
  },
  {
    kind: "Azure DevOps token",
    lengths: [84, 52],
    name: /(?:devops|azdo|\bado)[\w .-]{0,20}(?:pat|token)[\w.-]{0,10}[\s"'`:=>,\])]{1,8}$/i,
  },
  // Keys of Azure with a signature: 52 random characters, where and when it was made, the service, a checksum.
  { kind: "Azure DevOps token", lengths: [84], shape: /^[A-Za-z0-9]{76}AZDO/ },
  { kind: "Azure key", lengths: [84], shape: /^[A-Za-z0-9]{52}JQQJ99/ },
  { kind: "Azure key", lengths: [88], shape: /^[A-Za-z0-9+/]{76}(?:\+ASt|ACDb|\+AMC|\+ABa)[A-Za-z0-9+/]{6}==/ },
  { kind: "Azure key", lengths: [44], shape: /^[A-Za-z0-9+/]{33}(?:\+ASb|\+AEh|\+ARm|AIoT|APIM)[A-Za-z0-9+/]{6}=/ },
  { kind: "Azure key", lengths: [52], shape: /^[A-Za-z0-9+/]{42}(?:\+ACR|AzSe|AzCa|AzFu|ARDS)[A-Za-z0-9+/]{6}/ },
  { kind: "New Relic license key", lengths: [40], shape: /^(?:[0-9a-f]{32}|eu01xx[0-9a-f]{26})FFFFNRAL/ },
  { kind: "Mailgun key", lengths: [32], shape: /^[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9_-])/ },
];

const LENGTHS = new Set(UNMARKED.flatMap(({ lengths }) => lengths));

/** No shape looks further. */
const LONGEST_SHAPE = 100;

/** The length of the shortest of them, with what follows the stretch. */
const SHORTEST_UNMARKED = 40;

function findUnmarked(text: string, run: TextSpan): FoundToken[] {
  const found: FoundToken[] = [];
  eachBase64(text, run, (start, end) => {
    if (!LENGTHS.has(end - start)) return;
    for (const { kind, lengths, name, shape } of UNMARKED) {
      if (!lengths.includes(end - start) || name?.test(lineBefore(text, start)) === false) continue;
      const whole =
        shape === undefined ? text.slice(start, end) : shape.exec(text.slice(start, start + LONGEST_SHAPE))?.[0];
      if (whole === undefined) continue;
      const span = { start, end: Math.max(end, start + whole.length) };
      const value = text.slice(start, span.end);
      const isMixed = shape !== undefined || (/[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value));
      if (isMixed && isReal(text, span, { random: value, entropy: shape === undefined ? 4 : 3 }))
        return void found.push({ kind, span, weak: false });
    }
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
export const NEARBY = 200;

/** Returns the line of a place, up to the place. */
export function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - NEARBY), at);
  return before.slice(Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1);
}
