/** Packages on disk: what they own among the files of others, what they carry, and what clients' schemas accept. */
import { chmodSync, existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { build } from "../../src/api/build.ts";
import { check } from "../../src/api/check.ts";
import type { UserConfig } from "../../src/config/user-config.ts";
import { listFiles } from "../support/case-project.ts";
import { IDENTITY, opened, openPackage, openProject, out, rulesOf, run, skill } from "../support/package-project.ts";
import { runCli } from "../support/run-cli.ts";
import pluginSchema from "./agent-plugins.schema.json" with { type: "json" };

describe("a package among the files of others", () => {
  test("leaves them alone, also when its skills go", async () => {
    openPackage({ emit: ["tree"] }, { "out/README.md": "mine\n", "out/moor/notes.txt": "mine too\n" });
    expect((await run()).ok).toBe(true);
    opened().write({ "skills/berth/SKILL.md": skill("berth") });
    rmSync(join(opened().dir, "skills/moor"), { recursive: true });
    const { ok, changes } = await run();
    expect([ok, changes?.added, changes?.removed]).toEqual([true, ["berth/SKILL.md"], ["moor/SKILL.md"]]);
    expect(listFiles(join(opened().dir, "out")).filter((path) => !path.includes(".skillc"))).toEqual([
      "README.md",
      "berth/SKILL.md",
      "moor/notes.txt",
    ]);
  });

  test("does not replace a file of someone else, and writes nothing", async () => {
    openPackage({ emit: ["plugin"] }, { "out/.claude-plugin/plugin.json": "{}\n" });
    const result = await run();
    expect([result.exitCode, rulesOf(result)]).toEqual([2, ["output-foreign-file"]]);
    expect(listFiles(join(opened().dir, "out"))).toEqual([".claude-plugin/plugin.json"]);
  });

  test("takes over files that are as they are to be, without a manifest", async () => {
    openPackage({ emit: ["plugin"] });
    await run();
    rmSync(out(".skillc-manifest.json"));
    expect(await run()).toMatchObject({ ok: true, changes: { added: [], changed: [] } });
    opened().write({ "skills/moor/SKILL.md": skill("moor", "license: MIT\n") });
    expect(await run()).toMatchObject({ ok: true, changes: { changed: ["skills/moor/SKILL.md"] } });
  });

  test("keeps a file that was edited by hand, and stops at one that it would replace", async () => {
    openPackage({ emit: ["tree"] }, { "skills/berth/SKILL.md": skill("berth") });
    await run();
    writeFileSync(out("moor/SKILL.md"), "by hand\n");
    expect(rulesOf(await run())).toEqual(["output-foreign-file"]);
    rmSync(join(opened().dir, "skills/moor"), { recursive: true });
    expect(rulesOf(await run())).toEqual(["output-stale-kept"]);
    expect(readFileSync(out("moor/SKILL.md"), "utf8")).toBe("by hand\n");
  });

  test.skipIf(process.platform === "win32")("writes nothing through a link", async () => {
    openPackage({ emit: ["tree"] }, { "elsewhere/keep.txt": "mine\n", "out/keep.txt": "mine\n" });
    symlinkSync(join(opened().dir, "elsewhere"), out("moor"));
    expect((await run()).exitCode).toBe(2);
    expect(listFiles(join(opened().dir, "elsewhere"))).toEqual(["keep.txt"]);
  });

  test("in place, nothing but the manifests is written", async () => {
    const output = { outDir: ".", emit: ["plugin"], plugin: { files: "in-place" } } as const;
    openPackage(output, { "notes.txt": "mine\n" }, { sources: ["skills"] });
    const before = listFiles(opened().dir);
    const { ok, changes } = await run();
    expect([ok, changes?.added]).toEqual([true, [".claude-plugin/plugin.json", ".codex-plugin/plugin.json"]]);
    expect(listFiles(opened().dir).filter((path) => !before.includes(path))).toEqual([
      ".claude-plugin/.skillc-manifest.json",
      ".claude-plugin/plugin.json",
      ".codex-plugin/plugin.json",
    ]);
    expect(await build({ cwd: opened().dir, verify: true })).toMatchObject({ ok: true });
  });
});

test.skipIf(process.platform === "win32")("the executable bit is kept, compared and corrected", async () => {
  openPackage(
    { emit: ["plugin"] },
    { "skills/moor/scripts/depth.sh": "#!/bin/sh\n", "skills/moor/notes.txt": "deep\n" },
  );
  chmodSync(join(opened().dir, "skills/moor/scripts/depth.sh"), 0o755);
  await run();
  const mode = (path: string): number => lstatSync(out(`skills/moor/${path}`)).mode & 0o111;
  expect([mode("scripts/depth.sh") > 0, mode("notes.txt"), mode("SKILL.md")]).toEqual([true, 0, 0]);
  chmodSync(out("skills/moor/scripts/depth.sh"), 0o644);
  expect(await build({ cwd: opened().dir, verify: true })).toMatchObject({ ok: false });
  expect(await run()).toMatchObject({ changes: { changed: ["skills/moor/scripts/depth.sh"] } });
  expect(mode("scripts/depth.sh") > 0).toBe(true);
});

test("a check finds what a build would, and writes nothing", async () => {
  openPackage(
    { emit: ["tree"], tree: { frontmatter: "closed" } },
    { "skills/moor/SKILL.md": skill("moor", "model: opus\n") },
  );
  const { diagnostics } = await check({ cwd: opened().dir });
  expect(rulesOf({ diagnostics })).toContain("target-loss");
  expect(existsSync(out(""))).toBe(false);
});

test("a view, inline skills and the output of another target are as in other outputs", async () => {
  const inline = {
    name: "style",
    description: "How we write. Use when writing.",
    instructions: "Short.\n",
    tags: ["a"],
    disableModelInvocation: true,
  };
  openProject({
    "skillc.config.json": JSON.stringify({
      package: IDENTITY,
      sources: ["skills", inline],
      views: { some: "skills/moor" },
      outputs: [
        { outDir: "out/all", emit: ["tree"] },
        { outDir: "out/some", emit: ["plugin"], view: "some" },
      ],
    }),
    "skills/moor/SKILL.md": skill("moor"),
    "skills/berth/SKILL.md": skill("berth"),
  });
  expect(rulesOf(await run())).toEqual([]);
  expect(listFiles(out("some")).filter((path) => path.endsWith("SKILL.md"))).toEqual(["skills/moor/SKILL.md"]);
  const style = readFileSync(out("all/style/SKILL.md"), "utf8");
  expect(style).toContain("disable-model-invocation: true\n");
  expect(style.endsWith("---\nShort.\n")).toBe(true);
  const again = await check({ cwd: out("all"), config: false, sources: [{ dir: "." }] });
  expect(again.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
});

describe("the command line", () => {
  test("--only writes the outputs with a target, and names one that no output has", async () => {
    openPackage({ emit: ["tree"] });
    const config = {
      package: IDENTITY,
      outputs: [
        { outDir: "out/a", emit: ["json"] },
        { outDir: "out/b", emit: ["plugin"] },
      ],
    };
    opened().write({ "skillc.config.json": JSON.stringify(config) });
    expect((await runCli(["build", "--only", "plugin"], opened().dir)).stdout).toMatch(/^1 skill in out\/b \(/);
    expect([existsSync(out("a")), existsSync(out("b/skills/moor/SKILL.md"))]).toEqual([false, true]);
    const { exitCode, stderr } = await runCli(["build", "--only", "tree"], opened().dir);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("no output of the config has the target tree")]);
  });

  test("targets lists what can be written, as lines and as JSON", async () => {
    openPackage({ emit: ["tree"] });
    const { stdout } = await runCli(["targets"], opened().dir);
    expect(stdout).toMatch(/^target +version +status +writes +format\nmodule +\d+ +stable +/);
    const { targets } = JSON.parse((await runCli(["targets", "--json"], opened().dir)).stdout) as {
      targets: readonly { name: string; options: readonly { name: string; default?: unknown }[] }[];
    };
    expect(targets.map(({ name }) => name)).toEqual([
      "module",
      "json",
      "json-full",
      "plugin",
      "well-known",
      "zip",
      "npm",
      "tree",
    ]);
    const options = targets.find(({ name }) => name === "plugin")?.options;
    expect(options?.find(({ name }) => name === "manifests")?.default).toEqual(["claude", "codex"]);
  });
});

describe("manifests", () => {
  const validate = new Ajv2020({ strict: false }).compile(pluginSchema);
  const identities: readonly UserConfig["package"][] = [
    IDENTITY,
    {
      ...IDENTITY,
      displayName: "Pilots",
      author: "Harbor <a@b.example> (https://b.example)",
      repository: "github:a/b",
      keywords: ["x"],
      license: "MIT",
      homepage: "https://b.example",
      category: "Ports",
    },
    { ...IDENTITY, name: "@Harbor/Pilot Tools" },
  ];

  test.each(identities)("of Agent Plugins pass its schema: %j", async (identity) => {
    openPackage({ emit: ["plugin"], plugin: { manifests: ["agent-plugins"] } }, {}, { package: identity });
    await run();
    const manifest: unknown = JSON.parse(readFileSync(out("plugin.json"), "utf8"));
    expect([validate(manifest), validate.errors]).toEqual([true, null]);
  });

  test("the schema rejects what a client would", () => {
    expect(validate({ name: "pilot" })).toBe(false);
    expect(validate({ $schema: pluginSchema.$id, name: "Pilot" })).toBe(false);
    expect(validate({ $schema: pluginSchema.$id, name: "pilot", interface: {} })).toBe(false);
  });

  test("come from the nearest package.json, and follow it", async () => {
    const manifest = {
      name: "@harbor/pilot",
      version: "1.0.0",
      description: "Pilots.",
      author: { name: "Harbor" },
      repository: { url: "git+https://github.com/harbor/pilot.git" },
    };
    openPackage({ emit: ["plugin"] }, { "package.json": JSON.stringify(manifest) }, { package: { version: "2.0.0" } });
    await run();
    expect(JSON.parse(readFileSync(out(".claude-plugin/plugin.json"), "utf8"))).toEqual({
      name: "pilot",
      version: "2.0.0",
      description: "Pilots.",
      author: { name: "Harbor" },
      repository: "https://github.com/harbor/pilot",
    });
    opened().write({ "package.json": JSON.stringify({ ...manifest, description: "Pilots and tugs." }) });
    expect(await run()).toMatchObject({
      changes: { changed: [".claude-plugin/plugin.json", ".codex-plugin/plugin.json"] },
    });
  });
});
