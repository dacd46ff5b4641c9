/** A value that is one YAML error after the other: the time grows with its length, not with its square. */
import { expect, test } from "vitest";
import { parseSkill } from "../../../src/index.ts";
import { processorTime } from "../../support/processor-time.ts";

/** Just what a frontmatter may have: with more, nothing of it is read. */
const BYTES = 60_000;
/** Processor time: other work on the machine does not count. Explaining each error took over 15 s. */
const LIMIT_MS = 4000;

test.each(["[^1]", "[a][b] ", '"', "&a ", "*a ", "!a ", "**a ", "*a_b ", "x:\n", "\na: `b", "\na: b: c"])(
  "%j, repeated",
  (part) => {
    const text = `---\nname: tides\ndescription: ${part.repeat(BYTES / part.length)}\n---\nRead.\n`;
    const time = processorTime(() => {
      expect(parseSkill(new TextEncoder().encode(text)).diagnostics.length).toBeGreaterThan(0);
    });
    expect(time).toBeLessThan(LIMIT_MS);
  },
);

test("of a key that is written again and again, the first hundred are reported", () => {
  const text = `---\nname: tides\ndescription: Reads tables.\n${"license: MIT\n".repeat(300)}---\nRead.\n`;
  const { diagnostics } = parseSkill(new TextEncoder().encode(text));
  expect(diagnostics.filter(({ rule }) => rule === "yaml-duplicate-key")).toHaveLength(100);
});

test("thousands of arguments are not compared with thousands of words", () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `port${index}`);
  const words = Array.from({ length: 20_000 }, (_, index) => `$purt${index}x`);
  const text = `---\nname: tides\ndescription: Reads tables.\narguments: [${names.join(", ")}]\n---\n${words.join(" ")}\n`;
  expect(processorTime(() => parseSkill(new TextEncoder().encode(text)))).toBeLessThan(LIMIT_MS);
});
