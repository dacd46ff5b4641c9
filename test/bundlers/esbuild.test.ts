/** esbuild, and the fewest assumptions: what it makes of the app runs in plain Node and in an empty context. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runNode } from "../support/consumer.ts";
import { createHarbour, type Harbour } from "./harbour.ts";
import { runInEmptyContext } from "./empty-context.ts";

describe.each([
  { size: "small", module: {}, entry: "main.js" },
  { size: "large", module: {}, entry: "main.js" },
  { size: "large", module: { content: "per-skill" }, entry: "main.js" },
  { size: "large", module: { runtime: "import" }, entry: "main.js" },
  { size: "large", module: { format: "ts" }, entry: "main.ts" },
  { size: "small", module: { format: "ts", runtime: "import" }, entry: "main.ts" },
  { size: "rows", module: {}, entry: "main.js" },
  { size: "rows", module: { format: "ts", runtime: "import" }, entry: "main.ts" },
] as const)("esbuild: $size, $module", ({ size, module, entry }) => {
  let harbour: Harbour;
  beforeAll(async () => void (harbour = await createHarbour(size, module)));
  afterAll(() => harbour.remove());

  const bundle = async (outdir: string, options: BuildOptions): Promise<void> => {
    const entryPoints = [{ in: join(harbour.dir, entry), out: "main" }];
    const result = await build({
      entryPoints,
      outdir: join(harbour.dir, outdir),
      bundle: true,
      logLevel: "silent",
      ...options,
    });
    expect(result.warnings).toEqual([]);
  };

  test("with splitting, packs stay apart", async () => {
    await bundle("split", { format: "esm", splitting: true, minify: true });
    expect(readdirSync(join(harbour.dir, "split")).length > 1).toBe(size !== "small");
    expect(await runNode(["split/main.js"], harbour.dir)).toBe(harbour.expected);
  });

  test("without splitting, in one file", async () => {
    await bundle("whole", { format: "esm" });
    expect(readdirSync(join(harbour.dir, "whole"))).toEqual(["main.js"]);
    expect(await runNode(["whole/main.js"], harbour.dir)).toBe(harbour.expected);
  });

  test("as CommonJS for Node", async () => {
    await bundle("common", { format: "cjs", platform: "node", outExtension: { ".js": ".cjs" } });
    expect(await runNode(["common/main.cjs"], harbour.dir)).toBe(harbour.expected);
  });

  test("as a classic script", async () => {
    await bundle("classic", { format: "iife", minify: true });
    const code = harbour.read("classic/main.js");
    expect(code).not.toContain("import(");
    expect(await runInEmptyContext(code)).toBe(harbour.expected);
  });
});
