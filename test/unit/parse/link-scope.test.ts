import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { linkScope, loadLinkReader, type LinkReader } from "../../../src/phases/2-parse/markdown.ts";

let readLinks: LinkReader;

beforeAll(async () => {
  readLinks = await loadLinkReader();
});

/** Targets that lead to a file of the skill, or try to. */
function relativeTargets(document: string): string[] {
  return readLinks(document)
    .links.map(({ target }) => target)
    .filter((target) => target !== "" && !/^(?:https?:|mailto:|tel:|data:|#)/i.test(target));
}

describe("the part of a body that is parsed for links", () => {
  test.each([
    ["no link", "# Pruning\n\nCut above a bud.\n"],
    ["links to elsewhere", "See [the guild](https://example.org/a(b)) and [mail](mailto:a@example.org).\n"],
    ["a definition of something elsewhere", "[guild]: https://example.org\n"],
    ["brackets of other kinds", "- [ ] water\n\n`rows[0]: 4`, [later]\n"],
  ])("is nothing for %s", (_what, body) => {
    expect(linkScope(body)).toBe(0);
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
  ])("holds %s", (_what, body) => {
    const document = `Before.\n\n${body}\n\nAfter.\n`;
    const scope = linkScope(document);
    expect(scope).toBeGreaterThan(0);
    const found = relativeTargets(document.slice(0, scope));
    expect(found).not.toEqual([]);
    expect(found).toEqual(relativeTargets(document));
  });

  test("ends with the paragraph of the last candidate", () => {
    const start = "See [map](maps/orchard.md)\nand the shed.\n\n";
    expect(linkScope(`${start}${"Water, prune, wait.\n\n".repeat(1000)}`)).toBe(start.length);
  });

  test("has the links of the whole", () => {
    const line = fc.constantFrom(
      "[map](maps/orchard.md)",
      "![leaf](a.png) and `[x](y)`",
      "[1]: shed.md",
      "[g]: https://example.org",
      "[map][1]",
      "[g]",
      "text",
      "```",
      "~~~",
      "    code [a](b)",
      "- item [a](b.md)",
      "> quote [c](d.md)",
      "  ```js",
      "<!-- [a](b) -->",
      "<div>",
      "</div>",
      '<a href="e.md">',
      "# [h](f.md)",
      "***",
      "1. one",
      "",
      "",
      "",
      "\\[no](link)",
      "[two\nlines](g.md)",
      "[a](\nh.md)",
      "<script>",
      "\t",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 24 }), fc.constantFrom("\n", "\r\n", "\r"), (lines, end) => {
        const document = lines.join("\n").replaceAll("\n", end);
        expect(relativeTargets(document.slice(0, linkScope(document)))).toEqual(relativeTargets(document));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["tags that never end", "<a ".repeat(50_000)],
    ["attributes without a value", `<a ${"href ".repeat(50_000)}`],
    ["opening brackets", "[".repeat(100_000)],
    ["blank targets", `](${" ".repeat(100_000)}`.repeat(2)],
    ["labels in labels", "[a]:\n".repeat(40_000)],
    ["escapes", `[${"\\]".repeat(100_000)}`],
  ])("is found in linear time in %s", (_what, body) => {
    const start = performance.now();
    linkScope(body);
    expect(performance.now() - start).toBeLessThan(1500);
  });
});
