/** Credentials in text that is not UTF-8 are found where they are; binary files are left alone. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeForeignText, decodeText } from "../../../src/contents/index.ts";
import { findSecrets } from "../../../src/secrets/secrets.ts";
import { processorTime } from "../../support/processor-time.ts";

const samples = JSON.parse(readFileSync(join(import.meta.dirname, "../diagnostics/secret-samples.json"), "utf8")) as {
  readonly positive: readonly { readonly kind: string; readonly text: string }[];
};
const texts = samples.positive.map(({ kind, text }) => ({ kind, text: text.replaceAll("¦", "") }));

const little = (text: string): Buffer => Buffer.from(text, "utf16le");
const big = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();

const wide = (text: string): Buffer =>
  Buffer.from(
    [...text].flatMap((one) => {
      const code = one.codePointAt(0) ?? 0;
      return [code & 0xff, (code >> 8) & 0xff, code >> 16, 0];
    }),
  );

/** What stands before the sample, and how both are stored. */
const ENCODINGS: readonly (readonly [name: string, lead: string, encode: (text: string) => Uint8Array])[] = [
  ["UTF-16 LE", "Tides\r\n", little],
  ["UTF-16 BE", "Tides\n", big],
  ["UTF-16 LE with a mark", "Flut und Ebbe: ä ß €\n", (text) => Buffer.concat([Buffer.of(0xff, 0xfe), little(text)])],
  ["UTF-16 BE with a mark", "Прилив и отлив\n", (text) => Buffer.concat([Buffer.of(0xfe, 0xff), big(text)])],
  ["UTF-32 LE", "Tides\r\n", wide],
  ["UTF-32 BE", "Tides\n", (text) => wide(text).swap32()],
  ["UTF-32 LE with a mark", "Flut, Прилив\n", (text) => Buffer.concat([Buffer.of(0xff, 0xfe, 0, 0), wide(text)])],
  ["UTF-32 BE with a mark", "Tides €\n", (text) => Buffer.concat([Buffer.of(0, 0, 0xfe, 0xff), wide(text).swap32()])],
  ["Latin-1", "Küste, Hafen, Schlüssel, côte\n", (text) => Buffer.from(text, "latin1")],
  ["UTF-8 with one NUL", "Tides\0\n", (text) => Buffer.from(text)],
  ["UTF-8 with a NUL after each word", "high\0tide\0at\0six\0", (text) => Buffer.from(`${text}\0low\0tide\0`)],
  [
    "UTF-8 padded with NUL, as in an archive",
    `tides.txt${"\0".repeat(500)}`,
    (text) => Buffer.from(text + "\0".repeat(900)),
  ],
];

describe.each(ENCODINGS)("in %s", (_, lead, encode) => {
  it("every sample is found at its place", () => {
    for (const { kind, text } of texts) {
      const bytes = encode(lead + text);
      expect(decodeText(bytes)).toBeUndefined();
      const decoded = decodeForeignText(bytes) ?? "";
      expect(decoded.startsWith(lead + text)).toBe(true);
      const [found, ...more] = findSecrets(decoded);
      expect(more).toEqual([]);
      expect(found).toMatchObject({ kind });
      expect(found?.span.start).toBeGreaterThanOrEqual(lead.length);
    }
  });
});

describe("binary files", () => {
  const noise = Buffer.alloc(300_000);
  let state = 7;
  for (let index = 0; index < noise.length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    noise[index] = state >>> 24;
  }
  const words = Buffer.from(texts.map(({ text }) => text).join("\n"));
  const png = Buffer.concat([
    Buffer.from("89504e470d0a1a0a0000000d49484452000001000000010008060000005c72a866", "hex"),
    deflateSync(noise),
  ]);
  it.each([
    ["noise", noise],
    ["an image", png],
    ["gzip", gzipSync(words)],
    ["deflate", deflateRawSync(words)],
    [
      "a zip archive",
      Buffer.concat([
        Buffer.from("504b030414000000080000002100", "hex"),
        Buffer.alloc(12),
        Buffer.from("\x09\0\0\0tides.txt"),
        deflateRawSync(words),
      ]),
    ],
    [
      "16-bit sound",
      Buffer.from(Int16Array.from({ length: 20_000 }, (_, index) => Math.round(Math.sin(index / 9) * 20)).buffer),
    ],
    ["a font of 8-bit codes", noise.map((byte) => byte | 0x80).map((byte, index) => (index % 8 === 0 ? 1 : byte))],
  ])("%s has no text", (_, bytes) => {
    expect(decodeForeignText(bytes)).toBeUndefined();
  });

  it("cost the same whatever their size", () => {
    const large = Buffer.alloc(64 * 1024 * 1024, noise);
    const time = processorTime(() => {
      for (let round = 0; round < 20; round++) decodeForeignText(large);
    });
    expect(time).toBeLessThan(500);
  });

  it("without a byte have no text to search", () => {
    expect(findSecrets(decodeForeignText(new Uint8Array()) ?? "")).toEqual([]);
    expect(findSecrets(decodeForeignText(Uint8Array.of(0)) ?? "")).toEqual([]);
  });
});
