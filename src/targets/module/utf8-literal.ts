/**
 * String literals made from bytes. The texts of a large catalog are a hundred megabytes, and most of it is copied: as
 * strings, it would be decoded, searched three times, and encoded again.
 */
import { stringLiteral } from "../../piece/index.ts";

/** The escapes of the bytes of ASCII; undefined for those that are copied. What depends on the next byte is not in here. */
const ESCAPES = Array.from({ length: 128 }, (_, byte) => {
  const escaped = stringLiteral(String.fromCharCode(byte)).slice(1, -1);
  return escaped.length === 1 ? undefined : bytesOf(escaped);
});
/** Whether a byte is copied whatever comes after it. */
const IS_COPIED = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 128 && ESCAPES[byte] === undefined ? 1 : 0));
const [QUOTE, LESS, SLASH, EXCLAMATION, BACKSLASH, LETTER_U] = [0x22, 0x3c, 0x2f, 0x21, 0x5c, 0x75];
IS_COPIED[LESS] = 0;
const ESCAPED_LESS = bytesOf(stringLiteral("</").slice(1, -2));
const HEX = bytesOf("0123456789abcdef");

/** No byte becomes more. */
const LONGEST_ESCAPE = 6;
const room = new Uint8Array(1024 * 1024);
const LONGEST_TEXT = Math.floor((room.length - 2) / LONGEST_ESCAPE);

/**
 * Returns what `stringLiteral` makes of a text, from its UTF-8. Undefined if it is not UTF-8, or too long to be done at once.
 *
 * @example
 * literalOfBytes(new TextEncoder().encode("# Ports\n")) // the bytes of "# Ports\n" with its quotes, `\n` as two characters
 */
export function literalOfBytes(bytes: Uint8Array): Uint8Array | undefined {
  const { length } = bytes;
  if (length > LONGEST_TEXT) return undefined;
  let to = 0;
  room[to++] = QUOTE;
  for (let at = 0; at < length; at++) {
    const byte = bytes[at] as number;
    if (IS_COPIED[byte] === 1) room[to++] = byte;
    else if (byte === LESS) {
      const next = bytes[at + 1];
      if (next === SLASH || next === EXCLAMATION) to = put(ESCAPED_LESS, to);
      else room[to++] = LESS;
    } else if (byte < 128) to = put(ESCAPES[byte] as Uint8Array, to);
    else {
      const more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0;
      const point = pointAt(bytes, at, more);
      if (point === undefined) return undefined;
      // Beyond the first plane, it is a pair of units.
      if (point > 0xffff) to = putUnit(0xd7c0 + (point >> 10), to);
      to = putUnit(point > 0xffff ? 0xdc00 + (point & 0x3ff) : point, to);
      at += more;
    }
  }
  room[to++] = QUOTE;
  return room.slice(0, to);
}

/** By the number of bytes that follow in a sequence: the least first byte and the least code point. No sequence is one such byte. */
const FIRSTS = [0, 0xc0, 0xe0, 0xf0];
const LEAST = [Infinity, 0x80, 0x800, 0x10000];

/** Returns the code point of a sequence; undefined if the bytes are none. */
function pointAt(bytes: Uint8Array, at: number, more: number): number | undefined {
  let point = (bytes[at] as number) - (FIRSTS[more] as number);
  for (let next = at + 1; next <= at + more; next++) {
    const byte = bytes[next] ?? 0;
    if ((byte & 0xc0) !== 0x80) return undefined;
    point = (point << 6) | (byte & 0x3f);
  }
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return point < (LEAST[more] as number) || point > 0x10ffff || isSurrogate ? undefined : point;
}

function putUnit(unit: number, to: number): number {
  room[to] = BACKSLASH;
  room[to + 1] = LETTER_U;
  for (let digit = 0; digit < 4; digit++) room[to + 2 + digit] = HEX[(unit >> (12 - 4 * digit)) & 15] as number;
  return to + LONGEST_ESCAPE;
}

function put(escape: Uint8Array, to: number): number {
  for (let at = 0; at < escape.length; at++) room[to + at] = escape[at] as number;
  return to + escape.length;
}

function bytesOf(ascii: string): Uint8Array {
  return Uint8Array.from(ascii, (character) => character.charCodeAt(0));
}
