/** Files that are written next to the module (`module: { assets: "copy" }`): which, when they come and go, how they are read. */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { build, createCompiler, type BuildResult, type UserConfig } from "../../src/index.ts";
import { concludeBuild } from "../../src/api/build.ts";
import { reportPlatformLimits } from "../../src/api/platform-budget.ts";
import { createOutputMemory } from "../../src/api/kept/saved-outputs.ts";
import { createFindings } from "../../src/diagnostics/index.ts";
import type { AnySkills, ReadAsset, SkillsOptions } from "../../src/runtime/access.ts";
import { createProject, linkPackage, listFiles, type Project } from "../support/consumer.ts";

const SEAL = new Uint8Array([0, 255, 128, 10]);
const CHART = new Uint8Array(randomBytes(20_000)).fill(0, 0, 1);
const TABLE = "Ebb 06:12, flood 12:40.\r\n";
const skill = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Answers ${name}. Use when asked.\n---\nSee [s](seal.png), [c](c.bin), [t](t.txt).${more}\n`;
const pathOf = (bytes: Uint8Array | string): string => `assets/${createHash("sha256").update(bytes).digest("hex")}`;
const COPY: UserConfig = { module: { assets: "copy" } };

let project: Project;
const outDir = (): string => join(project.dir, "generated/skills");
const run = (overrides: UserConfig = COPY): Promise<BuildResult> => build({ cwd: project.dir, overrides });
const assets = (): string[] => listFiles(outDir()).filter((path) => path.startsWith("assets/"));
const fromDisk: ReadAsset = (path) => readFile(join(outDir(), path));

/** Imports the module as it is now. */
async function load(): Promise<{ skills: AnySkills; createSkills: (options: SkillsOptions) => AnySkills }> {
  return (await import(`${pathToFileURL(join(outDir(), "index.js")).href}?${randomBytes(4).toString("hex")}`)) as never;
}

beforeEach(() => {
  project = createProject({
    "package.json": '{ "type": "module" }',
    "skills/tides/SKILL.md": skill("tides"),
    "skills/tides/seal.png": SEAL,
    "skills/tides/c.bin": CHART,
    "skills/tides/t.txt": TABLE,
    "skills/ebb/SKILL.md": skill("ebb"),
    "skills/ebb/seal.png": SEAL,
    "skills/ebb/t.txt": `\u{feff}${TABLE}`,
    "skills/ebb/c.bin": "not binary",
  });
});
afterEach(() => project.remove());

describe("a build", () => {
  test("copies what is not text, each content once, and embeds it without the option", async () => {
    expect((await run({})).ok).toBe(true);
    expect(assets()).toEqual([]);
    const { ok, figures, changes } = await run();
    expect(ok).toBe(true);
    expect(assets()).toEqual([pathOf(SEAL), pathOf(CHART)].sort());
    for (const bytes of [SEAL, CHART])
      expect(new Uint8Array(readFileSync(join(outDir(), pathOf(bytes))))).toEqual(bytes);
    expect(figures?.bytesByRole.asset).toBe(SEAL.length + CHART.length);
    expect(figures?.assetFiles).toBe(2);
    expect(figures?.rawBytes).toBeLessThan(60_000);
    expect(changes?.added).toEqual(expect.arrayContaining(assets()));
    expect((await run({})).ok).toBe(true);
    expect(assets()).toEqual([]);
  });

  test("copies text over 8 MiB, and knows that it is text", async () => {
    const line = "A line of a log.\n";
    project.write({ "skills/tides/log.txt": line.repeat(600_000), "skills/tides/SKILL.md": skill("tides", "log.txt") });
    const { catalog } = await run();
    const file = catalog?.skills.find(({ id }) => id === "tides")?.files.find(({ path }) => path === "log.txt");
    expect(file).toMatchObject({ encoding: "text", bytes: line.length * 600_000, mediaType: "text/plain" });
    expect(assets()).toContain(pathOf(line.repeat(600_000)));
    const { createSkills } = await load();
    const skills = createSkills({ readAsset: fromDisk });
    expect((await skills.readText("tides", "log.txt")).length).toBe(line.length * 600_000);
  });

  test("writes nothing if nothing changed, and only what did", async () => {
    await run();
    expect((await run()).changes).toMatchObject({ added: [], changed: [], removed: [] });
    const verify = (): Promise<BuildResult> => build({ cwd: project.dir, overrides: COPY, verify: true });
    expect((await verify()).exitCode).toBe(0);
    project.write({ "skills/tides/c.bin": CHART.toReversed() });
    expect((await verify()).changes).toMatchObject({
      added: expect.arrayContaining([pathOf(CHART.toReversed())]),
      removed: expect.arrayContaining([pathOf(CHART)]),
    });
    expect(assets()).toContain(pathOf(CHART));
    const { changes } = await run();
    expect(changes?.added.filter((path) => path.startsWith("assets/"))).toEqual([pathOf(CHART.toReversed())]);
    expect(assets()).toEqual([pathOf(SEAL), pathOf(CHART.toReversed())].sort());
    expect((await verify()).exitCode).toBe(0);
  });

  test("of a watch keeps the assets of the last build, which a running process may still read", async () => {
    const memory = createOutputMemory();
    const compiler = createCompiler({ cwd: project.dir, overrides: COPY });
    await concludeBuild(await compiler.build(), { cwd: project.dir, overrides: COPY }, memory);
    const { createSkills } = await load();
    const before = createSkills({ readAsset: fromDisk });
    const change = async (bytes: Uint8Array): Promise<void> => {
      project.write({ "skills/tides/c.bin": bytes });
      await concludeBuild(await compiler.rebuild(), { cwd: project.dir, overrides: COPY }, memory);
    };
    await change(CHART.toReversed());
    expect(await before.readBytes("tides", "c.bin")).toEqual(CHART);
    expect((await build({ cwd: project.dir, overrides: COPY, verify: true })).exitCode).toBe(0);
    await change(SEAL);
    await expect(before.readBytes("tides", "c.bin")).rejects.toMatchObject({ code: "asset-unavailable" });
    await compiler.dispose();
  });

  test("sees a file that was damaged, and never overwrites a foreign one", async () => {
    await run();
    truncateSync(join(outDir(), pathOf(CHART)), 10);
    expect(await run()).toMatchObject({ ok: false, diagnostics: [{ rule: "output-foreign-file" }] });
    rmSync(join(outDir(), pathOf(CHART)));
    expect((await run()).ok).toBe(true);
    writeFileSync(join(outDir(), "assets/notes.txt"), "mine");
    expect((await run({})).ok).toBe(true);
    expect(assets()).toEqual(["assets/notes.txt"]);
  });

  test("does not ship bytes that changed while it ran", async () => {
    const big = Buffer.alloc(9 * 1024 * 1024, 1).fill(0, 0, 1);
    project.write({ "skills/tides/c.bin": big });
    const compiler = createCompiler({ cwd: project.dir, overrides: COPY });
    const snapshot = await compiler.build();
    writeFileSync(join(project.dir, "skills/tides/c.bin"), big.fill(2, 1));
    const { ok, diagnostics } = await concludeBuild(snapshot, { cwd: project.dir, overrides: COPY });
    expect([ok, diagnostics.map(({ rule }) => rule)]).toEqual([false, expect.arrayContaining(["file-changed"])]);
    expect(existsSync(outDir())).toBe(false);
  });

  test("leaves limits of platforms to what is embedded", async () => {
    project.write({ "skills/tides/c.bin": new Uint8Array(randomBytes(6_000_000)) });
    const over = (result: BuildResult): boolean => result.diagnostics.some(({ rule }) => rule === "platform-limit");
    expect(over(await run({ platform: "vercel-edge" }))).toBe(true);
    expect(over(await run({ ...COPY, platform: "vercel-edge" }))).toBe(false);
  });

  test("warns of more files than a Worker may have", async () => {
    const overrides: UserConfig = { ...COPY, platform: "cloudflare-workers" };
    const { config } = await createCompiler({ cwd: project.dir, overrides }).build();
    const { figures } = await run(overrides);
    if (config === undefined || figures === undefined) throw new Error("nothing was built");
    const reported = (assetFiles: number): string[] => {
      const findings = createFindings();
      reportPlatformLimits(config, 0, { ...figures, assetFiles }, findings);
      return findings.findings.map(({ args }) => `${args["actual"]} of ${args["limit"]}: ${args["what"]}`);
    };
    expect(reported(20_000)).toEqual([]);
    expect(reported(20_001)).toEqual(["20,001 of 20,000: the number of files in assets/"]);
    expect(reported(100_001)).toHaveLength(2);
  });

  test("names a large file only if it is embedded", async () => {
    project.write({ "skills/tides/c.bin": new Uint8Array(2_000_000), "skills/tides/t.txt": "a\n".repeat(1_000_000) });
    const large = async (overrides: UserConfig): Promise<string[]> =>
      (await run(overrides)).diagnostics.filter(({ rule }) => rule === "file-large").map(({ file }) => file);
    expect(await large({})).toEqual(["skills/tides/c.bin", "skills/tides/t.txt"]);
    expect(await large(COPY)).toEqual(["skills/tides/t.txt"]);
  });
});

describe.each([
  ["inline", "js"],
  ["import", "js"],
  ["full", "js"],
] as const)("a module with runtime %s", (runtime, format) => {
  test("reads all files, with and without assets", async () => {
    linkPackage(project);
    project.write({ "skills/tides/scripts/ebb.js": "export default (hour) => hour + 6;\n" });
    await run({ module: { assets: "copy", scripts: true, runtime, format } });
    const { skills, createSkills } = await load();
    expect(await skills.readText("tides", "t.txt")).toBe(TABLE);
    const { asset } = skills.get("tides").files.find(({ path }) => path === "seal.png") ?? {};
    expect(asset).toBe(pathOf(SEAL));
    for (const method of ["readBytes", "readStream"] as const)
      await expect(skills[method]("tides", "seal.png")).rejects.toMatchObject({
        name: "SkillError",
        code: "asset-unavailable",
        message: `The asset ${pathOf(SEAL)} ("seal.png") cannot be read: use createSkills({ readAsset })`,
      });
    await expect(skills.readText("tides", "seal.png")).rejects.toMatchObject({ code: "binary-file" });
    const seen: unknown[] = [];
    const opened = createSkills({
      readAsset: (path, file) => {
        seen.push([path, file.path, file.bytes, file.mediaType]);
        return createReadStream(join(outDir(), path));
      },
    });
    expect(await opened.readBytes("tides", "seal.png")).toEqual(SEAL);
    expect(await opened.readBytes("ebb", "c.bin")).toEqual(new TextEncoder().encode("not binary"));
    expect(new Uint8Array(await new Response(await opened.readStream("tides", "c.bin")).arrayBuffer())).toEqual(CHART);
    expect(await new Response(await opened.readStream("ebb", "t.txt")).text()).toBe(TABLE);
    expect(await opened.readText("ebb", "t.txt")).toBe(`\u{feff}${TABLE}`);
    expect(await new Response(await opened.readStream("ebb", "SKILL.md")).text()).toBe(skill("ebb"));
    expect(seen).toEqual([
      [pathOf(SEAL), "seal.png", 4, "image/png"],
      [pathOf(CHART), "c.bin", 20_000, "application/octet-stream"],
    ]);
    expect(opened.names).toEqual(skills.names);
    // Scripts are modules, whatever becomes of the files.
    for (const one of [skills, opened]) {
      const loaded = (await one.script?.("tides", "scripts/ebb.js")) as
        | { default: (hour: number) => number }
        | undefined;
      expect(loaded?.default(6)).toBe(12);
      expect(await one.readText("tides", "scripts/ebb.js")).toBe("export default (hour) => hour + 6;\n");
      await expect(one.script?.("tides", "seal.png")).rejects.toMatchObject({ code: "not-a-script" });
    }
  });
});

test("a catalog names the assets by their hashes", async () => {
  const { catalog } = await run();
  const hashes = catalog?.skills.flatMap(({ files }) => files.filter(({ encoding }) => encoding === "binary"));
  expect([...new Set(hashes?.map(({ hash }) => `assets/${hash.slice("sha256:".length)}`))].sort()).toEqual(assets());
});
