/** The comments of generated types: what a description says stays in the comment, as text of one line. */
import { expect, test } from "vitest";
import typescript from "typescript-5.9";
import type { CatalogSkill } from "../../src/runtime/catalog/catalog.ts";
import { typeLines } from "../../src/piece/index.ts";
import fc from "../support/fast-check.ts";

const piece = fc.constantFrom(
  ..."*/ * / /* /** @deprecated @ts-ignore {@link a} {@ @see \\ \\*/ ` ``` [x](command:y) ![p](https://q) <img> </a> $& ${a}".split(
    " ",
  ),
  ..."\n \r \t \v \f \0 \u0007 \u001b[31m \u0085 \u2028 \u2029 \u202e \u2066 \u200b \u200d \ufeff \u00ad \ud800 \udc00 \u{e0041}".split(
    " ",
  ),
  " ",
  "words",
  "More of them.",
  "潮汐",
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 200 }),
);
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

function entryOf(id: string, description: string): CatalogSkill {
  const files = [{ path: "a.md", encoding: "text" }];
  return { id, description, files } as unknown as CatalogSkill;
}

test("no description leaves its comment, begins a tag, or hides anything", () => {
  fc.assert(
    fc.property(text, (description) => {
      const files = typeLines(entryOf("one", description)).files + typeLines(entryOf("two", "Plain.")).files;
      const lines = files.split("\n");
      expect(lines.slice(-4)).toEqual(['  "one": "a.md";', "  /** Plain. */", '  "two": "a.md";', ""]);
      expect(lines.length).toBeLessThanOrEqual(5);
      expect(lines.filter((line) => HIDDEN.test(line) || line.length > 250)).toEqual([]);
      const source = typescript.createSourceFile(
        "a.ts",
        `interface A {\n${files}}`,
        typescript.ScriptTarget.Latest,
        true,
      );
      const [declared, ...rest] = source.statements;
      if (declared === undefined || !typescript.isInterfaceDeclaration(declared)) throw new Error(files);
      expect([rest, declared.members.length]).toEqual([[], 2]);
      for (const member of declared.members) {
        expect(typescript.getJSDocTags(member)).toEqual([]);
        for (const comment of typescript.getJSDocCommentsAndTags(member))
          expect(typeof (comment as typescript.JSDoc).comment).toBe("string");
      }
    }),
    { numRuns: 500 },
  );
});

test.each([
  [
    "Reads tide tables. Use it when depths are asked for, or whenever a ship has to leave a harbor at night.",
    "Reads tide tables. Use it when depths are asked for…",
  ],
  [
    "Reads the tables of tides and of streams for a ship that has to leave a harbor at night or at low water.",
    "Reads the tables of tides and of streams for a ship that has to leave a…",
  ],
  [
    "Reads tide tables, as a pilot would do it for a ship that has to leave. Then it plans the way.",
    "Reads tide tables, as a pilot would do it for a ship that has to leave.",
  ],
  ["Ask @harbor for [ports](a.md) and <name>: a */ b", "Ask \\@harbor for \\[ports](a.md) and \\<name>: a *\\/ b"],
  ["Reads C:\\[ports](a.md) and \\<name>", "Reads C:\\\\\\[ports](a.md) and \\\\\\<name>"],
  ["\u202eReads\n\ttide\u200b tables", "Reads tide tables"],
])("%j is shown as %j", (description, shown) => {
  expect(typeLines(entryOf("tides", description)).files).toBe(`  /** ${shown} */\n  "tides": "a.md";\n`);
});

test("without a description there is no comment", () => {
  expect(typeLines(entryOf("tides", " \u200b")).files).toBe('  "tides": "a.md";\n');
});
