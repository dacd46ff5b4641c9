import { expect, it, test } from "vitest";
import { mountPath, parseMount } from "../../../src/paths/index.ts";

test.each([
  ["skills", "skills"],
  ["skills/", "skills"],
  ["./skills", "skills"],
  ["./skills//billing/./", "skills/billing"],
  [".", "."],
  ["x/..y", "x/..y"],
  ["{a}", "{a}"],
  ["a]", "a]"],
  ["acme:skills", "acme:skills"],
])("%j mounts at %j", (mountAs, path) => {
  expect(parseMount(mountAs)).toEqual({ path });
});

test.each([
  ["", "empty", "does not name a directory"],
  [" ", "empty", "does not name a directory"],
  ["s*", "glob", '"*" at character 2'],
  ["s?", "glob", '"?" at character 2'],
  ["s[1", "glob", '"[" at character 2'],
  ["skills/*/billing", "glob", '"*" at character 8'],
  ["..", "parent-segment", '".."'],
  ["../x", "parent-segment", '".."'],
  ["skills/../vendor", "parent-segment", '".."'],
  ["skills\\..\\..\\vendor", "parent-segment", '".."'],
  ["/abs/skills", "absolute", '"/"'],
  ["C:\\skills", "absolute", '"C:"'],
  ["c:/skills", "absolute", '"c:"'],
  ["C:", "absolute", '"C:"'],
  ["\\\\server\\skills", "absolute", '"\\"'],
])("%j is refused: %s", (mountAs, fault, detail) => {
  expect(parseMount(mountAs)).toEqual({ fault, detail: expect.stringContaining(detail) });
});

it("puts skills below the mount, whatever their real directory", () => {
  expect(mountPath("skills", "billing/payments")).toBe("skills/billing/payments");
  expect(mountPath("skills", ".")).toBe("skills");
  expect(mountPath(".", "pci")).toBe("pci");
  expect(mountPath(".", ".")).toBe(".");
});
