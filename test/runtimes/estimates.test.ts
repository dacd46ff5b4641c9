/** What `--platform` says of memory and size, measured again in workerd. Times depend on the machine: `npm run estimates`. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { build } from "../../src/index.ts";
import { assess, findPlatform } from "../../src/platforms/index.ts";
import { estimateWith, type Estimates } from "../bench/compared-estimates.mjs";
import { heapInWorkerd, workerForms } from "../bench/estimates.mjs";
import { fabricateSkills } from "../bench/fabricate.mjs";
import { canMeasure } from "../bench/workerd-app.mjs";

const RECORD = join(import.meta.dirname, "../bench/estimates.json");
const { rows: recorded } = JSON.parse(readFileSync(RECORD, "utf8")) as Estimates;
const home = mkdtempSync(join(tmpdir(), "skillc-estimates-"));
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }));

describe.skipIf(!canMeasure).each([10, 100])("%i skills in workerd", (count) => {
  test("take the memory and the size that are estimated, as modules and as one file", async () => {
    const cwd = join(home, `${count}`);
    fabricateSkills(cwd, count);
    const { figures, outDir } = await build({ cwd, cache: false });
    if (figures === undefined || outDir === undefined) throw new Error("nothing was built");
    const estimated = estimateWith({ assess, findPlatform })("cloudflare-workers", figures);
    const isNear = (actual = 0, measured: number, by = 0.25): boolean => Math.abs(actual / measured - 1) < by;
    const { figures: before = figures } = recorded.find(({ skills }) => skills === count) ?? {};
    for (const key of ["rawBytes", "gzipBytes", "eagerBytes"] as const)
      expect([key, isNear(figures[key], before[key], 0.1)], "npm run estimates measures again").toEqual([key, true]);
    for (const [form, modules] of Object.entries(await workerForms(outDir))) {
      const size = [...modules.values()].reduce((sum, { length }) => sum + length, 0);
      const memory = await heapInWorkerd(modules, join(home, `${count}-${form}`));
      expect([form, isNear(estimated["raw"], size), isNear(estimated["memory"], memory)]).toEqual([form, true, true]);
    }
  });
});
