import type { TextSpan } from "../model/source.ts";
import { viewAfter, type ViewEdit, type TextView } from "./text-view.ts";
import { isWordAt, longWords } from "./token-runs.ts";

interface Encoding {
  readonly bits: 4 | 6;
  /** `NONE` for other characters. */
  readonly values: Uint8Array;
  /** Number of characters that stand for whole bytes. */
  readonly group: number;
  /** These start a group whose first byte is text, or the zero of UTF-16. */
  readonly leads: Uint8Array;
  /** Characters of the shortest credential, without its end. */
  readonly shortest: number;
}

const NONE = 0xff;
const SHORTEST_TEXT = 16;
const ZERO_X = "0x";

const BASE64 = createEncoding(
  ["ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", `${" ".repeat(62)}-_`],
  { bits: 6, group: 4, shortest: 24 },
);
const HEX = createEncoding(["0123456789abcdef", "0123456789ABCDEF"], { bits: 4, group: 2, shortest: 36 });

function createEncoding(
  alphabets: readonly string[],
  { bits, group, shortest }: Pick<Encoding, "bits" | "group" | "shortest">,
): Encoding {
  const values = new Uint8Array(128).fill(NONE);
  const leads = new Uint8Array(128);
  for (const alphabet of alphabets)
    for (const [value, character] of [...alphabet].entries()) {
      if (character === " ") continue;
      const unit = character.charCodeAt(0);
      values[unit] = value;
      const first = value << (8 - bits);
      for (let rest = 0; rest < 1 << (8 - bits); rest++)
        if (isText(first + rest) || first + rest === 0) leads[unit] = 1;
    }
  return { bits, values, group, leads, shortest };
}

/** Printable ASCII, a tab or part of a line end. */
function isText(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** Nearly everything encoded has letters and digits without a sign of at least this length. */
const LONG_WORD = 16;

/**
 * Returns the texts that the runs of a text spell in Base64 (also over several lines, and of UTF-16) or in hexadecimal
 * digits; only one level. Linear in the length of the text.
 */
export function findEncoded(text: string, runs: readonly TextSpan[]): TextView[] {
  const found: TextView[] = [];
  let seen: readonly DecodedUpTo[] | undefined;
  for (const run of runs) {
    if (run.end - run.start < BASE64.shortest) continue;
    for (const word of longWords(text, run, LONG_WORD))
      for (const start of startsBefore(text, word)) {
        const span = { start, end: run.end };
        if (!mayBeEncoded(text, span, BASE64) && !mayBeEncoded(text, span, HEX)) continue;
        seen ??= [createSeen(BASE64), createSeen(HEX)];
        for (const { encoding, done } of seen) {
          if (start < (done[start & 3] as number) || !mayBeEncoded(text, span, encoding)) continue;
          const decoded = decode(text, start, encoding);
          if (decoded.jumps.length > 0) done.fill(decoded.end);
          else done[start & 3] = decoded.end;
          if (decoded.text.length >= SHORTEST_TEXT) found.push(viewOf(text, start, { ...decoded, encoding }));
        }
      }
  }
  return found;
}

/** By the first place modulo four, so that each character is read four times at most. */
interface DecodedUpTo {
  readonly encoding: Encoding;
  readonly done: number[];
}

const createSeen = (encoding: Encoding): DecodedUpTo => ({ encoding, done: [0, 0, 0, 0] });

/** Signs of Base64 before the first long word are not farther from the start. */
const FARTHEST_START = 64;

/** The encoding that contains a long word starts at a word. */
function startsBefore(text: string, start: number): number[] {
  if (text.startsWith(ZERO_X, start)) return [start + ZERO_X.length];
  const starts = text[start - 1] === "\\" ? [start, start + 1] : [start];
  for (let at = start - 1; at >= 0 && start - at <= FARTHEST_START; at--) {
    if ((BASE64.values[text.charCodeAt(at)] ?? NONE) === NONE) break;
    if (isWordAt(text, at) && (at === 0 || !isWordAt(text, at - 1))) starts.push(at);
  }
  return starts.reverse();
}

/** Undefined if the decoded value is not ASCII as a whole. */
export function decodeBase64(value: string): string | undefined {
  const { text, end } = decode(value, 0, BASE64);
  return /^={0,2}$/.test(value.slice(end)) && /^[\t-~]*$/.test(text) ? text : undefined;
}

/** The first groups of characters of unencoded text nearly never stand for text. */
function mayBeEncoded(text: string, { start, end }: TextSpan, { group, leads, shortest }: Encoding): boolean {
  if (end - start < shortest) return false;
  for (let at = start; at < start + shortest; at += group) if (leads[text.charCodeAt(at)] !== 1) return false;
  return true;
}

interface Decoded {
  readonly text: string;
  readonly end: number;
  /** Line ends in it, with the indentation of the next line. */
  readonly jumps: readonly ViewEdit[];
  /** Bytes per character. */
  readonly width: 1 | 2;
}

/** Ends at the first byte that is not text. */
function decode(text: string, start: number, { bits, values }: Encoding): Decoded {
  const codes: number[] = [];
  const jumps: ViewEdit[] = [];
  let width: Decoded["width"] = 1;
  let [at, end, lineStart, lineLength] = [start, start, start, 0];
  let [kept, count, bytes] = [0, 0, 0];
  for (;;) {
    const value = values[text.charCodeAt(at)] ?? NONE;
    if (value === NONE) {
      const next = at - lineStart < Math.max(SHORTEST_LINE, lineLength) ? at : nextLine(text, at);
      if (next === at) break;
      jumps.push({ start: at - start, end: next - start, text: "" });
      lineLength = at - lineStart;
      at = lineStart = next;
      continue;
    }
    at++;
    kept = ((kept << bits) | value) & 0xffff;
    count += bits;
    if (count < 8) continue;
    count -= 8;
    const byte = (kept >> count) & 0xff;
    if (bytes === 1 && byte === 0) width = 2;
    const isHigh = width === 2 && bytes % 2 === 1;
    if (isHigh ? byte !== 0 : !isText(byte) && byte < 0x80) break;
    if (!isHigh) codes.push(byte);
    bytes++;
    end = at;
  }
  return { text: textOf(codes), end, jumps: jumps.filter((jump) => start + jump.end <= end), width };
}

/** Programs that wrap what they encode write lines of 60 characters or more. */
const SHORTEST_LINE = 48;

/** The end of a line, and the indentation and the sign of a comment or quotation before the next. */
const WRAP = /\r?\n[ \t]{0,40}(?:(?:[>#*|]|\/\/)[ \t]{0,9})?(?=[A-Za-z0-9+/])/y;

function nextLine(text: string, at: number): number {
  WRAP.lastIndex = at;
  return WRAP.test(text) ? WRAP.lastIndex : at;
}

/** More would be too many arguments. */
const PART = 4096;

function textOf(codes: readonly number[]): string {
  let text = "";
  for (let at = 0; at < codes.length; at += PART) text += String.fromCharCode(...codes.slice(at, at + PART));
  return text;
}

function viewOf(
  text: string,
  at: number,
  { text: decoded, end, jumps, width, encoding }: Decoded & { readonly encoding: Encoding },
): TextView {
  const written = viewAfter(text.slice(at, end), jumps);
  const factor = (8 * width) / encoding.bits;
  return {
    text: decoded,
    spanOf: (span) => {
      const place = { start: Math.floor(span.start * factor), end: Math.ceil(span.end * factor) };
      const { start, end: last } = written === undefined ? place : written.spanOf(place);
      return { start: at + start, end: Math.min(end, at + last) };
    },
  };
}
