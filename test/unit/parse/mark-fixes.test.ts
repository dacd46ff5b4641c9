/** The fix for text that YAML reads as an anchor quotes a value, never a line with a key. */
import { expect, test } from "vitest";
import { parseSkill } from "../../../src/index.ts";

test.each([
  ["description: &*?+'R_C: tides", 1],
  ["&*?+'R_C: ", 0],
  ["&*?+'R_C:", 0],
  ["? a\n: b\n&+1: c", 0],
  ["title: &nbsp;Tides", 1],
])("%j", (lines, count) => {
  const { diagnostics } = parseSkill(`---\n${lines}\nname: tide-tables\n---\nRead.\n`);
  const marks = diagnostics.filter(({ rule }) => rule === "yaml-anchor");
  expect(marks.flatMap(({ fixes = [] }) => fixes)).toHaveLength(count);
});
