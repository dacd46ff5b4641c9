/** Several outputs in one build: all or none, each with its own part of the catalog. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import type { Catalog } from "../../src/runtime/catalog/catalog.ts";
import { createProject, type Project } from "../support/consumer.ts";
import { runCli } from "../support/run-cli.ts";

const skill = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\nLook.\n`;

const CONFIG = {
  views: { sea: "skills/ebb", sky: ["skills/stars"], both: "skills/*" },
  outputs: [
    { outDir: "generated/app" },
    { outDir: "generated/edge", view: "sea", platform: "cloudflare-workers", emit: ["json", "json-full"] },
  ],
};

let project: Project;
const at = (path: string): string => join(project.dir, path);
const catalogOf = (dir: string): Catalog => JSON.parse(readFileSync(at(`${dir}/catalog.json`), "utf8")) as Catalog;

beforeEach(() => {
  project = createProject({
    "skillc.config.json": JSON.stringify(CONFIG),
    "skills/ebb/SKILL.md": skill("ebb", "Says when the water falls. Use before a landing."),
    "skills/stars/SKILL.md": skill("stars", "Names constellations. Use on a clear night."),
  });
});

afterEach(() => project.remove());

describe("several outputs", () => {
  test("each have the skills of their view, and a hash of their own", async () => {
    const { ok, outputs, outDir, catalog, figures } = await build({ cwd: project.dir });
    expect(ok).toBe(true);
    expect(outputs.map((output) => [output.outDir, output.view, output.platform, output.figures.skills])).toEqual([
      [at("generated/app"), undefined, undefined, 2],
      [at("generated/edge"), "sea", "cloudflare-workers", 1],
    ]);
    expect([outDir, catalog?.skills.length, figures]).toEqual([at("generated/app"), 2, outputs[0]?.figures]);
    const [app, edge] = [catalogOf("generated/app"), catalogOf("generated/edge")];
    expect(app.views).toEqual({ sea: ["ebb"], sky: ["stars"], both: ["ebb", "stars"] });
    expect(edge.skills.map(({ id }) => id)).toEqual(["ebb"]);
    expect(edge.views).toEqual({ sea: ["ebb"], sky: [], both: ["ebb"] });
    expect(edge.hash).not.toBe(app.hash);
    expect(readdirSync(at("generated/edge")).sort()).toEqual([
      ".skillc-manifest.json",
      "catalog.full.json",
      "catalog.json",
    ]);
  });

  test("are compared one by one by build --check", async () => {
    await build({ cwd: project.dir });
    expect((await runCli(["build", "--check"], project.dir)).exitCode).toBe(0);
    rmSync(at("generated/edge/catalog.json"));
    const { exitCode, stdout } = await runCli(["build", "--check"], project.dir);
    expect([exitCode, stdout]).toEqual([
      1,
      "generated/edge is not up to date (run skillc build):\n  missing   catalog.json\n",
    ]);
  });

  test("are left as they were when one of them cannot be written", async () => {
    project.write({ "generated/edge/catalog.json": "mine\n" });
    const { ok, diagnostics, outputs } = await build({ cwd: project.dir });
    expect([ok, outputs, diagnostics.map(({ rule, file }) => [rule, file])]).toEqual([
      false,
      [],
      [["output-foreign-file", "generated/edge/catalog.json"]],
    ]);
    expect(existsSync(at("generated/app"))).toBe(false);
    expect(readdirSync(at("generated/edge"))).toEqual(["catalog.json"]);
  });

  test("leave no directories behind when the last one fails", async () => {
    project.write({ blocked: "a file" });
    writeFileSync(
      at("skillc.config.json"),
      JSON.stringify({ outputs: [{ outDir: "out/a" }, { outDir: "out/b" }, { outDir: "blocked/c" }] }),
    );
    const { diagnostics } = await build({ cwd: project.dir });
    expect(diagnostics.map(({ rule }) => rule)).toEqual(["output-unwritable"]);
    expect(existsSync(at("out"))).toBe(false);
  });

  test("are never searched for skills", async () => {
    writeFileSync(
      at("skillc.config.json"),
      JSON.stringify({ sources: ["."], outputs: [{ outDir: "one" }, { outDir: "two" }] }),
    );
    project.write({ "two/copy/SKILL.md": skill("copy", "A copy. Use for nothing.") });
    const { catalog } = await build({ cwd: project.dir });
    expect(catalog?.skills.map(({ id }) => id)).toEqual(["ebb", "stars"]);
  });

  test("are checked against the limits of their own platform", async () => {
    const views = { sea: "skills/ebb" };
    const outputs = [
      { outDir: "one", view: "sea", platform: "vercel-edge" },
      { outDir: "two", platform: "vercel-edge" },
    ];
    const noise = Array.from({ length: 260_000 }, (_, index) => ((index * 2_654_435_761) >>> 0).toString(36)).join(" ");
    project.write({
      "skillc.config.json": JSON.stringify({ views, outputs }, null, 2),
      "skills/stars/SKILL.md": `${skill("stars", "Names constellations. Use on a clear night.")}See [stars](list.txt).\n`,
      "skills/stars/list.txt": noise,
    });
    const { diagnostics } = await build({ cwd: project.dir });
    const limits = diagnostics.filter(({ rule }) => rule === "platform-limit");
    expect(new Set(limits.map(({ span }) => span?.start.line))).toEqual(new Set([13]));
  });

  test("of the caller replace what the config says about outputs", async () => {
    writeFileSync(at("skillc.config.json"), JSON.stringify({ outDir: "one", emit: ["json"] }));
    const { outputs } = await build({
      cwd: project.dir,
      overrides: { outputs: [{ outDir: "two", emit: ["json-full"] }] },
    });
    expect(outputs.map(({ outDir, changes }) => [outDir, changes.added])).toEqual([[at("two"), ["catalog.full.json"]]]);
  });

  test("cannot be combined with --out", async () => {
    const { exitCode, stderr } = await runCli(["build", "--out", "elsewhere", "--emit", "json"], project.dir);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("outputs cannot be combined with outDir, emit");
  });
});
