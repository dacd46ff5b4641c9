/** What is at a place of a document, however broken the document is. */
import { describe, expect, test } from "vitest";
import { fieldAt, fieldsOf, frontmatterOf, lineStart, wordAt } from "../../../src/lsp/places.ts";
import fc from "../../support/fast-check.ts";

/** A text with `|` at the place that is meant. */
const placed = (text: string): readonly [text: string, offset: number] => {
  const offset = text.indexOf("|");
  return [text.slice(0, offset) + text.slice(offset + 1), offset];
};

describe("the field at a place", () => {
  test.each<[text: string, key: string | undefined, isInValue: boolean]>([
    ["---\nna|me: x\n---\n", "name", false],
    ["---\nname:| x\n---\n", "name", true],
    ["---\r\nname: x\r\ndescription: a|\r\n---\r\n", "description", true],
    ["---\nallowed-tools:\n  - Re|\n---\n", "allowed-tools", true],
    ["---\nallowed-tools:\n- |\n---\n", "allowed-tools", true],
    ["---\nmetadata:\n  author: x|\n---\n", "metadata", true],
    ["---\nname: x\n|", undefined, false],
    ["---\nname: x\n---\nname: y|\n", undefined, false],
    ["name: x|\n", undefined, false],
    ["\uFEFF---\nname: x|\n---\n", "name", true],
    ["---\nname: x|", "name", true],
  ])("%j", (text, key, isInValue) => {
    const found = fieldAt(...placed(text));
    expect([found?.key, found?.isInValue ?? false]).toEqual([key, isInValue]);
  });

  test("fields are listed once the opening fence is there", () => {
    expect(fieldsOf("---\nname: x\ndescription: y\n  name2: z\n# no: comment\n")).toEqual(["name", "description"]);
    expect(fieldsOf("name: x\n")).toEqual([]);
  });
});

describe("the word at a place", () => {
  test.each<[text: string, word: string | undefined]>([
    ["Use the `code-rev|iew` skill.", "code-review"],
    ["See |references/ports.md.", "references/ports.md"],
    ["End with acme:ebb|.", "acme:ebb"],
    ["潮汐|-table 🌊", "潮汐-table"],
    ["a | b", undefined],
    ["|", undefined],
    ["line\n|next", "next"],
  ])("%j", (text, word) => {
    expect(wordAt(...placed(text))?.word).toBe(word);
  });
});

test("no text and no place is a problem, and every range is in the text", () => {
  const piece = fc.constantFrom(
    "---",
    "\n",
    "\r\n",
    "\r",
    "name",
    ":",
    " ",
    "- ",
    "`",
    "🌊",
    "\uFEFF",
    "x-y",
    "/",
    ".",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(80), (pieces, at) => {
      const text = pieces.join("");
      const offset = Math.min(at, text.length);
      const ranges = [frontmatterOf(text), fieldAt(text, offset)?.keyRange, wordAt(text, offset)];
      for (const range of ranges)
        expect(range === undefined || (0 <= range.start && range.start <= range.end && range.end <= text.length)).toBe(
          true,
        );
      const word = wordAt(text, offset);
      if (word !== undefined) expect(text.slice(word.start, word.end)).toBe(word.word);
      expect(lineStart(text, offset)).toBeLessThanOrEqual(offset);
    }),
    { numRuns: 500 },
  );
});
