/** rollup without its usual plugins: the generated module is plain ES modules with literal, relative specifiers. */
import { join } from "node:path";
import { rollup, type OutputOptions } from "rollup";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listFiles, ROOT, runNode } from "../support/consumer.ts";
import { createHarbour, type Harbour } from "./harbour.ts";
import { runInEmptyContext } from "./empty-context.ts";

/** What @rollup/plugin-node-resolve does, for the one package there is. */
const findRuntime = {
  name: "find-runtime",
  resolveId: (id: string) => (id === "skillc/runtime" ? join(ROOT, "dist/runtime/index.js") : null),
};

describe.each([
  { size: "small", module: {} },
  { size: "large", module: {} },
  { size: "large", module: { runtime: "import" } },
  { size: "rows", module: {} },
] as const)("rollup: $size, $module", ({ size, module }) => {
  let harbour: Harbour;
  beforeAll(async () => void (harbour = await createHarbour(size, module)));
  afterAll(() => harbour.remove());

  const bundle = async (options: OutputOptions): Promise<void> => {
    const warnings: string[] = [];
    const built = await rollup({
      input: join(harbour.dir, "main.js"),
      plugins: [findRuntime],
      onwarn: ({ message }) => void warnings.push(message),
    });
    await built.write(options);
    await built.close();
    expect(warnings).toEqual([]);
  };

  test("ES modules", async () => {
    await bundle({ dir: join(harbour.dir, "modules"), format: "es" });
    expect(listFiles(join(harbour.dir, "modules")).length > 1).toBe(size !== "small");
    expect(await runNode(["modules/main.js"], harbour.dir)).toBe(harbour.expected);
  });

  test("CommonJS", async () => {
    const names = { entryFileNames: "[name].cjs", chunkFileNames: "[name].cjs" };
    await bundle({ dir: join(harbour.dir, "common"), format: "cjs", ...names });
    expect(await runNode(["common/main.cjs"], harbour.dir)).toBe(harbour.expected);
  });

  test("a classic script", async () => {
    await bundle({ file: join(harbour.dir, "classic.js"), format: "iife", inlineDynamicImports: true });
    expect(await runInEmptyContext(harbour.read("classic.js"))).toBe(harbour.expected);
  });
});
