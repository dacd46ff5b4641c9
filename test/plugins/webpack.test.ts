/** `skillc/webpack` in webpack and rspack: builds, errors with places, watch mode. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Compiler, Configuration, MultiCompiler, Stats, StatsError } from "webpack";
import skillc from "../../src/plugins/webpack.ts";
import { runNode } from "../support/consumer.ts";
import { developed, pinned } from "./bundlers.ts";
import { BROKEN, createPluginProject, skillText, until, type PluginProject } from "./project.ts";

/** What webpack and rspack share: a function, or an object that has it. */
type Bundle = (options: Configuration) => Compiler;
type BundleAll = (options: readonly Configuration[]) => MultiCompiler;
type Webpack = (Bundle & BundleAll) | { readonly rspack: Bundle & BundleAll };

const bundlers = [developed<Webpack>("webpack"), pinned<Webpack>("rspack-1"), pinned<Webpack>("rspack-2")];

let project: PluginProject;
beforeEach(() => void (project = createPluginProject()));
afterEach(() => project.dispose());

const options = (plugin = skillc(), name = "main"): Configuration => ({
  name,
  context: project.dir,
  entry: "./main.js",
  mode: "development",
  devtool: false,
  target: "node20",
  experiments: { outputModule: true },
  output: { path: join(project.dir, "out"), filename: `${name}.mjs`, module: true, chunkFormat: "module" },
  plugins: [plugin],
});
const problem = {
  file: expect.stringMatching(/skills\/one\/SKILL\.md$/),
  loc: "3:13",
  message: expect.stringMatching(/skills\/one\/SKILL\.md:3:14: the value of [^]*3 \| description: A: b\n[^]{17,}\^/),
};
const errorsOf = (stats: Stats | undefined) => stats?.toJson({ all: false, errors: true }).errors ?? [];
const output = (name = "main"): string => {
  const path = join(project.dir, `out/${name}.mjs`);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};

for (const { title, missing, load } of bundlers)
  describe.skipIf(missing)(title, () => {
    let bundle: Bundle & BundleAll;
    beforeAll(async () => {
      const loaded = await load();
      bundle = "rspack" in loaded ? loaded.rspack : loaded;
    });

    const run = (): Promise<Stats> =>
      new Promise((resolve, reject) => {
        const compiler = bundle(options());
        compiler.run((error, stats) => {
          compiler.close(() => (error === null ? resolve(stats as Stats) : reject(error)));
        });
      });

    test("a build has the skills, and fails at the place of an error", async () => {
      expect(errorsOf(await run())).toEqual([]);
      expect(JSON.parse(await runNode(["out/main.mjs"], project.dir))).toEqual([
        ["one", "two"],
        ["Do it well.", "Do it well."],
      ]);
      expect(readFileSync(join(project.dir, ".skillc/.gitignore"), "utf8")).toBe("*\n");
      expect(readFileSync(join(project.dir, "skillc-env.d.ts"), "utf8")).toContain('declare module "virtual:skillc"');
      project.write("skills/one/SKILL.md", BROKEN);
      expect(errorsOf(await run())).toEqual([expect.objectContaining(problem)]);
    });

    test("a finding that is not an error is a warning", async () => {
      project.write("skills/one/SKILL.md", skillText("one", "See [it](references/no.md)."));
      const { errors, warnings } = (await run()).toJson({ all: false, errors: true, warnings: true });
      expect([errors, warnings?.map(({ message }) => message)]).toEqual([
        [],
        [expect.stringContaining("references/no.md")],
      ]);
    });

    test("watch mode sees edits, new skills, removed and broken ones; the last good skills stay", async () => {
      // Of rspack, only the callback may ask for them: the next build clears them.
      const builds: (readonly StatsError[])[] = [];
      const compiler = bundle(options());
      compiler.watch({ aggregateTimeout: 10 }, (_error, stats) => void builds.push(errorsOf(stats)));
      const errors = () => builds.at(-1);
      try {
        await until(() => output().includes("Do it well."));
        project.write("skills/one/SKILL.md", skillText("one", "Edited."));
        await until(() => output().includes("Edited."));
        project.write("skills/group/three/SKILL.md", skillText("three"));
        await until(() => output().includes("# three"));
        project.remove("skills/two");
        await until(() => !output().includes("# two"));
        project.write("skills/one/SKILL.md", BROKEN);
        await until(() => errors()?.length === 1);
        expect(errors()).toEqual([expect.objectContaining(problem)]);
        expect(output()).toContain("Edited.");
        expect(readFileSync(join(project.dir, ".skillc/index.js"), "utf8")).toContain("Does one things");
        project.write("skills/one/SKILL.md", skillText("one", "Repaired."));
        await until(() => output().includes("Repaired.") && errors()?.length === 0);
        expect(JSON.parse(await runNode(["out/main.mjs"], project.dir))).toEqual([
          ["one", "three"],
          ["Repaired.", "Do it well."],
        ]);
        // Neither the output nor a file that is no input starts a build.
        const count = builds.length;
        project.write("notes.txt", "Buy milk.\n");
        await delay(500);
        expect(builds.length).toBe(count);
      } finally {
        await new Promise((done) => compiler.close(done));
      }
    });

    test("a start with a broken skill shows its error alone, and recovers", async () => {
      project.write("skills/one/SKILL.md", BROKEN);
      const builds: (readonly StatsError[])[] = [];
      const compiler = bundle(options());
      compiler.watch({ aggregateTimeout: 10 }, (_error, stats) => void builds.push(errorsOf(stats)));
      try {
        await until(() => builds.length > 0);
        expect(builds[0]).toEqual([expect.objectContaining(problem)]);
        project.write("skills/one/SKILL.md", skillText("one", "Repaired."));
        await until(() => output().includes("Repaired.") && builds.at(-1)?.length === 0);
        expect(JSON.parse(await runNode(["out/main.mjs"], project.dir))).toEqual([
          ["one", "two"],
          ["Repaired.", "Do it well."],
        ]);
      } finally {
        await new Promise((done) => compiler.close(done));
      }
    });

    test("compilers that share the plugin share the skills and the errors", async () => {
      const plugin = skillc();
      const compiler = bundle([options(plugin, "client"), options(plugin, "server")]);
      const counts: (readonly number[])[] = [];
      compiler.watch({ aggregateTimeout: 10 }, (_error, stats) => {
        counts.push(stats?.stats.map(({ compilation }) => compilation.errors.length) ?? []);
      });
      const outputs = (): string[] => [output("client"), output("server")];
      try {
        await until(() => outputs().every((text) => text.includes("Do it well.")));
        project.write("skills/one/SKILL.md", BROKEN);
        await until(
          () => counts.at(-1)?.join() === "1,1",
          () => JSON.stringify(counts),
        );
        project.write("skills/one/SKILL.md", skillText("one", "Repaired."));
        await until(() => outputs().every((text) => text.includes("Repaired.")) && counts.at(-1)?.join() === "0,0");
      } finally {
        await new Promise((done) => compiler.close(done));
      }
    });
  });
