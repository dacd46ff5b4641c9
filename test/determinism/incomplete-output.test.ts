/**
 * A failure in the middle of the moves: what loads is complete, old or new, the message says what is what, and the next
 * build repairs it.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { build, type BuildResult } from "../../src/api/build.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { plainNames } from "../support/emitted-files.ts";
import { changedPaths, readTree } from "./orchard.ts";

/** Fails a call for some paths, after a number of successful ones. */
const fault = vi.hoisted(() => ({ call: "", code: "", isHit: (_path: string): boolean => false }));

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const refuse = (call: string, path: unknown): void => {
    if (call !== fault.call || !fault.isHit(String(path))) return;
    throw Object.assign(new Error(fault.code), { code: fault.code });
  };
  return {
    ...fs,
    renameSync: (from: string, to: string) => (refuse("rename", to), fs.renameSync(from, to)),
    rmSync: (path: string, options: object) => (refuse("rm", path), fs.rmSync(path, options)),
  };
});

const skill = (text: string): string =>
  `---\nname: ebb\ndescription: ${text}. Use before a landing.\n---\n${text}. See [notes](notes.md) and [b](b.bin).\n`;
const outputs = [
  { outDir: "out/a", emit: ["module" as const, "json" as const], module: { content: "packs" as const } },
  { outDir: "out/b", emit: ["module" as const, "json-full" as const], module: { content: "packs" as const } },
];

let project: Project;
const at = (path: string): string => join(project.dir, path);
const run = (): Promise<BuildResult> => build({ cwd: project.dir, overrides: { outputs } });
const trees = (): ReadonlyMap<string, string> =>
  new Map([...readTree(at("out"))].map(([path, text]) => [`out/${path}`, text]));
const isLeftover = (name: string): boolean => /staging|lock/.test(name);
const fail = (call: string, isHit: (path: string) => boolean, code = "EACCES"): void =>
  void Object.assign(fault, { call, isHit, code });

beforeEach(async () => {
  project = createProject({
    "skills/ebb/SKILL.md": skill("Look"),
    "skills/ebb/notes.md": "Ebb.\n",
    "skills/ebb/b.bin": "b",
  });
  await run();
  // Another text, and another type in the declarations.
  project.write({ "skills/ebb/SKILL.md": skill("Look again"), "skills/ebb/b.bin": "\0" });
});

afterEach(() => {
  fault.call = "";
  project.remove();
});

/** Every file that an index imports, directly or not. */
function closure(dir: string, tree: ReadonlyMap<string, string>): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const [, to = ""] of (tree.get(path) ?? "").matchAll(/(?:from |import\()"\.\/([^"]+)"/g))
      visit(`${dir}/${to}`);
  };
  visit(`${dir}/index.js`);
  return [...seen].sort();
}

/** Whether what an index imports is, byte for byte, what another tree has for it. */
function isWhole(dir: string, is: ReadonlyMap<string, string>, was: ReadonlyMap<string, string>): boolean {
  const files = closure(dir, is);
  return files.length > 3 && files.every((path) => is.has(path) && is.get(path) === was.get(path));
}

describe("a failure", () => {
  test("while parts are added leaves everything as it was", async () => {
    const before = trees();
    for (const dir of ["out/a", "out/b"]) {
      fail("rename", (path) => path.includes(dir) && plainNames(path).endsWith("content.js"));
      const { exitCode, diagnostics } = await run();
      expect([exitCode, diagnostics.map(({ rule }) => rule)]).toEqual([2, ["output-unwritable"]]);
      expect(plainNames(diagnostics[0]?.message ?? "")).toBe(`"${dir}/content.js" cannot be written (EACCES)`);
      expect(changedPaths(before, trees())).toEqual([]);
    }
  });

  test("of the manifest leaves everything as it was", async () => {
    const before = trees();
    for (const dir of ["out/a", "out/b"]) {
      fail("rename", (path) => path.includes(dir) && path.endsWith("manifest.json"));
      const { diagnostics } = await run();
      expect(diagnostics.map(({ rule }) => rule)).toEqual(["output-unwritable"]);
      expect(changedPaths(before, trees())).toEqual([]);
    }
  });

  test.each([
    ["out/a", "index.d.ts", []],
    ["out/b", "index.d.ts", ["out/a/index.d.ts", "out/a/catalog.json"]],
    ["out/a", "index.js", ["out/a/index.d.ts", "out/a/catalog.json", "out/b/index.d.ts", "out/b/catalog.full.json"]],
    [
      "out/b",
      "index.js",
      ["out/a/index.d.ts", "out/a/catalog.json", "out/b/index.d.ts", "out/b/catalog.full.json", "out/a/index.js"],
    ],
  ])("of %s/%s names the files that are new, and each index loads a complete build", async (dir, name, replaced) => {
    const old = trees();
    fail("rename", (path) => path.includes(dir) && basename(path) === name, "EPERM");
    const { exitCode, diagnostics } = await run();
    expect(exitCode).toBe(2);
    const names = replaced.map((path) => `"${path}"`).join(", ");
    const said = `"${dir}/${name}" cannot be written (EPERM)`;
    expect(diagnostics.map(({ rule, message }) => [rule, message])).toEqual([
      replaced.length === 0 ? ["output-unwritable", said] : ["output-incomplete", `${said}; already new: ${names}`],
    ]);
    const mixed = trees();
    const entries = [...mixed.keys()].filter((path) => old.has(path) && !path.includes("manifest"));
    expect(entries.filter((path) => mixed.get(path) !== old.get(path)).sort()).toEqual([...replaced].sort());
    fault.call = "";
    expect((await run()).ok).toBe(true);
    const done = trees();
    for (const one of ["out/a", "out/b"])
      expect(isWhole(one, mixed, replaced.includes(`${one}/index.js`) ? done : old)).toBe(true);
    expect(
      [...done.keys()].filter((path) => closure("out/a", old).includes(path) && !path.endsWith("index.js")),
    ).toEqual(closure("out/a", old).filter((path) => /runtime-/.test(path)));
    expect(readdirSync(at("out/a")).filter(isLeftover)).toEqual([]);
    expect((await build({ cwd: project.dir, overrides: { outputs }, verify: true })).ok).toBe(true);
  });

  test("of a deletion is a warning, and the next build removes the file", async () => {
    fail("rm", (path) => path.includes("out/a/content/"));
    const { ok, diagnostics } = await run();
    expect([ok, diagnostics.map(({ rule }) => rule)]).toEqual([true, ["output-obsolete-left"]]);
    expect(readdirSync(at("out/a/content"))).toHaveLength(2);
    // The manifest says that it may be there.
    expect((await build({ cwd: project.dir, overrides: { outputs }, verify: true })).ok).toBe(true);
    fault.call = "";
    expect((await run()).ok).toBe(true);
    expect(readdirSync(at("out/a/content"))).toHaveLength(1);
    expect(readFileSync(at("out/a/.skillc-manifest.json"), "utf8")).not.toContain("previous");
  });

  test("of a manifest that is a directory is found before anything is changed", async () => {
    rmSync(at("out/a/.skillc-manifest.json"));
    mkdirSync(at("out/a/.skillc-manifest.json/x"), { recursive: true });
    const before = trees();
    const { exitCode, diagnostics } = await run();
    expect([exitCode, diagnostics.map(({ rule }) => rule)]).toEqual([2, ["output-unwritable"]]);
    expect(changedPaths(before, trees())).toEqual([]);
  });
});
