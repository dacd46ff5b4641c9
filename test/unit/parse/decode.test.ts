import { describe, expect, it } from "vitest";
import { byteOffsetOf, decodeUtf8, guessEncoding } from "../../../src/parse/decode.ts";

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));

describe("bytes that are not UTF-8", () => {
  it.each([
    ["61 e9 62", 1, "a Latin-1 letter"],
    ["61 62 f0 9f 90", 2, "a sequence cut off at the end"],
    ["61 c3 28", 1, "a sequence that something else breaks off"],
    ["e2 82 ac e2 82", 3, "the second of two sequences"],
    ["c0 80", 0, "an overlong form"],
    ["61 ed a0 80", 1, "a surrogate"],
    ["f4 90 80 80", 0, "a code point beyond the last one"],
    ["80", 0, "a byte that only continues"],
    ["ff fe 2d 00", 0, "UTF-16"],
  ])("%s are bad from byte %d on: %s", (hex, badByte) => {
    expect(decodeUtf8(bytesOf(hex)).badByte).toBe(badByte);
  });

  it("are guessed", () => {
    expect(["fffe 2d00", "feff 002d", "636166e9"].map((hex) => guessEncoding(bytesOf(hex)))).toEqual([
      "UTF-16",
      "UTF-16",
      "Windows-1252 or Latin-1",
    ]);
  });
});

describe("good bytes", () => {
  it.each(["", "plain", "\uFEFFmarked", "é ü 鸟 🐦", "a\u0000b"])("%j decode to what they were", (text) => {
    expect(decodeUtf8(new TextEncoder().encode(text))).toEqual({ text });
  });
});

describe("places in bytes", () => {
  it("are exact for good bytes, and for starts of lines among bad ones", () => {
    const good = new TextEncoder().encode("é\n🐦\nx");
    expect([0, 2, 5, 6].map((at) => byteOffsetOf(at, decodeUtf8(good), good))).toEqual([0, 3, 8, 9]);
    const bad = bytesOf("efbbbf e9 0d0a e9e9 0d 78 0a e9");
    const decoded = decodeUtf8(bad);
    expect(decoded.text).toBe("\uFEFF\uFFFD\r\n\uFFFD\uFFFD\rx\n\uFFFD");
    expect([0, 1, 4, 7, 9, 10].map((at) => byteOffsetOf(at, decoded, bad))).toEqual([0, 3, 6, 9, 11, 12]);
  });
});
