/** Compiled scripts: what decides their bytes, what they may read, and that nothing of them runs at build time. */
import { existsSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { build, createCompiler, createMemoryHost, type BuildResult, type UserConfig } from "../../src/index.ts";
import { createProject, listFiles, type Files, type Project } from "../support/consumer.ts";

const SKILL =
  "---\nname: mooring\ndescription: Chooses lines and knots for a berth. Use when a boat is moored.\n---\n\nRun `scripts/moor.ts`.\n";
const KNOTS: Files = {
  "package.json": '{ "private": true }',
  "node_modules/knots/package.json": '{ "name": "knots", "version": "1.0.0", "main": "index.js" }',
  "node_modules/knots/index.js": "/*! knots, MIT */ exports.tie = (rope) => `tied ${rope}`;\n",
  "skills/mooring/SKILL.md": SKILL,
  "skills/mooring/scripts/moor.ts": 'import { tie } from "knots";\nexport const moored: string = tie("hemp");\n',
};

let projects: Project[] = [];
afterEach(() => {
  for (const project of projects) project.remove();
  projects = [];
});

function create(files: Files, prefix?: string): Project {
  const project = createProject(files, prefix);
  projects.push(project);
  return project;
}

const run = (project: Project, more: UserConfig = {}): Promise<BuildResult> =>
  build({ cwd: project.dir, overrides: { ...more, module: { scripts: true, ...more.module } } });

const scriptsOf = (project: Project, outDir = "generated/skills"): readonly string[] =>
  listFiles(join(project.dir, outDir)).filter((path) => path.startsWith("scripts/"));

test("the same input gives the same bytes in every directory, with the licenses of packages and no path of the machine", async () => {
  const texts: string[] = [];
  for (const prefix of ["skillc-a-", "skillc-another-"]) {
    const project = create({ ...KNOTS, "tsconfig.json": '{ "compilerOptions": { "target": "es5" } }' }, prefix);
    expect((await run(project)).ok).toBe(true);
    const [script = ""] = scriptsOf(project);
    texts.push(script + project.read(`generated/skills/${script}`) + project.read("generated/skills/index.js"));
    expect(texts.at(-1)).not.toContain(realpathSync(project.dir));
    expect((await build({ cwd: project.dir, verify: true, overrides: { module: { scripts: true } } })).ok).toBe(true);
  }
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).toContain("knots, MIT");
});

test("nothing of a script runs at build time", async () => {
  const project = create({
    "skills/mooring/SKILL.md": SKILL,
    "skills/mooring/scripts/moor.js": 'globalThis.ran = true;\nthrow new Error("it runs");\n',
  });
  expect((await run(project)).ok).toBe(true);
  expect("ran" in globalThis).toBe(false);
  expect(scriptsOf(project)).toHaveLength(1);
});

test("without the option there are no scripts, and its end deletes them", async () => {
  const project = create(KNOTS);
  await build({ cwd: project.dir });
  expect(scriptsOf(project)).toEqual([]);
  expect(project.read("generated/skills/index.d.ts")).not.toContain("SkillScripts");
  await run(project);
  expect(scriptsOf(project)).toHaveLength(1);
  await build({ cwd: project.dir });
  expect(scriptsOf(project)).toEqual([]);
});

test("a package that needs another platform is reported for the script, with the place in the package", async () => {
  const project = create({ ...KNOTS, "node_modules/knots/index.js": '\nexports.tie = require("fs").readFileSync;\n' });
  const { diagnostics } = await run(project);
  expect(diagnostics.map(({ rule, file, message }) => [rule, file, message])).toEqual([
    [
      "script-needs-platform",
      "skills/mooring/scripts/moor.ts",
      'the script imports "fs", which not every platform has',
    ],
  ]);
  expect(scriptsOf(project)).toEqual([]);
  // Packages ask in this way whether a module is there.
  project.write({
    "node_modules/knots/index.js": 'let fs; try { fs = require("fs") } catch {}\nexports.tie = (rope) => [rope, fs];\n',
  });
  expect((await run(project)).diagnostics).toEqual([]);
  expect(scriptsOf(project)).toHaveLength(1);
});

