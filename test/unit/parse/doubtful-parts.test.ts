import fc from "../../support/fast-check.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { doubtfulParts, loadLinkReader, type LinkReader } from "../../../src/parse/index.ts";
import { NASTY_LINES } from "../../support/nasty-lines.ts";
import { processorTime } from "../../support/processor-time.ts";

let readLinks: LinkReader;

beforeAll(async () => {
  readLinks = await loadLinkReader();
});

type FoundLink = readonly [start: number, kind: string, target: string];

/** Links to a file of the skill, or what tries to be one, in order. */
function relativeLinks(document: string, from = 0): FoundLink[] {
  return readLinks(document)
    .links.filter(({ target }) => target !== "" && !/^(?:https?:|mailto:|tel:|data:|#)/i.test(target))
    .map(({ span, kind, target }) => [span.start + from, kind, target]);
}

/** Those that are found in the doubtful parts, each read by itself. */
function foundLinks(body: string): FoundLink[] {
  return doubtfulParts(body).flatMap(({ start, end }) => relativeLinks(body.slice(start, end), start));
}

const sorted = (links: readonly FoundLink[]): FoundLink[] =>
  links.toSorted(([one, , first], [two, , second]) => one - two || (first < second ? -1 : 1));

describe("the parts of a body that need a tree", () => {
  test.each([
    ["no link", "# Pruning\n\nCut above a bud.\n"],
    ["links to elsewhere", "See [the guild](https://example.org/a(b)) and [mail](mailto:a@example.org).\n"],
    ["a definition of something elsewhere", "[guild]: https://example.org\n"],
    ["brackets of other kinds", "- [ ] water\n\n`rows[0]: 4`, [later]\n"],
  ])("are none for %s", (_what, body) => {
    expect(doubtfulParts(body)).toEqual([]);
  });

  test.each([
    ["a link", "[map](maps/orchard.md)"],
    ["an image", "![leaf](assets/leaf.png)"],
    ["a target on the next line", "[map](\n  maps/orchard.md)"],
    ["a target in angle brackets", "[map](<maps/the orchard.md>)"],
    ["a definition", "[map][1]\n\n[1]: maps/orchard.md"],
    ["a definition in a quote", "> [1]: maps/orchard.md"],
    ["a definition in a list", "1. - [1]: maps/orchard.md"],
    ["a definition over two lines", "[1]:\n  maps/orchard.md"],
    ["HTML", '<img alt="leaf"\n  src="assets/leaf.png">'],
    ["a link in a heading with Windows line ends", "# See [map](maps/orchard.md)\r\n\r\nMore.\r\n"],
  ])("hold %s", (_what, body) => {
    const document = `Before.\n\n${body}\n\nAfter.\n`;
    const found = foundLinks(document);
    expect(found).not.toEqual([]);
    expect(found).toEqual(relativeLinks(document));
  });

  test.each([
    ["in a sentence", "See [map](maps/orchard.md) and ![leaf](leaf.png).\n"],
    ["in a list, below code", "```\n[no](no.md)\n```\n\n- **[map](map.md)**: 5 > 4\n  - [shed](../shed.md)\n"],
    ["in a table", "| a | b |\n| - | - |\n| [map](map.md) | b |\n"],
    ["next to brackets", "- [ ] [map](map.md) [later]\n"],
    ["next to code", "See `a` and [`map`](map.md), not `` `[b](b.md) `` or `<img src=c.png>`.\n"],
    ["below a quotation with a fence", "> ```\n> # no\n\n[map](map.md)\n"],
    ["below code whose last fence is indented", "```\n[no](no.md)\n  ```\n\n[map](map.md)\n"],
    ["below HTML with a fence", "<Good>\n```\n</Good>\n\n[map](map.md)\n"],
  ])("hold each link %s", (_what, body) => {
    expect(foundLinks(body)).not.toEqual([]);
    expect(sorted(foundLinks(body))).toEqual(sorted(relativeLinks(body)));
  });

  test("are the sections of the candidates, up to top-level headings", () => {
    const section = "## Maps\n\nSee \\a [map](maps/orchard.md)\n\n- > ## Not of its own\n\n```\n# In code\n```\n";
    const body = `# Trees\n\nWater.\n\n${section}# Sheds\n\nWait.\n`;
    expect(doubtfulParts(body).map(({ start, end }) => body.slice(start, end))).toEqual([section]);
  });

  test("are the whole body after a byte order mark", () => {
    const body = "\uFEFF~~~[a](b.md)\n~~~\n";
    expect(doubtfulParts(body)).toEqual([{ start: 0, end: body.length }]);
    expect(foundLinks(body)).toEqual([]);
  });

  test("are not those of targets that are right", () => {
    const body = "# One\n\n\\a [map](map.md)\n\n# Two\n\n\\a [shed](shed.md)\n";
    const parts = doubtfulParts(body, (target) => target === "map.md");
    expect(parts).toEqual([{ start: body.indexOf("# Two"), end: body.length }]);
  });

  test("have the links of the whole", () => {
    const line = fc.constantFrom(
      ...NASTY_LINES,
      "[map](maps/orchard.md)",
      "![leaf](a.png) and `[x](y)`",
      "[1]: shed.md",
      "[g]: https://example.org",
      "[map][1]",
      "[g]",
      "    code [a](b)",
      "- item [a](b.md)",
      "> quote [c](d.md)",
      "<!-- [a](b) -->",
      '<a href="e.md">',
      "# [h](f.md)",
      "  # Trees",
      "> # Trees",
      "[two",
      "***",
      "\\[no](link)",
      "[two\nlines](g.md)",
      "[a](\nh.md)",
      "\t",
      "see [i](i.md) and ![j](j.png), 5 < 6",
      "- **[k](k.md)**: k",
      "    - [l](l.md)",
      "-     [m](m.md)",
      "[n][1](n.md)",
      "![o [p](p.md)",
      "q](q.png)",
      '[r](r.md "t [s](s.md)")',
      "[t]:",
      "</div>",
      "<Good>",
      "</Good> ",
      "[u [v](v.md) u](u.md)",
      "[](w.md)",
      "[x.md](x.md) ![y.md](y.md)",
      "\u00a0",
      "**a [z](z.md)",
      "see `a` and [`b`](aa.md) or `[c](ab.md)`",
      "`a [d](ac.md)",
      "[e](`ad`)",
      "[f](ae.md`) g`",
      "[h `i](af.md) j`",
      "`` ` [k](ag.md) `` [l](ah.md)",
      "`<a href=ai.md>` [m](aj.md)",
      "     ~~~",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 24 }), fc.constantFrom("\n", "\r\n", "\r"), (lines, end) => {
        const document = lines.join("\n").replaceAll("\n", end);
        expect(sorted(foundLinks(document))).toEqual(sorted(relativeLinks(document)));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ["tags that never end", "<a ".repeat(50_000)],
    ["attributes without a value", `<a ${"href ".repeat(50_000)}`],
    ["opening brackets", "[".repeat(100_000)],
    ["a link below each of many headings", "# Trees\n\n[map](map.md)\n\n".repeat(50_000)],
    ["blank targets", `](${" ".repeat(100_000)}`.repeat(2)],
    ["labels in labels", "[a]:\n".repeat(40_000)],
    ["escapes", `[${"\\]".repeat(100_000)}`],
  ])("are found in linear time in %s", (_what, body) => {
    expect(processorTime(() => doubtfulParts(body))).toBeLessThan(1500);
  });
});
