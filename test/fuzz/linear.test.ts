/** A part of the cases, chosen by `SEED`; `npm run fuzz` measures all. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Some ten seconds of processor time. */
const COUNT = 40;

// In a process of its own, bundled: the test runner's module loader costs several times what is measured here.
test(`no time grows faster than its input (${COUNT} pieces and places)`, { timeout: 600_000 }, async () => {
  const seed = process.env["SEED"] ?? "1";
  const script = join(import.meta.dirname, "run-linear.mjs");
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, String(COUNT), seed]).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  expect(`${stderr}${stdout}`).toBe(`${COUNT} cases: 0 faults\n`);
});
