/** wrangler bundles a Worker as for a deployment; what it made answers inside workerd. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../support/consumer.ts";
import { findBinary } from "../support/engine-binaries.ts";
import { OLD_WORKERD, workerdLines } from "../support/engine-workerd.ts";
import { reportSkipped } from "../support/engines.ts";
import { createHarbour, type Harbour } from "./harbour.ts";

const wrangler = findBinary("wrangler");
const workerd = findBinary("workerd");
if (wrangler === undefined) reportSkipped("wrangler");

describe.skipIf(wrangler === undefined).each([
  { size: "small", module: {} },
  { size: "large", module: {} },
  { size: "large", module: { runtime: "import" } },
  { size: "rows", module: {} },
] as const)("wrangler deploy --dry-run: $size, $module", ({ size, module }) => {
  let harbour: Harbour;
  beforeAll(async () => {
    harbour = await createHarbour(size, module);
    const config = { name: "harbour-office", main: "worker.js", compatibility_date: OLD_WORKERD.compatibilityDate };
    harbour.write({ "wrangler.json": JSON.stringify(config) });
  });
  afterAll(() => harbour.remove());

  test("needs no flag, and the bundle answers in workerd", async () => {
    const outDir = join(harbour.dir, "bundle");
    const scratch = join(harbour.dir, "scratch");
    mkdirSync(scratch);
    const env = {
      CI: "1",
      HOME: scratch,
      WRANGLER_SEND_METRICS: "false",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      WRANGLER_LOG_PATH: join(scratch, "wrangler.log"),
    };
    const { exitCode, stdout, stderr } = await run(
      process.execPath,
      [wrangler as string, "deploy", "--dry-run", "--outdir", outDir],
      { cwd: harbour.dir, env },
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).not.toMatch(/warning/i);
    expect(stdout).toContain("--dry-run: exiting now");

    const lines: string[] = [];
    for await (const line of workerdLines(workerd as string, outDir, scratch, OLD_WORKERD, "worker.js"))
      lines.push(line);
    expect(`${lines.join("\n")}\n`).toBe(harbour.expected);
  });
});
