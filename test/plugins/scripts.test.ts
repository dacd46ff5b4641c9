/** Compiled scripts through the plugins: bundled as lazy modules, typed, rebuilt when a file that they import changes. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build as esbuild, context, type BuildResult } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { build as vite } from "vite";
import webpack from "webpack";
import esbuildPlugin from "../../src/plugins/esbuild.ts";
import vitePlugin from "../../src/plugins/vite.ts";
import webpackPlugin from "../../src/plugins/webpack.ts";
import { runNode } from "../support/consumer.ts";
import { compile, COMPILERS, STRICT } from "../types/compilers.ts";
import { createPluginProject, until, type PluginProject } from "./project.ts";

const MODULE = { module: { scripts: true } } as const;

let project: PluginProject;
beforeEach(() => {
  project = createPluginProject();
  project.write(
    "skills/one/scripts/moor.ts",
    'import { knot } from "./knot.js";\nexport const moored: string = knot;\n',
  );
  project.write("skills/one/scripts/knot.ts", 'export const knot = "bowline";\n');
  project.write(
    "main.js",
    'import { skills } from "virtual:skillc";\nconsole.log((await skills.script("one", "scripts/moor.ts")).moored);\n',
  );
});
afterEach(() => project.dispose());

const bundlers: Readonly<Record<string, () => Promise<unknown>>> = {
  esbuild: () =>
    esbuild({
      absWorkingDir: project.dir,
      entryPoints: ["main.js"],
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: "out",
      outExtension: { ".js": ".mjs" },
      plugins: [esbuildPlugin(MODULE)],
    }),
  Vite: () =>
    vite({
      root: project.dir,
      configFile: false,
      logLevel: "silent",
      plugins: [vitePlugin(MODULE)],
      build: {
        ssr: "main.js",
        outDir: "out",
        target: "es2023",
        rolldownOptions: { output: { entryFileNames: "main.mjs" } },
      },
    }),
  webpack: () =>
    new Promise((resolve, reject) => {
      const compiler = webpack({
        context: project.dir,
        entry: "./main.js",
        mode: "development",
        devtool: false,
        target: "node",
        experiments: { outputModule: true, topLevelAwait: true },
        output: { path: join(project.dir, "out"), filename: "main.mjs", module: true },
        plugins: [webpackPlugin(MODULE)],
      });
      compiler?.run((error) => compiler.close(() => (error === null ? resolve(undefined) : reject(error))));
    }),
};

test.each(Object.keys(bundlers))("%s bundles them", async (name) => {
  await bundlers[name]?.();
  expect(await runNode(["out/main.mjs"], project.dir)).toBe("bowline\n");
});

test.each(["esbuild", "webpack"])("the types that %s writes are those of the source", async (name) => {
  await bundlers[name]?.();
  const source = `import { skills } from "virtual:skillc";
export const moored: string = (await skills.script("one", "scripts/moor.ts")).moored;
export const wrong: number = (await skills.script("one", "scripts/moor.ts")).moored;
await skills.script("one", "scripts/more.ts");
`;
  project.write("app.ts", source);
  const compilerOptions = { ...STRICT, module: "nodenext", noEmit: true };
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ["app.ts", "skillc-env.d.ts"] }));
  for (const compiler of COMPILERS)
    expect((await compile(compiler, project.dir)).map(({ at }) => at)).toEqual(["app.ts:3 TS2322", "app.ts:4 TS2345"]);
});

test("watch mode sees a file that a script imports, a syntax error with its place, and the repair", async () => {
  const results: BuildResult[] = [];
  // As for any error, esbuild removes its output until the repair.
  const output = (): string => {
    const path = join(project.dir, "out.mjs");
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  const watched = await context({
    absWorkingDir: project.dir,
    entryPoints: ["main.js"],
    bundle: true,
    format: "esm",
    outfile: "out.mjs",
    logLevel: "silent",
    plugins: [
      esbuildPlugin(MODULE),
      { name: "log", setup: ({ onEnd }) => onEnd((result) => void results.push(result)) },
    ],
  });
  try {
    await watched.watch();
    await until(() => results.length === 1);
    project.write("skills/one/scripts/knot.ts", 'export const knot = "clove hitch";\n');
    await until(() => output().includes("clove hitch"));
    project.write("skills/one/scripts/knot.ts", "export const knot = ;\n");
    await until(() => (results.at(-1)?.errors.length ?? 0) > 0);
    expect(results.at(-1)?.errors.map(({ location }) => location)).toEqual([
      expect.objectContaining({ file: "skills/one/scripts/knot.ts", line: 1, column: 20 }),
    ]);
    project.write("skills/one/scripts/knot.ts", 'export const knot = "reef knot";\n');
    await until(() => output().includes("reef knot"));
  } finally {
    await watched.dispose();
  }
});

test("watch mode sees a package that a script imports: installed, changed and removed", async () => {
  const results: BuildResult[] = [];
  project.write("skills/one/scripts/moor.ts", 'export { tied as moored } from "knots";\n');
  const watched = await context({
    absWorkingDir: project.dir,
    entryPoints: ["main.js"],
    bundle: true,
    format: "esm",
    write: false,
    outfile: "out.mjs",
    logLevel: "silent",
    plugins: [
      esbuildPlugin(MODULE),
      { name: "log", setup: ({ onEnd }) => onEnd((result) => void results.push(result)) },
    ],
  });
  const text = (): string => results.at(-1)?.outputFiles?.[0]?.text ?? "";
  const errors = (): string => JSON.stringify(results.at(-1)?.errors ?? []);
  try {
    await watched.watch();
    await until(() => errors().includes("nothing provides"));
    project.write("node_modules/knots/index.js", 'exports.tied = "bowline";\n');
    project.write("node_modules/knots/package.json", '{ "name": "knots" }');
    await until(() => text().includes("bowline"));
    project.write("node_modules/knots/index.js", 'exports.tied = "clove hitch";\n');
    await until(() => text().includes("clove hitch"));
    rmSync(join(project.dir, "node_modules/knots"), { recursive: true });
    await until(() => errors().includes("nothing provides"));
  } finally {
    await watched.dispose();
  }
});
