import { describe, expect, test } from "vitest";
import { splitAtBlanks, splitAtSpaces, splitWords } from "../../../src/runtime/render/split-arguments.ts";

describe("as a shell does", () => {
  test.each([
    ["", []],
    ["  \t\n ", []],
    ["harbour  night\twatch\n", ["harbour", "night", "watch"]],
    ['"night watch" harbour', ["night watch", "harbour"]],
    ["'night watch' harbour", ["night watch", "harbour"]],
    ['--title="night watch"', ["--title=night watch"]],
    [`a"b'c"d`, ["ab'cd"]],
    ['"" end', ["", "end"]],
    ['"say \\"ahoy\\" \\\\ twice"', ['say "ahoy" \\ twice']],
    ["'no \\ escape'", ["no \\ escape"]],
    ["night\\ watch", ["night watch"]],
    ['\\"ahoy\\"', ['"ahoy"']],
    ["C:\\temp\\new \\d+", ["C:\\temp\\new", "\\d+"]],
    ["trailing\\", ["trailing\\"]],
  ])("%j", (text, words) => {
    expect(splitWords(text, "quotes-and-blanks")).toEqual({ words, isBalanced: true });
  });

  test.each([
    ["the captain's log", ["the", "captain's", "log"]],
    [`the captain's "night watch"`, ["the", "captain's", "night watch"]],
    ['5" nails', ['5"', "nails"]],
    [`'a 'b' c`, ["a b'", "c"]],
  ])("a quote without a partner is a character: %j", (text, words) => {
    expect(splitWords(text, "quotes-and-blanks")).toEqual({ words, isBalanced: false });
  });

  test("with the shell's own rule a backslash always vanishes", () => {
    expect(splitWords("C:\\temp \\$HOME a\\ b", "any").words).toEqual(["C:temp", "$HOME", "a b"]);
  });
});

test("other systems split more simply", () => {
  expect(splitAtBlanks(" a\u00a0b  c ")).toEqual(["a", "b", "c"]);
  expect(splitAtBlanks(" a\u00a0b\v c\f", /[ \v\f]+/)).toEqual(["a\u00a0b", "c"]);
  expect(splitAtSpaces("a  b\tc")).toEqual(["a", "", "b\tc"]);
  expect(splitAtSpaces("")).toEqual([]);
});
