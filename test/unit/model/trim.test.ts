/** What is cut from the ends of texts. */
import { expect, test } from "vitest";
import { trimEndOf, trimOf, withoutYamlComment } from "../../../src/model/trim.ts";

test.each([
  ["a/b//", "/", "a/b", "a/b"],
  ["//a/", "/", "//a", "a"],
  ["-./a.-", ".-", "-./a", "/a"],
  ["///", "/", "", ""],
  ["", "/", "", ""],
  ["a", "", "a", "a"],
])("%j without %j is %j at its end, and %j", (text, characters, end, both) => {
  expect([trimEndOf(text, characters), trimOf(text, characters)]).toEqual([end, both]);
});

test.each([
  ["a # b", "a"],
  ["a \t# b # c", "a"],
  ["a#b", "a#b"],
  ["#a", "#a"],
  [" #a", ""],
  ["a ", "a "],
])("%j without its comment is %j", (line, expected) => {
  expect(withoutYamlComment(line)).toBe(expected);
});
