export interface DecodedText {
  /** A byte order mark stays as U+FEFF. */
  readonly text: string;
  /** Byte offset of the first byte that is not UTF-8; the text contains U+FFFD there. */
  readonly badByte?: number;
}

const options = { ignoreBOM: true } as const;
const strict = new TextDecoder("utf-8", { ...options, fatal: true });

export function decodeUtf8(bytes: Uint8Array): DecodedText {
  try {
    return { text: strict.decode(bytes) };
  } catch {
    return { text: new TextDecoder("utf-8", options).decode(bytes), badByte: firstBadByte(bytes) };
  }
}

/** For messages, of bytes that are not UTF-8. */
export function guessEncoding(bytes: Uint8Array): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  return mark === 0xfffe || mark === 0xfeff ? "UTF-16" : "Windows-1252 or Latin-1";
}

export function byteOffsetOf(at: number, { text, badByte }: DecodedText, bytes: Uint8Array): number {
  if (at === text.length) return bytes.length;
  if (badByte === undefined) return new TextEncoder().encode(text.slice(0, at)).length;
  // The replacement of bad bytes has a different length, so only decoding gives their position.
  const decodedLength = (end: number): number =>
    new TextDecoder("utf-8", options).decode(bytes.subarray(0, end), { stream: true }).length;
  let below = 0;
  let enough = bytes.length;
  while (enough > below) {
    const middle = (below + enough) >> 1;
    if (decodedLength(middle) >= at) enough = middle;
    else below = middle + 1;
  }
  // A byte that interrupts a sequence is decoded together with the interrupted sequence.
  return enough - (decodedLength(enough) - at);
}

/** By bisection: each step is one native decode. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodesSoFar(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  // If the valid prefix ends inside a sequence, the sequence is invalid from its first byte.
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

/** Accepts a prefix that ends inside a sequence. */
function decodesSoFar(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
