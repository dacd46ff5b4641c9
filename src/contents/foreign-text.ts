/** Decodes text that is not UTF-8, or that contains NUL, so that it can be searched. It still ships as binary. */

/** How much of a file decides what it is. */
const SAMPLE = 8192;

/** Share of control characters above which a file is binary: compressed data has about a tenth, text nearly none. */
const MOST_CONTROLS = 0.03;

/** In UTF-16, one byte of each Latin letter is zero; at least so many of the pairs. */
const LEAST_ZEROS = 0.3;

/** In UTF-16, the other byte of the pair is zero only in rare characters. */
const MOST_OTHER_ZEROS = 0.05;

const UTF_16 = { little: "utf-16le", big: "utf-16be" } as const;

/**
 * Returns the text of a file that `decodeText` takes for binary: UTF-16 with or without a byte order mark (which is
 * dropped), Latin-1, or UTF-8 with some NUL characters. Undefined for images, archives and other binary files; a sample
 * of 8 KB decides.
 *
 * @example
 * decodeForeignText(Uint8Array.of(0xff, 0xfe, 0x68, 0, 0x69, 0)) // "hi"
 */
export function decodeForeignText(bytes: Uint8Array): string | undefined {
  const encoding = foreignEncoding(bytes);
  if (encoding !== "utf-8") return encoding && new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/**
 * Returns the encoding of a file that `decodeText` takes for binary, by its first 8 KB; `utf-8` also for one of the
 * encodings with a byte per letter, and undefined if it is not text.
 */
export function foreignEncoding(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  const order = byteOrder(sample);
  const text = new TextDecoder(order === undefined ? "latin1" : UTF_16[order]).decode(sample);
  if (!isText(text)) return undefined;
  return order === undefined ? "utf-8" : UTF_16[order];
}

/** Returns the byte order of UTF-16, by its mark or by where the zero bytes are. */
function byteOrder(bytes: Uint8Array): keyof typeof UTF_16 | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "little";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "big";
  const pairs = Math.min(bytes.length, SAMPLE) >> 1;
  const zeros: [even: number, odd: number] = [0, 0];
  for (let index = 0; index < pairs * 2; index++) if (bytes[index] === 0) zeros[index % 2 === 0 ? 0 : 1]++;
  const [even, odd] = zeros;
  if (odd >= pairs * LEAST_ZEROS && even <= pairs * MOST_OTHER_ZEROS && odd > 0) return "little";
  if (even >= pairs * LEAST_ZEROS && odd <= pairs * MOST_OTHER_ZEROS && even > 0) return "big";
  return undefined;
}

/** Whether there are characters, and few of them controls. NUL does not count: it separates names, and pads the texts of an archive. */
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

/** Starts a color in the output of a terminal. */
const ESCAPE = 0x1b;

const REPLACEMENT = 0xfffd;
