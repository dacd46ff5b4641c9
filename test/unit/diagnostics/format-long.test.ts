/** Reports that are too long to be read whole, and texts that are too long for a line. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wrapText } from "../../../src/formats/display-text.ts";
import { displayWidth } from "../../../src/model/display-width.ts";
import { formatPretty } from "../../../src/formats/pretty.ts";
import { countByRule } from "../../../src/formats/rule-counts.ts";
import type { Diagnostic, Severity } from "../../../src/model/diagnostic.ts";
import { missing, placed } from "../../support/placed-findings.ts";

const severities = ["info", "warning", "error"] as const;

function finding(rule: number, skill: number, severity: Severity = "warning"): Diagnostic {
  const place = placed("See forms.md", "forms.md", { file: `skills/s${skill}/SKILL.md` });
  return { ...missing, ...place, severity, code: `SKC${100 + rule}`, rule: `rule-${rule}`, skill: `s${skill}` };
}

function pretty(diagnostics: readonly Diagnostic[], options: { all?: boolean; width?: number; wrap?: boolean } = {}) {
  const count = (severity: Severity) => diagnostics.filter((one) => one.severity === severity).length;
  const summary = { skills: 10_000, errors: count("error"), warnings: count("warning"), infos: count("info") };
  return formatPretty({ diagnostics, summary, color: false, width: 100, ...options });
}

describe("a long report", () => {
  const many = Array.from({ length: 40_000 }, (_, index) => finding(index % 70, index, severities[index % 3]));

  test("has examples, a table of all rules by severity and number, and the way to all findings", () => {
    const lines = pretty(many).trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(54);
    expect(lines.filter((line) => line.startsWith("error["))).toHaveLength(3);
    expect(lines.find((line) => line.includes("fixable"))).toMatch(/^ +findings +skills +fixable +rule +first$/);
    expect(lines.at(-1)).toMatch(/^13,333 errors, 13,333 warnings, 13,334 infos in 10,000 skills/);
    expect(lines.at(-3)).toMatch(/^All findings: --all\./);
    // No finding disappears: the rows and the rest add up.
    const counted = lines.flatMap(
      (line) => /^(?:…and )? *([\d,]+) (?:errors?|warnings?|infos?|findings?) /.exec(line)?.[1] ?? [],
    );
    expect(counted.reduce((sum, text) => sum + Number(text.replaceAll(",", "")), 0)).toBe(40_000);
  });

  test("is as short for any findings", () => {
    const arbitrary = fc.array(
      fc.record({
        rule: fc.nat(90),
        skill: fc.nat(30),
        severity: fc.constantFrom(...severities),
        help: fc.array(fc.string(), { maxLength: 40 }),
      }),
      { maxLength: 120 },
    );
    const check = (
      width: number,
      found: readonly { rule: number; skill: number; severity: Severity; help: string[] }[],
    ) => {
      const text = pretty(
        found.map(({ rule, skill, severity, help }) => ({ ...finding(rule, skill, severity), help })),
        { width, wrap: true },
      );
      expect(text.split("\n").length).toBeLessThanOrEqual(55);
    };
    fc.assert(fc.property(fc.integer({ min: 20, max: 200 }), arbitrary, check), { numRuns: 60 });
  });

  test("is printed whole with all", () => {
    expect(pretty(many.slice(0, 500), { all: true }).match(/^\w+\[SKC/gm)).toHaveLength(500);
  });
});

test("rules are counted by severity, with their skills and fixes", () => {
  const fix = (applicability: "safe" | "unsafe") => ({ fixes: [{ title: "fix it", applicability, edits: [] }] });
  const counts = countByRule([
    finding(1, 1),
    { ...finding(2, 1), ...fix("safe") },
    { ...finding(2, 2), ...fix("unsafe") },
    finding(2, 2),
    finding(3, 1, "error"),
  ]);
  expect(counts.map(({ rule, findings, skills, safe, unsafe }) => [rule, findings, skills, safe, unsafe])).toEqual([
    ["rule-3", 1, 1, 0, 0],
    ["rule-2", 3, 2, 1, 1],
    ["rule-1", 1, 1, 0, 0],
  ]);
});

describe("wrapping", () => {
  const words = fc.array(fc.constantFrom("tide", "harbor", "潮汐", "a", "references/ports.md", "é", "👩‍🚀", "☰", "  "), {
    maxLength: 30,
  });

  test("loses nothing and keeps to the width, except for a word that is longer", () => {
    const check = (parts: readonly string[], width: number): void => {
      const text = parts.join(" ").trim();
      const lines = wrapText(text, width);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      for (const line of lines)
        expect([line, displayWidth(line) <= width || !/ |潮汐/.test(line)]).toEqual([line, true]);
    };
    fc.assert(fc.property(words, fc.integer({ min: 6, max: 60 }), check));
  });

  test("breaks a text without spaces between wide characters", () => {
    expect(wrapText("潮汐表查询", 4)).toEqual(["潮汐", "表查", "询"]);
  });

  test("indents the lines of a note under its first word, only if asked for", () => {
    const found = { ...missing, consequence: "only the files of the skill are shipped" };
    expect(pretty([found], { width: 32, wrap: true })).toContain(
      "   = note: only the files of the\n           skill are shipped\n   = docs",
    );
    expect(pretty([found], { width: 32 })).toContain("   = note: only the files of the skill are shipped\n");
  });

  test.each([
    ["abc", 3],
    ["潮汐", 4],
    ["é", 1],
    ["👩‍🚀", 2],
    ["☰⚊", 4],
    ["🇳🇴", 2],
    ["ｱ", 1],
  ])("%s takes %i columns", (text, width) => expect(displayWidth(text)).toBe(width));
});
