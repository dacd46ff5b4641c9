/** Documents in which every construct of Markdown can be next to, inside or across any other. */
import fc from "./fast-check.ts";
import { NASTY_LINES } from "./nasty-lines.ts";

const PIECES: readonly string[] = [
  [..."[]()<>!*_`\\#-+>~&\"'|a \t\n\0"],
  ["![", "](", "][", "]:", "[x]", "[x]: a.md", "[y]: <b c.md> 't'", "[^1]", "(b.md)", "[a](b.md)", "![i](p.png)"],
  ["[![i](p.png)](q.md)", '[a](<b c> "t")', "[l\nm](n.md)", "[a](\nb\n)", "[a](b 'x\ny')", "[x][y]", "[x][]"],
  ['<a href="h.md">', "<a href='h.md' id=q>", "<img src=i.png>", '<div id="d">', "</a>", "<!--", "-->", "<?", "?>"],
  ["<https://example.org>", "<m@example.org>", "**", "__", "``", "```", "~~~", "\\[", "\\\n", "  \n", "\n\n", "    "],
  ["&amp;", "&copy;", "&#35;", "&#x41;", "&bogus;", "{#id}", "# ", "## ", "===", "---", "***", "- ", "10) ", "> "],
  ["b.md", "title: x", "é", "\u{1F600}", "\u00a0", "\u2028", "\uFEFF", "\r", "\r\n"],
].flat();

const LINES: readonly string[] = [
  NASTY_LINES,
  ["---", "title: [x](y)", "# H *a* `b` [c](d)", "H\n===", "h [x]\nm\n---", "## ![alt](x) <i id=z>t</i> &lt; \\# ##"],
  [
    "- a\n  - b [c](d)",
    "> q\nlazy [z](z)",
    "> - ```\n> x",
    "> ~~~\nd\n~~~",
    "~~~\nx\n~~~\n>",
    "1. [a](b)\n\n\tp [c](d)",
  ],
  ["\t- tab [a](b)", ">\t[a](b)", "    code [a](b)", "<a name='n'>", '<!-- <a href="c.md"> -->', "> <a\n> href=x>"],
  ["", "A line, and text.", "- item with text", "  more text", "2. two", "> a quote", "| a | b |", "**Bold** text"],
  ["Two\nlines\n---", "3 things", "10. ten", "(in parentheses)", "text\\", "text  ", "é text", "     ~~~", "- # h"],
  ["[x]: a.md", "[x]:\n  a.md\n  'tt'", "> [y]: z.md", "[d]: e.md\n===", "[a *b* **c** `d`](e)", "![a ![b](c)](d)"],
  ["![a <a id=z href=y> <https://b.org>](d)", "[a <https://b.org>](d)", "t\\\nmore [a](b)", "t  \nmore [a  \nb](c)"],
].flat();

/** Most are short, because a difference that needs many lines also has a short form. */
export const markdownDocument: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "", "", "---\nname: a\n---\n", "\uFEFF", "\uFEFF---\nname: a\n---\n"),
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
        { weight: 2, arbitrary: fc.constantFrom(...LINES).map((line) => `${line}\n`) },
      ),
      { maxLength: 30 },
    ),
    fc.constantFrom(undefined, "\n", "\r\n", "\r"),
  )
  .map(([start, parts, end]) => {
    const text = start + parts.join("");
    return end === undefined ? text : text.replaceAll(/\r\n|\r|\n/g, end);
  });
