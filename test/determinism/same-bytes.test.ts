/** The same input gives the same bytes, wherever and whenever it is built. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changedPaths, orchardFiles, readTree, writeFiles } from "./orchard.ts";

const BIN = join(import.meta.dirname, "../../dist/bin/skillc.js");

describe("an output is the same", () => {
  let home: string;
  let project: string;
  let first: ReadonlyMap<string, string>;

  beforeAll(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-same-")));
    project = join(home, "orchard");
    writeFiles(project, orchardFiles(60));
    first = buildIn(project, [], { TZ: "UTC", LANG: "C", LC_ALL: "C" });
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test("and worth comparing: packs, binaries and both catalogs", () => {
    const paths = [...first.keys()];
    expect(paths).toEqual(expect.arrayContaining(["index.js", "index.d.ts", "catalog.json", "catalog.full.json"]));
    expect(paths.filter((path) => path.startsWith("content/p")).length).toBeGreaterThan(2);
    expect(paths.filter((path) => path.startsWith("content/b-")).length).toBeGreaterThan(5);
  });

  test("when it is built again, over the old one and from nothing", () => {
    expect(changedPaths(first, buildIn(project))).toEqual([]);
    rmSync(join(project, "generated"), { recursive: true });
    expect(changedPaths(first, buildIn(project))).toEqual([]);
  });

  test("from another working directory", () => {
    const elsewhere = join(home, "far", "away");
    mkdirSync(elsewhere, { recursive: true });
    rmSync(join(project, "generated"), { recursive: true });
    run(elsewhere, ["--config", join(project, "skillc.config.json")]);
    expect(changedPaths(first, readTree(join(project, "generated/skills")))).toEqual([]);
  });

  test("from places of any depth, when the skills are named by an absolute path", () => {
    const [near, deep] = [join(home, "near"), join(home, "much", "deeper", "down")].map((dir) => {
      mkdirSync(dir, { recursive: true });
      return buildIn(dir, [join(project, "skills"), "--mount-as", "fruit", "--set", "onInvalid=skip"]);
    });
    if (near === undefined || deep === undefined) return expect.fail("both were built");
    expect(near.size).toBeGreaterThan(5);
    expect(changedPaths(near, deep)).toEqual([]);
    expect(near.get("catalog.json")).not.toContain("../");
  });

  test.each([
    { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    { TZ: "America/St_Johns", LANG: "sv_SE.UTF-8", LC_ALL: "sv_SE.UTF-8", FORCE_COLOR: "1" },
  ])("under $TZ and $LANG", (env) => {
    rmSync(join(project, "generated"), { recursive: true });
    expect(changedPaths(first, buildIn(project, [], env))).toEqual([]);
  });

  test("at another place, with another past of its files", () => {
    const copy = join(home, "a copy", "of the orchard");
    cpSync(project, copy, { recursive: true, filter: (path) => !path.includes("generated") });
    expect(changedPaths(first, buildIn(copy))).toEqual([]);
  });

  test("and holds nothing of this machine", () => {
    const texts = [...first.values()].join("\n");
    expect(texts).not.toContain(home);
    expect(texts).not.toContain(process.cwd());
  });
});

function buildIn(
  cwd: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  run(cwd, args, env);
  return readTree(join(cwd, "generated/skills"));
}

function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { status, stderr } = spawnSync(process.execPath, [BIN, "build", ...args], {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
}
