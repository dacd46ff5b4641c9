/** Text that is not UTF-8, or that contains NUL, is searched, but ships as binary. */
import { decodeUtf8 } from "../model/json.ts";

const SAMPLE = 8192;

/** Share of control characters above which a file is binary: compressed data has about a tenth, text nearly none. */
const MOST_CONTROLS = 0.03;

/** Least share of pairs: in UTF-16, one byte of each Latin letter is zero. */
const LEAST_ZEROS = 0.3;

/** In UTF-16, the other byte of the pair is zero only in rare characters. */
const MOST_OTHER_ZEROS = 0.05;

/** In UTF-32, the second highest byte is zero but in emoji. */
const LEAST_HIGH_ZEROS = 0.9;

/** `utf-8` also means encodings with one byte per letter. */
export type ForeignEncoding = "utf-8" | `utf-${16 | 32}${"le" | "be"}`;

/** Declared here, because an application may have no types of a `TextDecoder`. */
export type Decode = (bytes?: Uint8Array, options?: { readonly stream?: boolean }) => string;

/** UTF-32 is read as UTF-16 with NUL as each second character, which loses only characters that no credential has. */
export function createWideDecoder(encoding: Exclude<ForeignEncoding, "utf-8">): Decode {
  const decoder = new TextDecoder(encoding.endsWith("le") ? "utf-16le" : "utf-16be");
  if (encoding.startsWith("utf-16")) return (bytes, options) => decoder.decode(bytes, options);
  return (bytes, options) => decoder.decode(bytes, options).replaceAll(/[\0\uFEFF]/g, "");
}

/**
 * Returns the text of a file that `decodeText` reads as binary: UTF-16 and UTF-32 with or without a byte order mark
 * (which is dropped), Latin-1, or UTF-8 with some NUL characters. Undefined for images, archives and other binary
 * files; a sample of 8 KB decides.
 *
 * @example
 * decodeForeignText(Uint8Array.of(0xff, 0xfe, 0x68, 0, 0x69, 0)) // "hi"
 */
export function decodeForeignText(bytes: Uint8Array): string | undefined {
  const encoding = foreignEncoding(bytes);
  if (encoding !== "utf-8") return encoding && createWideDecoder(encoding)(bytes);
  return decodeUtf8(bytes) ?? new TextDecoder("latin1").decode(bytes);
}

/** Of a file that `decodeText` reads as binary; undefined if its first 8 KB are not text. */
export function foreignEncoding(bytes: Uint8Array): ForeignEncoding | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  const encoding = wideEncoding(sample);
  const text = encoding === undefined ? new TextDecoder("latin1").decode(sample) : createWideDecoder(encoding)(sample);
  return isText(text) ? (encoding ?? "utf-8") : undefined;
}

/** Decided by the mark, or by where the zero bytes are. */
function wideEncoding(bytes: Uint8Array): Exclude<ForeignEncoding, "utf-8"> | undefined {
  const [first, second, third, fourth] = bytes;
  const zeros: [number, number, number, number] = [0, 0, 0, 0];
  const pairs = Math.min(bytes.length, SAMPLE) >> 1;
  const quads = pairs >> 1;
  for (let index = 0; index < pairs * 2; index++) if (bytes[index] === 0) zeros[(index % 4) as 0 | 1 | 2 | 3]++;
  const [one, two, three, four] = zeros;
  // Nothing beyond U+10FFFF exists: the highest byte is always zero, the next nearly always.
  const isWide = (high: number, low: number): boolean => quads > 0 && high >= quads && low >= quads * LEAST_HIGH_ZEROS;
  if (isWide(four, three) && one <= quads * MOST_OTHER_ZEROS) return "utf-32le";
  if (isWide(one, two) && four <= quads * MOST_OTHER_ZEROS) return "utf-32be";
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? "utf-32le" : "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const [even, odd] = [one + three, two + four];
  if (odd >= pairs * LEAST_ZEROS && even <= pairs * MOST_OTHER_ZEROS && odd > 0) return "utf-16le";
  if (even >= pairs * LEAST_ZEROS && odd <= pairs * MOST_OTHER_ZEROS && even > 0) return "utf-16be";
  return undefined;
}

/** Few characters may be controls. NUL does not count: it separates names, and pads the texts of an archive. */
function isText(sample: string): boolean {
  let controls = 0;
  let others = 0;
  for (let index = 0; index < sample.length; index++) {
    const unit = sample.charCodeAt(index);
    if (unit === 0) continue;
    const isControl = unit < 0x20 ? !(unit >= TAB && unit <= CARRIAGE_RETURN) && unit !== ESCAPE : unit === 0x7f;
    if (isControl || unit === REPLACEMENT) controls++;
    else others++;
  }
  return others > 0 && controls <= others * MOST_CONTROLS;
}

const TAB = 9;
const CARRIAGE_RETURN = 13;

const ESCAPE = 0x1b;

const REPLACEMENT = 0xfffd;
