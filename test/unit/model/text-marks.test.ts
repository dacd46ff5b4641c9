import fc from "../../support/fast-check.ts";
import { expect, it } from "vitest";
import { maskLine } from "../../../src/secrets/source-secrets.ts";
import { maskSecrets } from "../../../src/secrets/secrets.ts";
import { createSourceText } from "../../../src/model/source.ts";
import { markStrings, markUnits, readMarks } from "../../../src/model/text-marks.ts";
import { estimateTokens } from "../../../src/runtime/prompt/token-count.ts";

const TIDE = markStrings([["Tide table"], ["harbour", "lock"]]);
const BELL = markUnits([[7, 7]]);
const text = fc.string({ unit: "binary", maxLength: 300 });

it("a text that has it may have it, in any case and with any white space", () => {
  fc.assert(
    fc.property(
      text,
      text,
      fc.constantFrom("tide table", "TIDE\ttable", "tide\u2003tAbLe", "lock the HARBOUR"),
      (a, b, it) => readMarks(a + it + b).may(TIDE),
    ),
  );
  fc.assert(fc.property(text, text, (a, b) => readMarks(`${a}\u0007${b}`).may(BELL)));
});

it("a text without it has not", () => {
  for (const other of ["", "tide", "the table of the tides", "harbour", "lock"]) {
    expect(readMarks(other).may(TIDE)).toBe(false);
    expect(readMarks(other).may(BELL)).toBe(false);
  }
});

it("what one text has is forgotten with the next, also after hundreds of them", () => {
  readMarks("tide table");
  for (let count = 0; count < 600; count++) expect(readMarks("low water").may(TIDE)).toBe(false);
});

it("a mark that is made later may be in any text", () => {
  const marks = readMarks("low water");
  expect(marks.may(markStrings([["high water"]]))).toBe(true);
});

it("counts the tokens of the bytes", () => {
  const wellFormed = fc.string({ unit: "grapheme", maxLength: 300 });
  fc.assert(
    fc.property(wellFormed, (one) => {
      expect(Math.ceil(readMarks(one).quarters / 4)).toBe(estimateTokens(new TextEncoder().encode(one)));
    }),
  );
});

it("a line of a text without credentials is shown as it is", () => {
  const pieces = fc.constantFrom(
    "\\",
    "\n",
    "\\x67",
    "hp_",
    "Zk3vQ9sLx2WmT7bRy5NcJ8dHf4GpA6uYw1Kq",
    " ",
    "A",
    "/",
    "\r\n",
    "ghp_",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const source = createSourceText("SKILL.md", parts.join(""));
      for (let line = 1; line <= source.lineStarts().length; line++) {
        const shown = maskLine(source, line).text;
        expect(maskSecrets(shown)).toBe(shown);
      }
    }),
    { numRuns: 500 },
  );
});
