/** Files that are not in the module, in each bundler: next to the bundle, and from Vite's dev server. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build as esbuild } from "esbuild";
import { rollup } from "rollup";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { build as vite, createServer, type InlineConfig } from "vite";
import webpack from "webpack";
import esbuildPlugin from "../../src/plugins/esbuild.ts";
import vitePlugin from "../../src/plugins/vite.ts";
import webpackPlugin from "../../src/plugins/webpack.ts";
import { runNode } from "../support/consumer.ts";
import { COMPILERS, compile, STRICT } from "../types/compilers.ts";
import { createPluginProject, type PluginProject } from "./project.ts";

const SEAL = new Uint8Array([0, 255, 128]);
const CHART = new Uint8Array(6_000_000).fill(0, 0, 1).fill(7, 1);
const nameOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const OPTIONS = { module: { assets: "copy" } } as const;

/** Prints the size of both, read from where they are next to the bundle. */
const MAIN = `
import { createSkills } from "virtual:skillc";
import { readFile } from "node:fs/promises";
const skills = createSkills({ readAsset: (path) => readFile(new URL(globalThis.place + path, import.meta.url)) });
console.log((await skills.readBytes("one", "seal.png")).length, (await skills.readBytes("one", "chart.bin")).length);
`;

let project: PluginProject;
const at = (path: string): string => join(project.dir, path);
beforeEach(() => {
  project = createPluginProject();
  writeFileSync(at("skills/one/seal.png"), SEAL);
  writeFileSync(at("skills/one/chart.bin"), CHART);
  project.write("main.js", MAIN);
});
afterEach(() => project.dispose());

const runBundle = (path: string, place = "./"): Promise<string> =>
  runNode(
    ["--input-type=module", "-e", `globalThis.place = ${JSON.stringify(place)}; await import("./${path}");`],
    project.dir,
  );
const isComplete = (dir: string): boolean =>
  [SEAL, CHART].every((bytes) => readFileSync(at(`${dir}/assets/${nameOf(bytes)}`)).equals(bytes));

describe("esbuild", () => {
  const options = (more: object): object => ({
    absWorkingDir: project.dir,
    entryPoints: ["main.js"],
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
    plugins: [esbuildPlugin(OPTIONS)],
    ...more,
  });

  test.each([
    ["outfile", { outfile: "out/main.mjs" }],
    ["outdir", { outdir: "out", outExtension: { ".js": ".mjs" } }],
  ])("writes them next to the bundle (%s), once", async (_name, more) => {
    await esbuild(options(more));
    expect(await runBundle("out/main.mjs")).toBe("3 6000000\n");
    const { ino } = statSync(at(`out/assets/${nameOf(CHART)}`));
    await esbuild(options(more));
    expect(statSync(at(`out/assets/${nameOf(CHART)}`)).ino).toBe(ino);
    // One that was damaged is repaired.
    writeFileSync(at(`out/assets/${nameOf(CHART)}`), "damaged");
    await esbuild(options(more));
    expect(isComplete("out")).toBe(true);
  });

  test("says so where it writes nothing", async () => {
    const { warnings } = (await esbuild(options({ outfile: "out/main.mjs", write: false }))) as {
      warnings: readonly { text: string }[];
    };
    expect(warnings.map(({ text }) => text)).toEqual([
      'the files of assets/ are not written, because esbuild writes no files: run "skillc build" and deploy its assets/',
    ]);
    expect(existsSync(at("out"))).toBe(false);
  });

  test("fails where they cannot be written", async () => {
    mkdirSync(at("out"));
    writeFileSync(at("out/assets"), "a file");
    const failure: unknown = await esbuild(options({ outfile: "out/main.mjs" })).catch((error: unknown) => error);
    const text = expect.stringMatching(/^out\/assets\/[0-9a-f]{64} cannot be written \((?:ENOTDIR|EEXIST)\)/);
    expect((failure as { errors: unknown }).errors).toEqual([
      expect.objectContaining({ text }),
      expect.objectContaining({ text }),
    ]);
  });
});

test("Rollup writes them next to the bundle", async () => {
  const bundle = await rollup({
    input: at("main.js"),
    external: /^node:/,
    plugins: [vitePlugin({ ...OPTIONS, cwd: project.dir })],
    onwarn: () => {},
  });
  await bundle.write({ file: at("out/main.mjs"), format: "es" });
  await bundle.close();
  expect(await runBundle("out/main.mjs")).toBe("3 6000000\n");
});

describe("Vite", () => {
  const config = (more: InlineConfig): InlineConfig => ({
    root: project.dir,
    configFile: false,
    logLevel: "silent",
    plugins: [vitePlugin(OPTIONS)],
    ...more,
  });

  test("writes them next to the bundle", async () => {
    await vite(config({ build: { ssr: "main.js", outDir: "out", target: "es2023" } }));
    expect(await runBundle("out/main.js")).toBe("3 6000000\n");
  });

  test.each(["/", "/sub/"])("serves them in development, below the base %s", async (base) => {
    const server = await createServer(config({ base, appType: "custom", server: { port: 0, ws: false } }));
    try {
      await server.listen();
      const { port } = (server.httpServer as Server).address() as AddressInfo;
      const get = (name: string): Promise<Response> => fetch(`http://localhost:${port}${base}assets/${name}`);
      await server.environments.client.transformRequest("virtual:skillc");
      for (const bytes of [SEAL, CHART]) {
        const response = await get(nameOf(bytes));
        expect(response.headers.get("content-length")).toBe(String(bytes.length));
        expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), bytes)).toBe(0);
      }
      expect((await get("0".repeat(64))).status).toBe(404);
      expect((await get("../skillc.config.json")).status).toBe(404);
    } finally {
      await server.close();
    }
  });
});

test("webpack has them in .skillc, next to the module", async () => {
  const compiler = webpack({
    context: project.dir,
    entry: "./main.js",
    mode: "development",
    devtool: false,
    target: "node",
    experiments: { outputModule: true },
    // Otherwise the address would be that of the source.
    module: { parser: { javascript: { importMeta: false, url: false } } },
    output: { path: at("out"), filename: "main.mjs", module: true },
    plugins: [webpackPlugin(OPTIONS)],
  });
  await new Promise<void>((resolve, reject) => {
    compiler?.run((error, stats) => {
      const failure = error ?? stats?.compilation.errors[0];
      compiler.close(() => (failure ? reject(failure) : resolve()));
    });
  });
  expect(isComplete(".skillc")).toBe(true);
  expect(await runBundle("out/main.mjs", "../.skillc/")).toBe("3 6000000\n");
});

test("the types of the module know the function, without a file of the output", { timeout: 120_000 }, async () => {
  await esbuild({
    absWorkingDir: project.dir,
    entryPoints: ["main.js"],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: "out/main.mjs",
    plugins: [esbuildPlugin(OPTIONS)],
  });
  const compilerOptions = { ...STRICT, noEmit: true, module: "preserve", moduleResolution: "bundler" };
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["skillc-env.d.ts", "app.ts"] }));
  project.write(
    "app.ts",
    `import { createSkills, skills, type SkillName } from "virtual:skillc";
const name: SkillName = "one";
export const body = createSkills({ readAsset: () => null }).readBytes(name, "seal.png");
export const wrong: SkillName = "three";
export const text: Promise<string> = skills.load(name).then(({ instructions }) => instructions);
`,
  );
  rmSync(at("out"), { recursive: true });
  for (const compiler of COMPILERS)
    expect((await compile(compiler, project.dir)).map((message) => message.at)).toEqual(["app.ts:4 TS2322"]);
});