test("a link out of the skill is not followed, and neither is a file that the skill does not ship", async () => {
  const project = create({
    "secret.json": '{ "key": "swordfish" }',
    "skills/mooring/SKILL.md": SKILL,
    "skills/mooring/.env.json": '{ "key": "swordfish" }',
    "skills/mooring/scripts/moor.ts":
      'import linked from "./linked.json";\nimport env from "../.env.json";\nimport url from "file:///etc/hostname";\nexport default [linked, env, url];\n',
  });
  symlinkSync(join(project.dir, "secret.json"), join(project.dir, "skills/mooring/scripts/linked.json"));
  const { diagnostics, ok } = await run(project, {
    rules: { "script-invalid": "warning", "symlink-escape": "warning" },
  });
  expect(ok).toBe(true);
  const faults = diagnostics.filter(({ rule }) => rule === "script-invalid").map(({ message }) => message);
  expect(faults).toEqual(
    ["./linked.json", "../.env.json", "file:///etc/hostname"].map(
      (path) => `the script cannot be compiled: "${path}" is not a file of the skill`,
    ),
  );
  for (const path of listFiles(join(project.dir, "generated")))
    expect(project.read(`generated/${path}`)).not.toContain("swordfish");
});

test("each output has the scripts of its view, for its platform", async () => {
  const project = create({
    ...KNOTS,
    "skills/keys/SKILL.md":
      "---\nname: keys\ndescription: Finds the key of a shed. Use when a door is locked.\n---\n\nRun `scripts/open.ts`.\n",
    "skills/keys/scripts/open.ts": 'import { readFileSync } from "node:fs";\nexport default readFileSync;\n',
  });
  const { diagnostics } = await build({
    cwd: project.dir,
    overrides: {
      views: { keys: "skills/keys", mooring: "skills/mooring" },
      outputs: [
        { outDir: "out/node", view: "keys", platform: "node", module: { scripts: true } },
        { outDir: "out/edge", platform: "vercel-edge", module: { scripts: "untyped" } },
        { outDir: "out/plain" },
      ],
    },
  });
  expect(diagnostics.map(({ rule, message }) => [rule, message])).toEqual([
    ["script-needs-platform", 'the script imports "node:fs", which Vercel Edge does not have'],
  ]);
  const names = (outDir: string): string[] =>
    scriptsOf(project, outDir).map((path) => path.replace(/-[\da-f]+\.js$/, ""));
  expect([names("out/node"), names("out/edge"), names("out/plain")]).toEqual([["scripts/open"], ["scripts/moor"], []]);
  expect(project.read("out/node/index.d.ts")).toContain('typeof import("../../skills/keys/scripts/open.ts")');
  expect(project.read("out/edge/index.d.ts")).toContain('"scripts/moor.ts": Readonly<Record<"moored", unknown>>');
});

test("drafts and memory are as good as a disk", async () => {
  const host = createMemoryHost({
    "skills/mooring/SKILL.md": SKILL,
    "skills/mooring/scripts/moor.ts": 'export { berth } from "./berth";\n',
    "skills/mooring/scripts/berth.ts": "export const berth: number = 4;\n",
  });
  const compiler = createCompiler({ host, config: false, overrides: { module: { scripts: true } } });
  const codes = async (): Promise<readonly string[]> => {
    const { outputs, diagnostics } = await compiler.rebuild();
    expect(diagnostics().map(({ message }) => message)).toEqual([]);
    return [...outputs()].flatMap(({ path, chunks }) => (path.startsWith("scripts/") ? [[...chunks()].join("")] : []));
  };
  const both = (value: string): unknown[] => [expect.stringContaining(value), expect.stringContaining(value)];
  expect(await codes()).toEqual(both("=4;"));
  compiler.setDraft("skills/mooring/scripts/berth.ts", "export const berth: number = 7;\n");
  expect(await codes()).toEqual(both("=7;"));
  await compiler.dispose();
});

test("an installation of skills has scripts without the types of their source", async () => {
  const project = create({
    "package.json": '{ "private": true, "dependencies": { "acme": "1.0.0" } }',
    "node_modules/acme/package.json": '{ "name": "acme", "version": "1.0.0" }',
    "node_modules/acme/skills/mooring/SKILL.md": SKILL,
    "node_modules/acme/skills/mooring/scripts/moor.ts": "export const moored: boolean = true;\n",
  });
  const { diagnostics } = await run(project, { sources: [{ package: "acme" }] });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(scriptsOf(project)).toHaveLength(1);
  expect(project.read("generated/skills/index.d.ts")).toContain('Readonly<Record<"moored", unknown>>');
  expect(existsSync(join(project.dir, "generated/skills/index.js"))).toBe(true);
});
