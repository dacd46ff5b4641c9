import { describe, expect, it } from "vitest";
import { loadLinkReader } from "../../../src/parse/index.ts";

const readLinks = await loadLinkReader();

/** Kind, target and the marked characters of each link. */
function links(document: string): unknown {
  return readLinks(document).links.map(({ kind, target, span }) => [
    kind,
    target,
    document.slice(span.start, span.end),
  ]);
}

describe("links of a body", () => {
  it("are found in every form, each at its target", () => {
    expect(links("[a](a.md) ![b](b.png 'B') [c](<c d.md>) [e][e] [f]\n\n[e]: e.md\n[f]: <f.md> \"F\"\n")).toEqual([
      ["link", "a.md", "a.md"],
      ["image", "b.png", "b.png"],
      ["link", "c d.md", "c d.md"],
      ["definition", "e.md", "e.md"],
      ["definition", "f.md", "f.md"],
    ]);
  });

  it("are marked at the target, not at a text that is spelt like it", () => {
    const [link] = readLinks("[a.md](a.md)").links;
    expect(link?.span).toEqual({ start: 7, end: 11 });
    expect(links("[![inner](x.md)](x.md)")).toEqual([
      ["link", "x.md", "x.md"],
      ["image", "x.md", "x.md"],
    ]);
  });

  it("with escapes are marked as a whole", () => {
    expect(links("[a](a\\_b.md)")).toEqual([["link", "a_b.md", "[a](a\\_b.md)"]]);
  });

  it("in HTML end with their quotes", () => {
    expect(links(`<a href="a b.md">x</a> <img alt="" src='c d.png'>\n\n<img src=e.png>\n`)).toEqual([
      ["html", "a b.md", "a b.md"],
      ["html", "c d.png", "c d.png"],
      ["html", "e.png", "e.png"],
    ]);
  });

  it("are none in code, comments and frontmatter", () => {
    const code = "`[a](a.md)`\n\n```\n[b](b.md)\n```\n\n    [c](c.md)\n\n<!-- [d](d.md) -->\n";
    expect(links(`---\nname: "[x](x.md)"\n---\n${code}`)).toEqual([]);
  });
});
