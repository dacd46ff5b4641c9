import { stripVTControlCharacters } from "node:util";
import fc from "../../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { escapeText, fitLine } from "../../../src/formats/display-text.ts";
import { formatAgent } from "../../../src/formats/agent.ts";
import { formatConcise } from "../../../src/formats/concise.ts";
import { formatGithub } from "../../../src/formats/github.ts";
import { formats } from "../../../src/formats/index.ts";
import { formatJson } from "../../../src/formats/json.ts";
import type { TextSpan } from "../../../src/model/source.ts";
import { anyInput, DANGEROUS } from "../../support/any-finding.ts";
import { processorTime } from "../../support/processor-time.ts";

const LISTED_EMOJI = new RegExp("\\p{RGI_Emoji}|\\p{Extended_Pictographic}\\uFE0E", "gv");

function dangerousIn(text: string): string[] {
  const found = pointsIn(text);
  // Few texts have any; only then is it worth finding the emoji that may have them.
  return found.length === 0 ? [] : pointsIn(text.replaceAll(LISTED_EMOJI, ""));
}

function pointsIn(text: string): string[] {
  return [...text]
    .filter((character) => character !== "\n")
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((codePoint) => DANGEROUS.some(([first, last]) => codePoint >= first && codePoint <= last))
    .map((codePoint) => `U+${codePoint.toString(16)}`);
}

describe.each([...formats])("%s", (_name, format) => {
  test("lets nothing through that a terminal would act on or that could not be seen", () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const output = format(given);
        expect(dangerousIn(output)).toEqual([]);
        expect(output === "" || output.endsWith("\n")).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("adds nothing but colours when colours are asked for", () => {
    fc.assert(
      fc.property(anyInput, (given) => {
        const painted = format({ ...given, color: true });
        expect(stripVTControlCharacters(painted)).toBe(format(given));
      }),
    );
  });
});

test.each([
  ["concise", formatConcise],
  ["github", formatGithub],
  ["agent", formatAgent],
] as const)("%s prints exactly one line per finding", (_name, format) => {
  fc.assert(
    fc.property(anyInput, (given) => {
      const counted = given.diagnostics.filter(({ suppressed }) => suppressed === undefined);
      expect(format(given).split("\n")).toHaveLength(counted.length + 1);
    }),
  );
});

test("json is read back as what was given", () => {
  fc.assert(
    fc.property(anyInput, (given) => {
      const withoutLines = (key: string, value: unknown): unknown => (key === "lineText" ? undefined : value);
      const expected = JSON.parse(JSON.stringify(given.diagnostics, withoutLines));
      expect(JSON.parse(formatJson(given)).diagnostics).toEqual(expected);
    }),
  );
});

describe("shown lines", () => {
  test("fit into the room, and every mark lies under something that is shown or just after it", () => {
    const spans = fc.array(fc.tuple(fc.nat(400), fc.nat(100)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), spans, fc.integer({ min: 20, max: 120 }), (line, places, room) => {
        const inLine = ([start, length]: readonly [number, number]): TextSpan => ({
          start: Math.min(start, line.length),
          end: Math.min(start + length, line.length),
        });
        const [main, ...others] = places;
        const span = inLine(main as [number, number]);
        const fitted = fitLine(line, [span, ...others.map(inLine)], room);
        expect(fitted.text.length).toBeLessThanOrEqual(room);
        for (const { from, to } of fitted.columns) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(Math.min(room, fitted.text.length + 1));
        }
        // The first span is never cut off at its start: what is under its mark is what it marks.
        const marked = fitted.text.slice(fitted.columns[0]?.from, fitted.columns[0]?.to).replace(/…$/u, "");
        expect(line.slice(span.start, span.end).startsWith(span.start === span.end ? "" : marked)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("that fit are shown whole", () => {
    expect(fitLine("name: pdf", [{ start: 6, end: 9 }], 9)).toEqual({
      text: "name: pdf",
      columns: [{ from: 6, to: 9 }],
    });
    expect(fitLine("\tname: pdf", [{ start: 7, end: 10 }], 80).columns).toEqual([{ from: 10, to: 13 }]);
    expect(fitLine("", [{ start: 0, end: 0 }], 80)).toEqual({ text: "", columns: [{ from: 0, to: 1 }] });
  });
});

test("escaping takes time in proportion to the length", () => {
  let escaped = "";
  const time = processorTime(() => (escaped = escapeText(`${"表".repeat(100_000)}\u202E`)));
  expect(escaped.endsWith("表<U+202E>")).toBe(true);
  expect(time).toBeLessThan(3_000);
});

test("escaping keeps every emoji that Unicode lists, and takes unlisted ones apart", () => {
  const listed = "👩‍💻 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ⚠️ ✔︎ 👍🏽 🇨🇭";
  expect(escapeText(listed)).toBe(listed);
  expect(escapeText("👩‍💻‍🔧")).toBe("👩‍💻<U+200D>🔧");
  expect(escapeText("a\uFE0F")).toBe("a<U+FE0F>");
  expect(escapeText("🏴\u{E0068}\u{E0069}")).toBe("🏴<U+E0068><U+E0069>");
  expect(escapeText("葛\u{E0100}")).toBe("葛<U+E0100>");
});
