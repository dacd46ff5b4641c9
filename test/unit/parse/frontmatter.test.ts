import { describe, expect, it } from "vitest";
import { cutFrontmatter } from "../../../src/parse/frontmatter.ts";

/** The two pieces of a document that has frontmatter. */
function pieces(text: string): { block: string; fence: string; body: string } | string {
  const cut = cutFrontmatter(text);
  if (cut.kind !== "found") return cut.kind;
  expect(text.slice(cut.span.start, cut.span.end)).toBe(cut.text);
  return { block: cut.text, fence: text.slice(cut.fence.start, cut.fence.end), body: text.slice(cut.bodyStart) };
}

describe("a frontmatter", () => {
  it.each([
    ["---\nname: pdf\n---\n# Body\n", { block: "name: pdf\n", fence: "---", body: "# Body\n" }],
    ["---\r\nname: pdf\r\n---\r\n# Body\r\n", { block: "name: pdf\r\n", fence: "---", body: "# Body\r\n" }],
    ["---\rname: pdf\r---\r# Body\r", { block: "name: pdf\r", fence: "---", body: "# Body\r" }],
    ["--- \t\nname: pdf\n---\t \n# Body", { block: "name: pdf\n", fence: "--- \t", body: "# Body" }],
    ["\uFEFF---\nname: pdf\n---\nx", { block: "name: pdf\n", fence: "---", body: "x" }],
    ["---\nname: pdf\n---", { block: "name: pdf\n", fence: "---", body: "" }],
    ["---\n---\n", { block: "", fence: "---", body: "" }],
    ["---\n---\n---\n", { block: "", fence: "---", body: "---\n" }],
    ["---\nx: |\n  ---\n---\n---\n", { block: "x: |\n  ---\n", fence: "---", body: "---\n" }],
    ["---\nx: a --- b\n---\n", { block: "x: a --- b\n", fence: "---", body: "" }],
    ["---\n---- \n--- x\n ---\n---\nb", { block: "---- \n--- x\n ---\n", fence: "---", body: "b" }],
  ])("%j", (text, expected) => {
    expect(pieces(text)).toEqual(expected);
  });
});

describe("a frontmatter without an end", () => {
  it.each([
    ["---", undefined],
    ["---\nname: pdf\n# Body\n", undefined],
    ["---\nname: pdf\n---# Body\n", "---# Body"],
    ["---\nname: pdf\n----\n", "----"],
    ["---\nname: pdf\n ---\n", " ---"],
    ["---\nname: pdf\n...\n", "..."],
    ["---\nname: pdf\n———\n", "———"],
    ["---\nname: pdf\n--\n- item\n", "--"],
    ["---\nname: pdf\n-- item\n", undefined],
  ])("%j is nearly closed by %j", (text, closer) => {
    const cut = cutFrontmatter(text);
    if (cut.kind !== "unterminated") return expect.fail(cut.kind);
    const { nearCloser } = cut;
    expect(nearCloser && text.slice(nearCloser.start, nearCloser.end)).toBe(closer);
    expect(cut.bodyStart).toBe(0);
  });
});

describe("the text instead of a fence", () => {
  it.each([
    ["", "empty", ""],
    ["\uFEFF", "empty", ""],
    [" \n\t\r\n", "empty", " "],
    ["\n\r\n---\nname: pdf\n---\n", "blank-lines", "---"],
    ["<!-- made by hand -->\n---\nname: pdf\n---\n", "comment-before", "<!-- made by hand -->"],
    ["<!--\nby hand\n-->\n\n---\nname: pdf\n---\n", "comment-before", "<!--"],
    ["<!-- a --> text\n---\nname: pdf\n---\n", "text-before", "<!-- a --> text"],
    ["\u200B---\nname: pdf\n---\n", "invisible-before", "\u200B"],
    ["--\nname: pdf\n--\n", "odd-fence", "--"],
    ["———\nname: pdf\n———\n", "odd-fence", "———"],
    ["***\n\nA rule, and no keys below it.\n", "none", "***"],
    ['+++\nname = "pdf"\n+++\n', "toml", "+++"],
    ["# PDF\n\n---\ndescription: x\n---\n", "text-before", "# PDF"],
    ["```yaml\n---\nname: pdf\n---\n```\n", "code-fence", "```yaml"],
    ["--- name: pdf\n---\n", "fence-text", " name: pdf"],
    ["---\u00A0\nname: pdf\n---\n", "fence-blank", "\u00A0"],
    ["-----\nname: pdf\n-----\n", "more-dashes", "-----"],
    ["  ---\nname: pdf\n---\n", "indented", "  ---"],
    ["name: pdf\ndescription: x\n---\n", "bare-keys", "name: pdf"],
    ["license: MIT\nname: pdf\n---\n# PDF\n", "bare-keys", "license: MIT"],
    ["# PDF\n\nFills forms.\n", "none", "# PDF"],
    ["# PDF\n\n---\n\nA rule, and no keys below it.\n", "none", "# PDF"],
    ["```sh\nls\n```\n", "none", "```sh"],
    ["Note: this is prose.\n", "none", "Note: this is prose."],
    [`# PDF\n${"line\n".repeat(60)}---\nname: pdf\n---\n`, "none", "# PDF"],
  ])("%j is told as %s", (text, nearMiss, marked) => {
    const cut = cutFrontmatter(text);
    if (cut.kind !== "missing") return expect.fail(cut.kind);
    expect([cut.nearMiss, text.slice(cut.at.start, cut.at.end)]).toEqual([nearMiss, marked]);
    expect(cut.bodyStart).toBe(text.startsWith("\uFEFF") ? 1 : 0);
  });
});
