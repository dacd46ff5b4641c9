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

/** Where a place of the decoded text is in the bytes. */
export function byteOffsetOf(at: number, { text, badByte }: DecodedText, bytes: Uint8Array): number {
  if (at === text.length) return bytes.length;
  if (badByte === undefined) return new TextEncoder().encode(text.slice(0, at)).length;
  // What stands in the place of bad bytes is longer or shorter than they are, so that only decoding tells.
  const decodedLength = (end: number): number =>
    new TextDecoder("utf-8", options).decode(bytes.subarray(0, end), { stream: true }).length;
  let below = 0;
  let enough = bytes.length;
  while (enough > below) {
    const middle = (below + enough) >> 1;
    if (decodedLength(middle) >= at) enough = middle;
    else below = middle + 1;
  }
  // A byte that breaks off a sequence comes out together with what it broke off.
  return enough - (decodedLength(enough) - at);
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
  // Where the good prefix ends inside of a sequence, the sequence is bad from its first byte on.
  for (let lead = good - 1; lead >= Math.max(0, good - 3); lead--) {
    const byte = bytes[lead] as number;
    if ((byte & 0xc0) !== 0x80) return sequenceLength(byte) > good - lead ? lead : good;
  }
  return good;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
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
