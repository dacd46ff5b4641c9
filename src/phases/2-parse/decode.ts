/** Bytes to text and back, without ever losing one silently. */

export interface DecodedText {
  /** A byte order mark stays in the text as U+FEFF. */
  readonly text: string;
  /** Offset in bytes of the first byte that is not UTF-8; the text then holds U+FFFD there. */
  readonly badByte?: number;
}

const options = { ignoreBOM: true } as const;

export function decodeUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { text: new TextDecoder("utf-8", { ...options, fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder("utf-8", options).decode(bytes), badByte: firstBadByte(bytes) };
  }
}

/** What bytes that are not UTF-8 were probably written as, for messages. */
export function guessEncoding(bytes: Uint8Array): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  return mark === 0xfffe || mark === 0xfeff ? "UTF-16" : "Windows-1252 or Latin-1";
}

/** Length in bytes of a text as UTF-8. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The longest prefix that decodes is found by halving: each probe is one native decode. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodesSoFar(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  // `good` ends before the bad byte, or inside of a sequence that the bad byte breaks off.
  let start = good;
  while (start > 0 && good - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return decodesSoFar(bytes.subarray(0, start)) && (bytes[start] ?? 0) >= 0xc0 ? start : good;
}

/** True when a prefix is good, a sequence cut off at its end included. */
function decodesSoFar(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
