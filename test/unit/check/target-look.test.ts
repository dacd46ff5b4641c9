import fc from "../../support/fast-check.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { documentChecker } from "../../support/check-document.ts";

let check: Awaited<ReturnType<typeof documentChecker>>;

beforeAll(async () => {
  check = await documentChecker(["references/ports.md", "tables.csv", "charts/north/firth.md"]);
});

describe("a body whose links are all seen to be right needs no tree", () => {
  test.each([
    "[ports](references/ports.md)",
    "[ports](./references/ports.md)",
    "[ports](references/ports.md#firth)",
    '[ports](references/ports.md "by name")',
    "[ports](\n  references/ports.md)",
    "![tables](tables.csv)",
    "[ports][1]\n\n[1]: references/ports.md",
    '<a href="references/ports.md">ports</a>',
    "<img src='tables.csv'>",
  ])("%s", (body) => {
    expect(check(body)).toEqual({ diagnostics: [], usedTree: false });
  });

  test.each([
    ["ref-missing", "[ports](references/harbours.md)"],
    ["ref-missing", '<a href="tables.csv of the firth">ports</a>'],
    ["ref-missing", "[ports](tables.csv(1))"],
    ["ref-wrong-case", "[ports](references/Ports.md)"],
    ["ref-escapes", "[ports](../references/ports.md)"],
  ])("but %s does: %s", (rule, body) => {
    // An escape in a paragraph is what only the parser can tell.
    const { diagnostics, usedTree } = check(`See [tables](tables.csv), a\\_b and ${body}`);
    expect(usedTree).toBe(true);
    expect(diagnostics.map((diagnostic) => diagnostic.rule)).toEqual([rule]);
  });

  test("nor is a file below two directories seen to be right: some profiles say something of it", () => {
    expect(check("a\\_b [firth](charts/north/firth.md)").usedTree).toBe(true);
  });

  test("for any body: the findings are those of a tree", () => {
    const target = fc.constantFrom(
      "references/ports.md",
      "./tables.csv",
      "references/../tables.csv",
      "references//ports.md",
      "charts/north/firth.md",
      "<tables.csv>",
      "tables.csv(1)",
      "tables\\.csv",
      "tables&period;csv",
      "tables.csv?x=(y",
      "TABLES.csv",
      "references/",
      "references%2Fports.md",
    );
    const line = fc.oneof(
      target.map((path) => `[ports](${path})`),
      target.map((path) => `![ports]( ${path} "as (they) are")`),
      target.map((path) => `[1]: ${path}`),
      target.map((path) => `<a href="${path}">`),
      target.map((path) => `<img src=${path} alt='x'>`),
      target.map((path) => `\`[ports](${path})\``),
      target.map((path) => `[a](\n> ${path})`),
      fc.constantFrom("```", "", "> quote", "- item", "<!--", "-->", "[1]", "<a href='tables.csv", "`code`", "a\\b"),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const body = lines.join("\n");
        expect(check(body).diagnostics).toEqual(check(body, true).diagnostics);
      }),
      { numRuns: 1000 },
    );
  });
});
