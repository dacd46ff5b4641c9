import fc from "../support/fast-check.ts";
import { expect, it } from "vitest";
import { stringLiteral } from "../../src/piece/index.ts";
import { literalOfBytes } from "../../src/targets/module/utf8-literal.ts";

const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
const isText = (bytes: Uint8Array): boolean => {
  try {
    return decode(bytes).length >= 0;
  } catch {
    return false;
  }
};

it("the bytes of a text become the literal of the text", () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(..."</!<\\\"'`\n\r\t\b\f\0\u007f\ufeff\u2028é—😀"),
      fc.string({ unit: "binary", maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(text, (one) => {
      const bytes = new TextEncoder().encode(one);
      expect(decode(literalOfBytes(bytes) as Uint8Array)).toBe(stringLiteral(decode(bytes)));
    }),
    { numRuns: 2000 },
  );
});

it("there is a literal of UTF-8 and of nothing else", () => {
  const byte = fc.oneof(
    fc.constantFrom(0xc0, 0xc1, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0x80, 0x9f, 0xa0, 0x90, 0x8f),
    fc.nat(255),
  );
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 6 }), (bytes) => {
      const all = Uint8Array.from(bytes);
      expect(literalOfBytes(all) !== undefined).toBe(isText(all));
    }),
    { numRuns: 20_000 },
  );
});

it("a text that is too long to be done at once is left to strings", () => {
  expect(literalOfBytes(new Uint8Array(1024 * 1024))).toBeUndefined();
});
