import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeText, fitLine } from "../../../src/diagnostics/display-text.ts";
import { formatConcise } from "../../../src/diagnostics/format-concise.ts";
import { formatGithub } from "../../../src/diagnostics/format-github.ts";
import { formats, type FormatInput } from "../../../src/diagnostics/format-index.ts";
import { formatJson } from "../../../src/diagnostics/format-json.ts";
import type { Diagnostic, DiagnosticLabel } from "../../../src/model/diagnostic.ts";
import { createSourceText, lineAt, locate, type Span, type TextSpan } from "../../../src/model/source.ts";

/** Written down a second time on purpose: what must never reach a terminal. */
const DANGEROUS = [
  [0x00, 0x1f], // C0, with tab and CR
  [0x7f, 0x9f], // DEL, C1
  [0xad, 0xad], // soft hyphen
  [0x61c, 0x61c], // Arabic letter mark
  [0x180e, 0x180e],
  [0x200b, 0x200f], // zero width, direction marks
  [0x2028, 0x202e], // line separators, bidi embeddings and overrides
  [0x2060, 0x206f], // invisible operators, bidi isolates
  [0xd800, 0xdfff], // lone surrogates
  [0xfe00, 0xfe0f], // variation selectors
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff], // tags, more variation selectors
] as const;

const LISTED_EMOJI = new RegExp("\\p{RGI_Emoji}|\\p{Extended_Pictographic}\\uFE0E", "gv");

function dangerousIn(text: string): string[] {
  return [...text.replaceAll(LISTED_EMOJI, "")]
    .filter((character) => character !== "\n")
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((codePoint) => DANGEROUS.some(([first, last]) => codePoint >= first && codePoint <= last))
    .map((codePoint) => `U+${codePoint.toString(16)}`);
}

const nastyPiece = fc.oneof(
  fc.constantFrom("\n", "\r", "\t", "\u001B[31m", "::error::", "%", "👩‍💻", "⚠️", "🏳️‍🌈", "e\u0301", "表", "한", "\u0D4E"),
  fc.constantFrom(...DANGEROUS.flat()).map((codePoint) => String.fromCodePoint(codePoint)),
);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.array(fc.oneof(nastyPiece, fc.string({ unit: "grapheme", maxLength: 4 }))).map((pieces) => pieces.join("")),
);

const place = fc.tuple(text, text, fc.nat(60), fc.nat(60)).map(([file, content, start, length]) => {
  const source = createSourceText(file, content);
  const span: Span = locate(source, { start, end: start + length });
  return { file, span, lineText: lineAt(source, span.start.line) };
});

const label: fc.Arbitrary<DiagnosticLabel> = fc.tuple(place, text).map(([at, says]) => ({ ...at, text: says }));

const diagnostic: fc.Arbitrary<Diagnostic> = fc
  .record({
    strings: fc.record({ code: text, rule: text, message: text }),
    severity: fc.constantFrom("error", "warning", "info"),
    place: fc.oneof(
      place,
      text.map((file) => ({ file })),
    ),
    more: fc.record({ consequence: text, skill: text, help: fc.array(text) }, { requiredKeys: [] }),
    labels: fc.array(label, { maxLength: 4 }),
    // Both in the finding's own line, where the marks may overlap.
    near: fc.array(fc.tuple(fc.nat(60), fc.nat(60), text), { maxLength: 3 }),
    args: fc.dictionary(text, text),
    source: text,
  })
  .map(({ strings, severity, place: at, more, labels, near, args, source }) => {
    const beside = near.flatMap(([start, length, says]): DiagnosticLabel[] => {
      if (!("span" in at)) return [];
      const line = createSourceText(at.file, at.lineText);
      const { start: first, end } = locate(line, { start, end: start + length });
      const moved = { start: { ...first, line: at.span.start.line }, end: { ...end, line: at.span.start.line } };
      return [{ file: at.file, span: moved, text: says, lineText: at.lineText }];
    });
    const origin = { source, level: "MUST" } as const;
    const category = "correctness" as const;
    return { ...strings, ...at, ...more, severity, category, labels: [...beside, ...labels], args, origin };
  });

const input: fc.Arbitrary<FormatInput> = fc.record({
  diagnostics: fc.array(diagnostic, { maxLength: 8 }),
  summary: fc.constant({ skills: 3, errors: 1, warnings: 2, infos: 0 }),
  all: fc.boolean(),
  color: fc.constant(false),
  width: fc.integer({ min: 0, max: 120 }),
});

describe.each([...formats])("%s", (_name, format) => {
  test("lets nothing through that a terminal would act on or that could not be seen", () => {
    fc.assert(
      fc.property(input, (given) => {
        const output = format(given);
        expect(dangerousIn(output)).toEqual([]);
        expect(output === "" || output.endsWith("\n")).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("adds nothing but colours when colours are asked for", () => {
    fc.assert(
      fc.property(input, (given) => {
        const painted = format({ ...given, color: true });
        expect(stripVTControlCharacters(painted)).toBe(format(given));
      }),
    );
  });
});

test.each([
  ["concise", formatConcise],
  ["github", formatGithub],
] as const)("%s prints exactly one line per finding", (_name, format) => {
  fc.assert(
    fc.property(input, (given) => {
      expect(format(given).split("\n")).toHaveLength(given.diagnostics.length + 1);
    }),
  );
});

test("json is read back as what was given", () => {
  fc.assert(
    fc.property(input, (given) => {
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
  const started = performance.now();
  expect(escapeText(`${"表".repeat(100_000)}\u202E`).endsWith("表<U+202E>")).toBe(true);
  expect(performance.now() - started).toBeLessThan(3_000);
});

test("escaping keeps every emoji that Unicode lists, and takes unlisted ones apart", () => {
  const listed = "👩‍💻 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ ⚠️ ✔︎ 👍🏽 🇨🇭";
  expect(escapeText(listed)).toBe(listed);
  expect(escapeText("👩‍💻‍🔧")).toBe("👩‍💻<U+200D>🔧");
  expect(escapeText("a\uFE0F")).toBe("a<U+FE0F>");
  expect(escapeText("🏴\u{E0068}\u{E0069}")).toBe("🏴<U+E0068><U+E0069>");
  expect(escapeText("葛\u{E0100}")).toBe("葛<U+E0100>");
});
