/** A few kills; `npm run kills` runs 500. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { killInstaller } from "./kill-runs.ts";

test("a killed add, update or remove leaves the old or the new state, and the next command repairs it", async () => {
  const bin = join(import.meta.dirname, "../../dist/cli/bin.js");
  expect(await killInstaller({ count: 6, seed: 20261122, bin })).toEqual([]);
}, 120_000);
