/** webpack in production mode: for Node, as modules for the web, and as one classic script. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import webpack from "webpack";
import { listFiles, runNode } from "../support/consumer.ts";
import { createHarbour, type Harbour } from "./harbour.ts";
import { runInEmptyContext } from "./empty-context.ts";

describe.each([
  { size: "small", module: {} },
  { size: "large", module: {} },
  { size: "large", module: { runtime: "import" } },
  { size: "rows", module: {} },
] as const)("webpack: $size, $module", ({ size, module }) => {
  let harbour: Harbour;
  beforeAll(async () => void (harbour = await createHarbour(size, module)));
  afterAll(() => harbour.remove());

  /** Bundles, and gives the warnings. */
  const bundle = (outDir: string, options: webpack.Configuration): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const output = { path: join(harbour.dir, outDir), ...options.output };
      const configuration: webpack.Configuration = {
        mode: "production",
        context: harbour.dir,
        entry: "./main.js",
        ...options,
      };
      webpack({ ...configuration, output }, (failure, stats) => {
        const { errors = [], warnings = [] } = stats?.toJson({ all: false, errors: true, warnings: true }) ?? {};
        if (failure !== null || errors.length > 0) reject(failure ?? new Error(errors[0]?.message));
        else resolve(warnings.map(({ message }) => message));
      });
    });

  test("for Node", async () => {
    const warnings = await bundle("node", {
      target: "node20",
      output: { filename: "main.cjs", chunkFilename: "[id].cjs" },
    });
    expect(warnings).toEqual([]);
    expect(listFiles(join(harbour.dir, "node")).length > 1).toBe(size !== "small");
    expect(await runNode(["node/main.cjs"], harbour.dir)).toBe(harbour.expected);
  });

  test("as modules for the web, without a warning about sizes", async () => {
    const output = {
      module: true,
      filename: "main.mjs",
      chunkFilename: "[id].mjs",
      chunkFormat: "module",
      chunkLoading: "import",
    };
    const warnings = await bundle("web", { target: ["web", "es2022"], experiments: { outputModule: true }, output });
    // More than a megabyte of metadata is more than a web page should load, as webpack says.
    expect(warnings.length > 0).toBe(size === "rows");
    expect(await runNode(["web/main.mjs"], harbour.dir)).toBe(harbour.expected);
  });

  test("as one classic script for the web", async () => {
    const plugins = [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })];
    await bundle("classic", { target: ["web", "es2022"], plugins, output: { filename: "main.js" } });
    expect(listFiles(join(harbour.dir, "classic"))).toEqual(["main.js"]);
    expect(await runInEmptyContext(harbour.read("classic/main.js"))).toBe(harbour.expected);
  });
});
