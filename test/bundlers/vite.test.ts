/** Vite (and rolldown, which it runs on): server and library builds, JavaScript and TypeScript. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build, createServer, isRunnableDevEnvironment, type InlineConfig } from "vite";
import { listFiles, runNode } from "../support/consumer.ts";
import { createHarbour, type Harbour } from "./harbour.ts";

describe.each([
  { size: "small", module: {}, entry: "main.js" },
  { size: "large", module: {}, entry: "main.js" },
  { size: "large", module: { runtime: "import" }, entry: "main.js" },
  { size: "large", module: { format: "ts" }, entry: "main.ts" },
] as const)("Vite: $size, $module", ({ size, module, entry }) => {
  let harbour: Harbour;
  beforeAll(async () => void (harbour = await createHarbour(size, module)));
  afterAll(() => harbour.remove());

  const bundle = (options: NonNullable<InlineConfig["build"]>): Promise<unknown> =>
    build({ root: harbour.dir, configFile: false, logLevel: "silent", build: options });

  test("server build", async () => {
    await bundle({ ssr: entry, outDir: "server", minify: true });
    expect(listFiles(join(harbour.dir, "server")).length > 1).toBe(size === "large");
    expect(await runNode(["server/main.js"], harbour.dir)).toBe(harbour.expected);
  });

  test("library build", async () => {
    await bundle({ lib: { entry, formats: ["es"], fileName: "main" }, outDir: "library" });
    expect(await runNode(["library/main.js"], harbour.dir)).toBe(harbour.expected);
  });

  test("CommonJS library build", async () => {
    await bundle({ lib: { entry, formats: ["cjs"], fileName: "main" }, outDir: "common" });
    expect(await runNode(["common/main.cjs"], harbour.dir)).toBe(harbour.expected);
  });
});

test("Vite's development server evaluates the module", async () => {
  const harbour = await createHarbour("large");
  const server = await createServer({
    root: harbour.dir,
    configFile: false,
    logLevel: "silent",
    server: { middlewareMode: true, watch: null },
  });
  try {
    const environment = server.environments["ssr"];
    if (environment === undefined || !isRunnableDevEnvironment(environment)) throw new Error("no runnable environment");
    const { skills } = await environment.runner.import<{
      skills: { names: string[]; load(name: string): Promise<object> };
    }>("/generated/skills/index.js");
    expect(skills.names).toHaveLength(53);
    expect(await skills.load("fog-signals")).toMatchObject({ instructions: "One long blast.\r\n" });
  } finally {
    await server.close();
    harbour.remove();
  }
});
