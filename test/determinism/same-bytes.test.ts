/** The same input gives the same bytes, wherever and whenever it is built. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBinary, howToInstall } from "../support/engine-binaries.ts";
import { changedPaths, orchardFiles, readTree, writeFiles } from "./orchard.ts";

const BIN = join(import.meta.dirname, "../../dist/bin/skillc.js");

describe("an output is the same", () => {
  let home: string;
  let project: string;
  let first: ReadonlyMap<string, string>;

  beforeAll(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-same-")));
    project = join(home, "orchard");
    writeFiles(project, withPackages(orchardFiles(60)));
    first = buildIn(project, [], { TZ: "UTC", LANG: "C", LC_ALL: "C" });
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test("and worth comparing: packs, binaries, both catalogs and packages of each form", () => {
    const paths = [...first.keys()];
    const entries = ["index.js", "index.d.ts", "catalog.json", "catalog.full.json"].map((path) => `skills/${path}`);
    const manifests = ["strict/plugin.json", "market/.agents/plugins/marketplace.json", "market/LICENSE"];
    expect(paths).toEqual(expect.arrayContaining([...entries, ...manifests]));
    expect(paths.filter((path) => path.startsWith("skills/content/p")).length).toBeGreaterThan(2);
    expect(paths.filter((path) => path.startsWith("skills/content/b-")).length).toBeGreaterThan(5);
    for (const [dir, count] of [
      ["strict", 47],
      ["market", 60],
    ] as const)
      expect(paths.filter((path) => path.startsWith(dir) && path.endsWith("SKILL.md")).length).toBe(count);
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
    expect(changedPaths(first, readTree(join(project, "generated")))).toEqual([]);
  });

  test("from places of any depth, when the skills are named by an absolute path", () => {
    const [near, deep] = [join(home, "near"), join(home, "much", "deeper", "down")].map((dir) => {
      mkdirSync(dir, { recursive: true });
      return buildIn(dir, [join(project, "skills"), "--mount-as", "fruit", "--set", "onInvalid=skip"]);
    });
    if (near === undefined || deep === undefined) return expect.fail("both were built");
    expect(near.size).toBeGreaterThan(5);
    expect(changedPaths(near, deep)).toEqual([]);
    expect(near.get("skills/catalog.json")).not.toContain("../");
  });

  test.each([
    { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    { TZ: "America/St_Johns", LANG: "sv_SE.UTF-8", LC_ALL: "sv_SE.UTF-8", FORCE_COLOR: "1" },
  ])("under $TZ and $LANG", (env) => {
    rmSync(join(project, "generated"), { recursive: true });
    expect(changedPaths(first, buildIn(project, [], env))).toEqual([]);
  });

  describe.each(["node22", "node24"] as const)("by %s", (engine) => {
    const binary = findBinary(engine);
    if (binary === undefined) console.warn(`skipped: ${engine} is not there: ${howToInstall(engine)}`);

    test.skipIf(binary === undefined)("as by this Node", () => {
      rmSync(join(project, "generated"), { recursive: true });
      run(project, [], {}, binary);
      expect(changedPaths(first, readTree(join(project, "generated")))).toEqual([]);
    });
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
  return readTree(join(cwd, "generated"));
}

/** The same project, whose skills are written as packages too: those with names of the specification in closed form. */
function withPackages(files: ReturnType<typeof orchardFiles>): ReturnType<typeof orchardFiles> {
  const { outDir, emit, ...config } = JSON.parse(files.get("skillc.config.json") as string) as Record<string, unknown>;
  const include = { LICENSE: "LICENSE" };
  const outputs = [
    { outDir, emit },
    { outDir: "generated/strict", emit: ["plugin"], view: "rows", plugin: { manifests: ["agent-plugins"] } },
    { outDir: "generated/market", emit: ["plugin"], plugin: { layout: "marketplace" }, include },
  ];
  return new Map([
    ...files,
    ["LICENSE", "Fruit may be shared.\n"],
    ["package.json", '{ "name": "orchard", "version": "1.0.0", "description": "Fruit.", "author": "Orchard" }'],
    ["skills/beds/row-1/agents/openai.yaml", "interface:\n  display_name: Row\n"],
    ["skillc.config.json", JSON.stringify({ ...config, views: { rows: "skills/*/row-*" }, outputs })],
  ]);
}

function run(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  node = process.execPath,
): void {
  const { status, stderr } = spawnSync(node, [BIN, "build", ...args], {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
}
