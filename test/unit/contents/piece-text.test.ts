/** A file that is read in pieces is what it is as a whole. */
import { describe, expect, test } from "vitest";
import { createPieceReader, decodeForeignText, decodeText } from "../../../src/contents/index.ts";
import fc from "../../support/fast-check.ts";

const little = (text: string): Buffer => Buffer.from(text, "utf16le");

/** Files of every kind, longer than the sample of 8 KB that decides about text that is not UTF-8. */
const words = fc
  .array(fc.constantFrom("tide ", "Küste ", "東京 ", "🌊", "\n", "\r\n", "\u{feff}"), { minLength: 1, maxLength: 60 })
  .map((parts) => parts.join("").repeat(300));
const file = fc.oneof(
  words.map((text) => Buffer.from(text)),
  words.map((text) => Buffer.from(`${text}\0${text}`)),
  words.map((text) => Buffer.concat([Buffer.from(text), Buffer.of(0xff, 0xc3)])),
  words.map((text) => Buffer.concat([Buffer.from(text), Buffer.of(0xf0, 0x9f)])),
  words.map((text) => Buffer.concat([Buffer.of(0xff, 0xfe), little(text)])),
  fc.uint8Array({ maxLength: 20_000 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.alloc(0)),
  fc.constant(Buffer.alloc(20_000)),
);

const read = (bytes: Buffer, sizes: readonly number[]): { text: string; encoding: "text" | "binary" } => {
  const reader = createPieceReader();
  let text = "";
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const end = at + (sizes[piece % sizes.length] as number);
    text += reader.read(bytes.subarray(at, end));
    at = end;
  }
  const last = reader.finish();
  return { text: text + last.text, encoding: last.encoding };
};

describe("pieces", () => {
  test("give the text of the whole, and tell text from binary", () => {
    fc.assert(
      // The first piece decides about text that is not UTF-8: it has at least the bytes of the sample.
      fc.property(file, fc.array(fc.integer({ min: 8192, max: 12_000 }), { minLength: 1 }), (bytes, sizes) => {
        const { text, encoding } = read(bytes, sizes);
        const whole = decodeText(bytes);
        expect(encoding).toBe(whole === undefined ? "binary" : "text");
        if (whole !== undefined) expect(text === whole).toBe(true);
      }),
    );
  });

  test.each([
    ["UTF-16", (text: string) => Buffer.concat([Buffer.of(0xff, 0xfe), little(text)])],
    ["UTF-32", (text: string) => Buffer.from([...text].flatMap((one) => [one.charCodeAt(0), 0, 0, 0]))],
    ["UTF-8 with NUL", (text: string) => Buffer.from(text.replaceAll(" ", "\0"))],
  ])("give text in %s to a search", (_name, encode) => {
    const bytes = encode("tides of the harbour, ".repeat(2000));
    expect(read(bytes, [8192, 9001])).toEqual({ text: decodeForeignText(bytes), encoding: "binary" });
  });

  test("of Latin-1 keep its ASCII and its length", () => {
    const bytes = Buffer.from("Küste, Hafen. ".repeat(2000), "latin1");
    const { text, encoding } = read(bytes, [8192]);
    expect(encoding).toBe("binary");
    expect(text).toBe("Küste, Hafen. ".repeat(2000).replaceAll("ü", "\u{fffd}"));
  });

  test("of an image are not text", () => {
    const noise = Buffer.from(Array.from({ length: 30_000 }, (_, index) => (index * 7919 + (index >> 3) * 31) & 0xff));
    expect(read(noise, [10_000])).toEqual({ text: "", encoding: "binary" });
  });
});
