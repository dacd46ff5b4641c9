/** Findings in every shape, with every text that a stranger could have written. */
import fc from "./fast-check.ts";
import type { FormatInput } from "../../src/formats/index.ts";
import type { Diagnostic, DiagnosticLabel, Fix, Suppression, TextEdit } from "../../src/model/diagnostic.ts";
import { createSourceText, lineAt, locate, type Span } from "../../src/model/source.ts";

/** Written down a second time on purpose: what must never reach a terminal. */
export const DANGEROUS = [
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

/** Text that acts in one of the formats: Markdown, HTML, XML, workflow commands, fields of a line. */
const ACTIVE = [
  ..."\n\r\t|`*_~#!$&<>[]()\\\"'{}%: \uFFFE\uFFFF表한\u0D4E",
  ..."]( `x` *x* [a](b) <b> </td> <!-- &lt; &#1; ]]> @org #12 {0} https://x.y www.x.y ::error::".split(" "),
  ..."👩‍💻 ⚠️ 🏳️‍🌈 e\u0301 \u001B[31m".split(" "),
  " | fix: ",
];

const activePiece = fc.oneof(
  fc.constantFrom(...ACTIVE),
  fc.constantFrom(...DANGEROUS.flat()).map((codePoint) => String.fromCodePoint(codePoint)),
);
const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.array(fc.constantFrom(...ACTIVE)).map((pieces) => pieces.join("")),
  fc.array(fc.oneof(activePiece, fc.string({ unit: "grapheme", maxLength: 4 }))).map((pieces) => pieces.join("")),
);

const place = fc.tuple(text, text, fc.nat(60), fc.nat(60)).map(([file, content, start, length]) => {
  const source = createSourceText(file, content);
  const span: Span = locate(source, { start, end: start + length });
  return { file, span, lineText: lineAt(source, span.start.line) };
});

const label: fc.Arbitrary<DiagnosticLabel> = fc.tuple(place, text).map(([at, says]) => ({ ...at, text: says }));

const edit: fc.Arbitrary<TextEdit> = fc
  .tuple(place, text)
  .map(([{ file, span }, replacement]) => ({ file, span, text: replacement }));

const fix: fc.Arbitrary<Fix> = fc.record({
  title: text,
  applicability: fc.constantFrom("safe", "unsafe"),
  edits: fc.array(edit, { maxLength: 3 }),
});

const suppression: fc.Arbitrary<Suppression> = fc.record(
  { by: fc.constantFrom("comment", "baseline"), reason: text },
  { requiredKeys: ["by"] },
);

const diagnostic: fc.Arbitrary<Diagnostic> = fc
  .record({
    strings: fc.record({ code: text, rule: text, message: text }),
    severity: fc.constantFrom("error", "warning", "info"),
    place: fc.oneof(
      place,
      text.map((file) => ({ file })),
    ),
    more: fc.record(
      {
        consequence: text,
        skill: text,
        help: fc.array(text),
        fixes: fc.array(fix, { maxLength: 2 }),
        profile: text,
        fingerprint: text,
      },
      { requiredKeys: [] },
    ),
    suppressed: fc.option(suppression, { nil: undefined, freq: 3 }),
    labels: fc.array(label, { maxLength: 4 }),
    // Both in the finding's own line, where the marks may overlap.
    near: fc.array(fc.tuple(fc.nat(60), fc.nat(60), text), { maxLength: 3 }),
    args: fc.dictionary(text, text),
    source: text,
  })
  .map(({ strings, severity, place: at, more, labels, near, args, source, suppressed }) => {
    const beside = near.flatMap(([start, length, says]): DiagnosticLabel[] => {
      if (!("span" in at)) return [];
      const line = createSourceText(at.file, at.lineText);
      const { start: first, end } = locate(line, { start, end: start + length });
      const moved = { start: { ...first, line: at.span.start.line }, end: { ...end, line: at.span.start.line } };
      return [{ file: at.file, span: moved, text: says, lineText: at.lineText }];
    });
    const origin = { source, level: "MUST" } as const;
    const category = "correctness" as const;
    const known = suppressed === undefined ? {} : { suppressed };
    return { ...strings, ...at, ...more, ...known, severity, category, labels: [...beside, ...labels], args, origin };
  });

/** What a printer may be given. */
export const anyInput: fc.Arbitrary<FormatInput> = fc.record({
  diagnostics: fc.oneof(
    fc.array(diagnostic, { maxLength: 8 }),
    // The same finding again, as several profiles would make it.
    fc.array(diagnostic, { maxLength: 4 }).map((found) => [...found, ...found]),
  ),
  summary: fc.constant({ skills: 3, errors: 1, warnings: 2, infos: 0 }),
  all: fc.boolean(),
  color: fc.constant(false),
  width: fc.integer({ min: 0, max: 120 }),
});
