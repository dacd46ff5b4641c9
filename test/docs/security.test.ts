/** SECURITY.md names tests that exist for each promise. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const [, promises = ""] = readFileSync(join(ROOT, "SECURITY.md"), "utf8").split(
  /^## What is promised$|^## What is not/m,
);

test("each promise names tests, and all of them exist", () => {
  const paragraphs = promises.split("\n\n").filter((text) => text.trim() !== "");
  expect(paragraphs.length).toBeGreaterThan(8);
  for (const paragraph of paragraphs) {
    const [, tests = ""] = paragraph.split("\nTests: ");
    let before = ROOT;
    const paths = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => {
      // A file name alone is in the directory of the one before it.
      const whole = path.startsWith("test/") ? join(ROOT, path) : join(before, path);
      before = dirname(whole);
      return whole;
    });
    expect(paths, paragraph.slice(0, 40)).not.toEqual([]);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  }
});
