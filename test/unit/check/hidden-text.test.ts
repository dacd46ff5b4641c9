import fc from "../../support/fast-check.ts";
import { describe, expect, it } from "vitest";
import { findHiddenInName, findHiddenText } from "../../../src/check/security/hidden-text.ts";

const asTags = (text: string): string =>
  [...text].map((character) => String.fromCodePoint(0xe0000 + character.charCodeAt(0))).join("");
const asSelectors = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join("");
const SCOTLAND = `\u{1F3F4}${asTags("gbsct")}\u{E007F}`;
const FAMILY = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}";

const rulesOf = (text: string): string[] => findHiddenText(text, true).map(({ rule }) => rule);

describe("invisible text", () => {
  it.each([
    ["plain prose", "High water is at noon.\n\nLow water at six."],
    ["flags made of tags", `Sold in ${SCOTLAND}${SCOTLAND}.`],
    ["families and sailors", `${FAMILY} ${FAMILY} \u{1F9D1}\u200D\u2708\uFE0F \u2764\uFE0F\u2600\uFE0F\u231B\uFE0E`],
    ["scripts that join and separate letters", "می‌خواهم می‌روم می‌دانم क्‍ष क्‍ष क्‍ष"],
    ["Arabic and Hebrew in closed embeddings", "\u202Bאלגול\u202C and \u2067الغول\u2069"],
    ["one soft hyphen and one zero-width blank", "harbour\u00ADmaster, high\u200Bwater"],
    ["a byte order mark at the start", "\uFEFF# Tide tables"],
    ["one ideographic variation", "葛\u{E0100} and 辻\u{E0101}"],
    ["cells of a table", `| tide${" ".repeat(120)}| height |`],
    ["cells aligned to the right", `| tide |${" ".repeat(120)}7 |`],
    ["a box", `┌${"─".repeat(130)}┐\n│ tide${" ".repeat(125)}│\n│${" ".repeat(120)}low tide  │\n└${"─".repeat(130)}┘`],
    ["a box of ASCII", `+${"-".repeat(130)}+\n| tide${" ".repeat(125)}low |\n+${"-".repeat(130)}+`],
    ["a drawing", `┌─────┐${" ".repeat(120)}┌─────┐\n│ sea ├${"─".repeat(120)}┤ sky │`],
    ["bars of a chart", `tide ${" ".repeat(110)}█████`],
    [
      "columns under a rule",
      `tide${" ".repeat(116)}height\n${"=".repeat(110)}  ${"=".repeat(20)}\nlow${" ".repeat(117)}7`,
    ],
    ["columns over a rule", `high${" ".repeat(120)}7\n${"-".repeat(140)}`],
    ["blanks and empty lines at the end", `Low water.${" ".repeat(200)}\n${"\n".repeat(60)}`],
  ])("leaves %s alone", (_, text) => {
    expect(rulesOf(text)).toEqual([]);
  });

  it.each([
    ["tags", "high water", asTags("obey"), "unicode-tag"],
    ["tags behind a flag", "\u{1F3F4}", asTags("gbsctobey"), "unicode-tag"],
    ["an override, closed or not", "tide ", "\u202E", "bidi-control"],
    ["an isolate that is not closed on its line", "tide ", "\u2066", "bidi-control"],
    ["selectors", "\u{1F600}", asSelectors("obey"), "variation-selector-payload"],
    ["zero-width characters", "hi", "\u200B\u200B\u2060", "invisible-character"],
    ["blanks that push text away", "tide", " ".repeat(100), "whitespace-padding"],
    ["tabs that push text away", "tide", "\t".repeat(100), "whitespace-padding"],
    ["blanks over a short rule", "---\ntide", " ".repeat(150), "whitespace-padding"],
    ["blanks in a quotation", "> tide", " ".repeat(150), "whitespace-padding"],
    ["blanks in a list", "+ tide", " ".repeat(150), "whitespace-padding"],
  ])("finds %s at their exact place", (_, before, hidden, rule) => {
    const text = `# Tide\r\n\n${before}${hidden}after\n`;
    const start = 9 + before.length;
    expect(findHiddenText(text, true)).toMatchObject([{ rule, span: { start }, more: 0 }]);
  });

  it("finds what follows a flag in the same run, and only that", () => {
    const [found] = findHiddenText(SCOTLAND + asTags("obey"), true);
    expect(found).toMatchObject({ rule: "unicode-tag", hidden: "obey", span: { start: SCOTLAND.length } });
  });

  it("decodes whatever is written in tags or in selectors", () => {
    const printable = fc.string({
      minLength: 2,
      maxLength: 60,
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(printable, printable, (message, around) => {
        expect(
          findHiddenText(`${around}${asTags(message)}`, true).find(({ rule }) => rule === "unicode-tag")?.hidden,
        ).toBe(message);
        const carried = findHiddenText(`${around}${asSelectors(message)}`, true).find(
          ({ rule }) => rule === "variation-selector-payload",
        );
        expect(carried?.hidden).toBe(`${message.length} bytes: "${message}"`);
      }),
    );
  });

  it("tells ten places of a kind and counts the others", () => {
    const found = findHiddenText(`${asTags("a")}x`.repeat(25), true);
    expect(found).toHaveLength(10);
    expect(found.map(({ more }) => more)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 15]);
  });

  it("takes columns of data for what they are", () => {
    expect(findHiddenText(`a,${" ".repeat(200)}b\n${"\n".repeat(50)}c`, false)).toEqual([]);
  });

  it("finds a single invisible character in a name", () => {
    expect(findHiddenInName("tide\u00ADtables")).toMatchObject([
      { rule: "invisible-character", span: { start: 4, end: 5 } },
    ]);
    expect(findHiddenInName("tide-tables")).toEqual([]);
  });

  it("stays inside every text", () => {
    const odd = fc.constantFrom(
      "a",
      " ",
      "\n",
      "\u202E",
      "\u2067",
      "\u2069",
      "\u200B",
      "\u{E0041}",
      "\u{1F3F4}",
      "\u{E0101}",
      "\uFE01",
      "\uD83C",
      "\uDB40",
    );
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 80 }), (pieces) => {
        const text = pieces.join("");
        for (const { span } of findHiddenText(text, true)) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeGreaterThan(span.start);
          expect(span.end).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});
