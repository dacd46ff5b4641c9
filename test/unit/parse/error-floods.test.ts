/** A value that is one YAML error after the other: the time grows with its length, not with its square. */
import { expect, test } from "vitest";
import { parseSkill } from "../../../src/index.ts";

const BYTES = 80_000;
/** Processor time: other work on the machine does not count. Explaining each error took over 15 s. */
const LIMIT_MS = 4000;

test.each(["[^1]", "[a][b] ", '"', "&a ", "*a ", "!a ", "**a ", "*a_b "])("%j, repeated", (part) => {
  const text = `---\nname: tides\ndescription: ${part.repeat(BYTES / part.length)}\n---\nRead.\n`;
  const before = process.cpuUsage();
  const { diagnostics } = parseSkill(new TextEncoder().encode(text));
  const { user, system } = process.cpuUsage(before);
  expect(diagnostics.length).toBeGreaterThan(0);
  expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
});
