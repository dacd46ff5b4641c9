/** `npm run demo` does what it says, leaves nothing behind, and notices when something is wrong. */
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, run } from "../support/consumer.ts";

const leftovers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("skillc-demo-"));

test("the demo answers from inside workerd", async () => {
  const before = leftovers();
  const { exitCode, stdout, stderr } = await run(process.execPath, [join(ROOT, "test/demo/demo.mjs")], { cwd: ROOT });
  expect([exitCode, stderr], stdout).toEqual([0, ""]);
  expect(stdout.match(/^ {3}ok: /gm)).toHaveLength(5);
  expect(stdout).toContain("ok: assets/severity-scale.png, byte for byte as on disk");
  expect(leftovers()).toEqual(before);
});
