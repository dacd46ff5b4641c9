import fc from "../../support/fast-check.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { createSlugger, mayHaveDoubtfulFragments, slugOf } from "../../../src/parse/fast/anchors.ts";
import { documentChecker } from "../../support/check-document.ts";
import { NASTY_LINES } from "../../support/nasty-lines.ts";

describe("slugs of headings", () => {
  it.each([
    ["High Water", "high-water"],
    ["  High water  ", "high-water"],
    ["High & low water", "high--low-water"],
    ["What's new in 2.0?", "whats-new-in-20"],
    ["snake_case and kebab-case", "snake_case-and-kebab-case"],
    ["Höhe & Größe", "höhe--größe"],
    ["潮汐表：查询", "潮汐表查询"],
    ["🌊 Tides", "-tides"],
    ["C++ / C#", "c--c"],
    ["!?", ""],
  ])("%j becomes %j", (heading, slug) => {
    expect(slugOf(heading)).toBe(slug);
  });

  it("are distinguished by numbers, which no heading can take", () => {
    const slugger = createSlugger();
    expect(["Tide", "Tide", "Tide 1", "Tide", "tide-1"].map(slugger)).toEqual([
      "tide",
      "tide-1",
      "tide-1-1",
      "tide-2",
      "tide-1-2",
    ]);
  });
});

describe("links to sections", () => {
  let check: Awaited<ReturnType<typeof documentChecker>>;
  beforeAll(async () => {
    check = await documentChecker();
  });

  it("need no tree when plain headings answer them", () => {
    const body = "- [a](#high-water)\n- [b](#low-water)\n\n## High water\n\nLow water\n---------\n";
    expect(mayHaveDoubtfulFragments(body)).toBe(false);
    expect(check(body)).toMatchObject({ diagnostics: [], usedTree: false });
  });

  it("get a tree when one is dead, and when headings hold markup", () => {
    expect(check("[a](#high-water)\n\n## Low water\n").usedTree).toBe(true);
    expect(check("[a](#a-gate)\n\n## A &#103;ate\n")).toMatchObject({ diagnostics: [], usedTree: true });
  });

  it("are found by the gate whenever the tree finds something wrong with them", () => {
    const line = fc.constantFrom(
      ...NASTY_LINES,
      "# High water",
      "## High water",
      "## *Low* `water`",
      "### A [link](#low-water)",
      "Set ext",
      "-----",
      "=====",
      "",
      "",
      "[a](#high-water)",
      "[b](#low-water) [c](#low-water-1)",
      "<a href='#nowhere'>",
      '<a id="nowhere"></a>',
      "[d]: #set-ext",
      "[e][d]",
      "`[x](#gone)`",
      "    [y](#gone)",
      "> # High water",
      "- ## Low water",
      "# closed #",
      "[f](#closed)",
      "    # High water",
      "  - # Low water",
      "High water",
      "#no-heading",
      "[g](#_x_)",
      "## _x_",
      "## snake_case",
      "[h](#snake_case)",
      "[i](#%68igh-water)",
      "## Tide {#own}",
      "[j](#own)",
      "[k](#High-Water)",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const body = `${lines.join("\n")}\n`;
        const rules = (always: boolean): string[] =>
          check(body, always)
            .diagnostics.map(({ rule, span }) => `${rule} ${span?.start.line}`)
            .filter((text) => text.startsWith("anchor-"));
        expect(rules(false)).toEqual(rules(true));
      }),
      { numRuns: 1000 },
    );
  });
});
