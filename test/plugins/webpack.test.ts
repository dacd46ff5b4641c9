/** `skillc/webpack` in webpack: builds, errors with places, watch mode. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import webpack, { type Configuration, type Stats } from "webpack";
import skillc from "../../src/plugins/webpack.ts";
import { runNode } from "../support/consumer.ts";
import { BROKEN, createPluginProject, skillText, until, type PluginProject } from "./project.ts";

let project: PluginProject;
beforeEach(() => void (project = createPluginProject()));
afterEach(() => project.dispose());

const options = (): Configuration => ({
  context: project.dir,
  entry: "./main.js",
  mode: "development",
  devtool: false,
  target: "node",
  experiments: { outputModule: true, topLevelAwait: true },
  output: { path: join(project.dir, "out"), filename: "main.mjs", module: true },
  plugins: [skillc()],
});

const run = (): Promise<Stats> =>
  new Promise((resolve, reject) => {
    const compiler = webpack(options());
    compiler?.run((error, stats) => {
      compiler.close(() => (error !== null ? reject(error) : resolve(stats as Stats)));
    });
  });
const problem = { file: expect.stringMatching(/skills\/one\/SKILL\.md$/), loc: { start: { line: 3, column: 13 } } };

test("a build has the skills, and fails at the place of an error", async () => {
  expect((await run()).compilation.errors).toEqual([]);
  expect(JSON.parse(await runNode(["out/main.mjs"], project.dir))).toEqual([
    ["one", "two"],
    ["Do it well.", "Do it well."],
  ]);
  expect(readFileSync(join(project.dir, ".skillc/.gitignore"), "utf8")).toBe("*\n");
  expect(readFileSync(join(project.dir, "skillc-env.d.ts"), "utf8")).toContain('declare module "virtual:skillc"');
  project.write("skills/one/SKILL.md", BROKEN);
  const { errors } = (await run()).compilation;
  expect(errors).toEqual([expect.objectContaining(problem)]);
  expect(errors[0]?.message).toContain("skills/one/SKILL.md:3:14: the value of");
});

test("a finding that is no error is a warning", async () => {
  project.write("skills/one/SKILL.md", skillText("one", "See [it](references/no.md)."));
  const { compilation } = await run();
  expect([compilation.errors.length, compilation.warnings.map(({ message }) => message)]).toEqual([
    0,
    [expect.stringContaining("references/no.md")],
  ]);
});

test("watch mode sees edits, new skills, removed and broken ones; the last good skills stay", async () => {
  const builds: Stats[] = [];
  const compiler = webpack(options());
  const watching = compiler?.watch({ aggregateTimeout: 10 }, (_error, stats) => void builds.push(stats as Stats));
  const output = (): string => {
    const path = join(project.dir, "out/main.mjs");
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  try {
    await until(() => output().includes("Do it well."));
    project.write("skills/one/SKILL.md", skillText("one", "Edited."));
    await until(() => output().includes("Edited."));
    project.write("skills/group/three/SKILL.md", skillText("three"));
    await until(() => output().includes("# three"));
    project.remove("skills/two");
    await until(() => !output().includes("# two"));
    project.write("skills/one/SKILL.md", BROKEN);
    await until(() => builds.at(-1)?.compilation.errors.length === 1);
    expect(readFileSync(join(project.dir, ".skillc/index.js"), "utf8")).toContain("Does one things");
    project.write("skills/one/SKILL.md", skillText("one", "Repaired."));
    await until(() => output().includes("Repaired."));
    expect(builds.at(-1)?.compilation.errors).toEqual([]);
  } finally {
    await new Promise((done) => watching?.close(done) ?? done(undefined));
  }
});
