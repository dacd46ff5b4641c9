import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shorten } from "../../../src/runtime/prompt/shorten.ts";

describe("a description is cut where a reader can stop", () => {
  test.each([
    ["Extracts tables. Use it for PDFs.", 100, "Extracts tables. Use it for PDFs."],
    ["Extracts tables from PDFs. Use it when asked.", 30, "Extracts tables from PDFs."],
    ["Extracts tables, figures and captions from PDF files", 30, "Extracts tables, figures and…"],
    ["Extracts tables (also those without lines) from scans", 24, "Extracts tables…"],
    ["Extracts tables: those with lines, and others", 30, "Extracts tables: those with…"],
    ["Extracts tables and figures from files", 24, "Extracts tables and…"],
    ["Reads files, e.g. tables and figures, from disks", 30, "Reads files, e.g. tables and…"],
    ["Version 1.2.3 of the API docs and more", 20, "Version 1.2.3 of…"],
    // A sentence that ends early is worth less than the words after it.
    ["Yes. Extracts tables and figures from files", 30, "Yes. Extracts tables and…"],
    ["Supercalifragilisticexpialidocious", 10, "Supercali…"],
    ["翻译文件。把表格和图像从文件里取出来给别人看", 8, "翻译文件。"],
    ["把表格和图像从文件里取出来给别人看", 8, "把表格和图像从…"],
    ["aaaaaaa😀😀😀😀", 10, "aaaaaaa😀…"],
    ["", 10, ""],
  ])("%s", (text, limit, expected) => {
    expect(shorten(text, limit)).toBe(expected);
  });

  test.each([
    "Use this skill when the user explicitly asks to ",
    "Use when the user wants to ",
    "Use it when you need to ",
    "This skill should be used when the user asks for ",
    "Comprehensive guide for ",
    "Expert patterns for ",
    "Guide to ",
    "Skill for ",
  ])("%s goes first, and only if the text is too long", (start) => {
    expect(shorten(`${start}fill in forms`, 200)).toBe(`${start}fill in forms`);
    expect(shorten(`${start}fill in forms`, 13)).toBe("fill in forms");
    expect(shorten(`${start}fill in forms such as tax returns`, 20)).toBe("fill in forms such…");
  });

  test.each(["Used when asked to fill in forms", "Guides people who fill in forms", "Never use when the user asks"])(
    "what is no boilerplate stays: %s",
    (text) => {
      expect(shorten(`${text} and more`, text.length + 3)).toBe(`${text}…`);
    },
  );
});

test("a shortened text has at most as many characters as allowed, and is made of the beginning of the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), fc.integer({ min: 2, max: 200 }), (text, limit) => {
      const cut = shorten(text, limit);
      expect(cut.length).toBeLessThanOrEqual(Math.max(limit, 1));
      expect(text).toContain(cut.replace(/…$/, ""));
      expect(cut).not.toMatch(/[\uD800-\uDBFF]…$/);
    }),
  );
});
