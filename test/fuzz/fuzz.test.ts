/** Documents of fixed seeds: a few seconds, 5,000 with FUZZ=5000 (CI); `npm run fuzz` checks a million others. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const COUNT = Number(process.env["FUZZ"] ?? 1_000);

// In a process of its own, bundled: the test runner's module loader costs several times what is measured here.
test(`${COUNT} fuzzed documents: no crash, no span outside, none over a second`, { timeout: 600_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, "run.mjs"),
    String(COUNT),
    "1",
  ]);
  expect(stdout.trim().split("\n").at(-1)).toMatch(
    new RegExp(`^${COUNT} documents, seeds 1 to ${COUNT}: 0 failures; `),
  );
});
