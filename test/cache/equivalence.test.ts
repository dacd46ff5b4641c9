/** With a cache, every command says and writes what it does without one. `npm run fuzz:cache` runs thousands of steps. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compileCatalog } from "../../src/api/catalog.ts";
import { lookUpBuild, lookUpCheck, repeatBuild, repeatCheck } from "../../src/api/kept/repeat.ts";
import { openBlocks, readCodeDigest } from "../../src/engine/index.ts";
import { build, check, createCompiler, fix } from "../../src/index.ts";
import { profiles } from "../../src/profiles/index.ts";
import { runCli } from "../support/run-cli.ts";
import { readUnits, writeUnits } from "../../src/api/kept/kept-units.ts";
import { runSequence } from "./sequences.mjs";

const root = mkdtempSync(join(tmpdir(), "skillc-cache-"));
afterAll(() => rmSync(root, { recursive: true }));

let projects = 0;

function project(files: Readonly<Record<string, string>>): string {
  const dir = join(root, `project-${++projects}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

const SKILL = "---\nname: tides\ndescription: Reads tides. Use when asked.\n---\nSee [ports](ports.md).\n";
const PROJECT = { "package.json": "{}", "node_modules/.keep": "", "skills/tides/SKILL.md": SKILL };

/** Every file below a directory. */
const below = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const segmentsOf = (cache: string): readonly string[] => below(cache).filter((path) => path.endsWith(".blocks"));

test("200 steps give the same with a cache and without one", async () => {
  const api = { build, check, fix, compileCatalog, repeatBuild, repeatCheck };
  const seed = Number(process.env["SEED"] ?? 1);
  const wild = await runSequence({ seed, steps: 140, dir: join(root, "wild"), api });
  expect(wild.faults).toEqual([]);
  expect(wild.hits).toBeGreaterThan(70);
  expect(wild.known).toBeGreaterThan(7);
  const calm = await runSequence({ seed, steps: 60, dir: join(root, "calm"), api, isCalm: true });
  expect(calm.faults).toEqual([]);
  expect(calm.followed).toBeGreaterThan(5);
}, 300_000);

describe("units that are known", () => {
  test("are not compiled again, by any command", async () => {
    const cwd = project(PROJECT);
    const first = await check({ cwd });
    const place = join(cwd, "node_modules/.cache/skillc");
    const [segment = ""] = segmentsOf(place);
    expect(segmentsOf(place)).toHaveLength(1);
    // What only the cache says is what is reported: nothing is compiled.
    const digest = readCodeDigest() ?? "";
    const [[key, block] = ["", { section: () => undefined }]] = openBlocks(place, digest).find("units ");
    const [unit] = readUnits(key, block)?.units ?? [];
    if (unit === undefined) throw new Error("the unit is not kept");
    const { link, reading, facts, bulk, lines, at, comments, format } = unit;
    rmSync(segment);
    const store = openBlocks(place, digest);
    store.set(
      key,
      writeUnits([{ format, key: unit.key, link, reading, facts, bulk, lines, at, comments, findings: [] }]),
    );
    store.save();
    expect(first.diagnostics.map(({ rule }) => rule)).toEqual(["ref-missing"]);
    expect((await check({ cwd })).diagnostics).toEqual([]);
    expect((await build({ cwd })).diagnostics).toEqual([]);
    expect((await compileCatalog({ cwd })).diagnostics).toEqual([]);
    expect((await fix({ cwd })).result.diagnostics).toEqual([]);
    expect((await check({ cwd, cache: false })).diagnostics).toEqual(first.diagnostics);
  });

  test("are found again in a copy of the project, whatever the times", async () => {
    const one = project(PROJECT);
    await build({ cwd: one, cache: "../shared" });
    const before = segmentsOf(join(root, "shared"));
    const two = project(PROJECT);
    await build({ cwd: two, cache: "../shared" });
    await check({ cwd: two, cache: "../shared" });
    expect(segmentsOf(join(root, "shared"))).toEqual(before);
  });

  test("are not added by a draft", async () => {
    const cwd = project({
      ...PROJECT,
      "skills/tides/SKILL.md": "---\nname: tides\ndescription: Reads: it\n---\nRead.\n",
    });
    await fix({ cwd, dryRun: true });
    const before = segmentsOf(join(cwd, "node_modules"));
    expect(before).toHaveLength(1);
    await fix({ cwd, dryRun: true });
    expect(segmentsOf(join(cwd, "node_modules"))).toEqual(before);
  });
});

describe("an outcome that is known", () => {
  const recordsOf = (dir: string): readonly string[] => below(dir).filter((path) => path.endsWith(".run"));
  const GOOD = { ...PROJECT, "skills/tides/ports.md": "# Ports\n" };

  /** A record says what it says, whatever is there: only its digest protects it. */
  function forge(cwd: string, from: string, to: string): void {
    const [path = ""] = recordsOf(cwd);
    const bytes = readFileSync(path);
    let at = bytes.indexOf("\n") + 1;
    const [, ...listed] = bytes.toString("latin1", 0, at - 1).split(" ");
    expect(to).toHaveLength(from.length);
    // Bytes that are no text stay as they are, and so do lengths.
    const parts = listed.map((one) => {
      const part = bytes.toString("latin1", at, (at += Number.parseInt(one, 10)));
      return Buffer.from(part.replaceAll(from, to), "latin1");
    });
    const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex");
    const [key = ""] = basename(path).split(".");
    const forged = parts.map((part) => `${part.length}-${sha256(part)}`);
    const head = [sha256([key, ...forged].join(" ")), ...forged].join(" ");
    writeFileSync(path, Buffer.concat([Buffer.from(`${head}\n`, "latin1"), ...parts]));
  }

  test("proves nothing without what was asked: what was written just now may change again", async () => {
    const cwd = project(PROJECT);
    const first = await runCli(["check"], cwd);
    forge(cwd, "ref-missing", "ref-forgery");
    const [path = ""] = recordsOf(cwd);
    const bytes = readFileSync(path);
    // Without the last of the answers, which come right before the findings and are read last.
    const findings = bytes.lastIndexOf('[{"code"');
    expect(findings).toBeGreaterThan(0);
    bytes.writeUInt8(bytes.readUInt8(findings - 1) ^ 1, findings - 1);
    writeFileSync(path, bytes);
    expect(await runCli(["check"], cwd)).toEqual(first);
  });

  test("is printed again by check, and nothing is compiled", async () => {
    const cwd = project(PROJECT);
    const first = await runCli(["check"], cwd);
    expect(first.stdout).toContain("ports.md");
    expect(await runCli(["check"], cwd)).toEqual(first);
    forge(cwd, "ref-missing", "ref-forgery");
    expect((await runCli(["check"], cwd)).stdout).toContain("ref-forgery");
    for (const args of [["--no-cache"], ["--rule", "ref-missing=error"], ["skills"]])
      expect((await runCli(["check", ...args], cwd)).stdout).not.toContain("ref-forgery");
    writeFileSync(join(cwd, "skills/tides/SKILL.md"), `${SKILL}more\n`);
    expect((await runCli(["check"], cwd)).stdout).not.toContain("ref-forgery");
  });

  test("of a build is kept with the output, and holds while that is as it was written", async () => {
    const cwd = project(GOOD);
    const plain = project(GOOD);
    for (let run = 0; run < 3; run++) {
      const known = await runCli(["build"], cwd);
      expect(recordsOf(cwd)).toHaveLength(1);
      expect(known).toEqual(await runCli(["build", "--no-cache"], plain));
    }
    forge(cwd, '"skills":1', '"skills":7');
    expect((await runCli(["build"], cwd)).stdout).toContain("7 skills");
    for (const path of below(join(cwd, "generated"))) {
      const before = readFileSync(path);
      writeFileSync(path, Buffer.concat([before, Buffer.from("\n")]));
      expect((await runCli(["build"], cwd)).stdout).not.toContain("7 skills");
      // Without a mark of skillc, a changed file is somebody's own, and an error.
      writeFileSync(path, before);
      await runCli(["build"], cwd);
      forge(cwd, '"skills":1', '"skills":7');
    }
    rmSync(join(cwd, "generated"), { recursive: true });
    expect((await runCli(["build"], cwd)).stdout).not.toContain("7 skills");
    expect(below(join(cwd, "generated")).length).toBeGreaterThan(3);
  });

  describe.each([
    ["check", lookUpCheck, repeatCheck],
    ["build", lookUpBuild, repeatBuild],
  ] as const)("of a %s", (_name, lookUp, repeat) => {
    const around = (): string =>
      project({ ...GOOD, "src/main.ts": "", "docs/skills/.keep": "", "src/part/more.ts": "" });

    test("holds from the first run on, while what comes and goes around the skills is none", async () => {
      const cwd = around();
      await repeat({ cwd });
      expect(lookUp({ cwd })?.result).toBeDefined();
      for (const path of ["README.md", "src/new.ts", "src/part/page.md", "docs/notes.txt"])
        writeFileSync(join(cwd, path), "text");
      rmSync(join(cwd, "src/main.ts"));
      expect(lookUp({ cwd })?.result).toBeDefined();
      // What is taken for granted is what a run without a cache finds.
      const known = await repeat({ cwd });
      expect(known.diagnostics).toEqual((await repeat({ cwd, cache: false })).diagnostics);
    });

    test.each([
      ["a skill", "src/part/SKILL.md", SKILL],
      ["a skill in a new directory", "lib/ebb/SKILL.md", SKILL.replace("tides", "ebb")],
      ["a skill beside the output", "generated/ebb/SKILL.md", SKILL.replace("tides", "ebb")],
      ["a page that may be meant as one", "docs/skills/ebb.md", SKILL.replace("tides", "ebb")],
      ["an ignore file", "src/.gitignore", "part\n"],
    ])("does not hold once there is %s", async (_what, path, text) => {
      const cwd = around();
      await repeat({ cwd });
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
      expect(lookUp({ cwd })?.result).toBeUndefined();
      const seen = await repeat({ cwd });
      expect(seen.diagnostics).toEqual((await repeat({ cwd, cache: false })).diagnostics);
    });

    test("forgets no file of a directory that becomes a skill, also if it came unnoticed", async () => {
      const cwd = around();
      await repeat({ cwd });
      writeFileSync(join(cwd, "src/part/ports.md"), "# Ports\n");
      await repeat({ cwd });
      writeFileSync(join(cwd, "src/part/SKILL.md"), SKILL);
      const options = { cwd, sources: [{ dir: "src" }, { dir: "skills" }] };
      const config = JSON.stringify({ sources: ["skills", "src"] });
      writeFileSync(join(cwd, "skillc.config.json"), config);
      expect((await repeat({ cwd })).diagnostics).toEqual((await repeat({ cwd, cache: false })).diagnostics);
      expect((await repeat(options)).diagnostics).toEqual((await repeat({ ...options, cache: false })).diagnostics);
    });
  });

  test("is not kept where a program, a command, a variable or another file decides", async () => {
    const SETTINGS = [
      { "skillc.config.mjs": "export default { sources: ['skills'] };\n" },
      { "skillc.config.json": JSON.stringify({ prepare: { shell: { allow: ["date"] } } }) },
    ];
    for (const settings of SETTINGS) {
      const cwd = project({ ...GOOD, ...settings });
      for (let run = 0; run < 2; run++) await runCli(["check"], cwd);
      for (let run = 0; run < 3; run++) await runCli(["build"], cwd);
      expect(recordsOf(cwd)).toEqual([]);
    }
    const cwd = project(PROJECT);
    await runCli(["check", "--baseline", "known.json", "--update-baseline"], cwd);
    await runCli(["check", "--baseline", "known.json"], cwd);
    expect(recordsOf(cwd)).toEqual([]);
    for (const { name, directoryVariable } of profiles) {
      if (directoryVariable === undefined) continue;
      await runCli(["check", "--profile", name], cwd);
      expect(recordsOf(cwd)).toEqual([]);
    }
  });
});

describe("no cache is kept", () => {
  const cachesOf = (dir: string): readonly string[] => below(dir).filter((path) => path.includes(".cache/skillc/"));

  test("without a node_modules", async () => {
    const cwd = project({ "package.json": "{}", "skills/tides/SKILL.md": SKILL });
    await check({ cwd });
    expect(below(cwd)).toHaveLength(2);
  });

  test("inside a source, a skill or an output, whatever the options", async () => {
    const cwd = project(PROJECT);
    await compileCatalog({ cwd, cache: ".cache", search: false, sources: [{ dir: "." }] });
    await check({ cwd, cache: "skills/.cache", sources: [{ dir: "skills" }] });
    await check({ cwd, cache: "skills/tides/references/.cache" });
    await build({
      cwd,
      cache: "generated/skills/cache",
      sources: [{ dir: "skills" }],
      overrides: { emit: ["json"], rules: { "ref-missing": "off" } },
    });
    expect(below(cwd).filter((path) => path.endsWith(".blocks"))).toEqual([]);
  });

  test("by a compiler that lives on, which writes nothing", async () => {
    const cwd = project(PROJECT);
    await createCompiler({ cwd }).build();
    expect(below(cwd)).toHaveLength(3);
  });

  test("with --no-cache; --cache-dir says where", async () => {
    const cwd = project(PROJECT);
    await runCli(["check", "--no-cache"], cwd);
    expect(cachesOf(cwd)).toEqual([]);
    const { stdout } = await runCli(["check", "--cache-dir", "kept"], cwd);
    expect(segmentsOf(join(cwd, "kept"))).toHaveLength(1);
    expect((await runCli(["check", "--cache-dir", "kept"], cwd)).stdout).toBe(stdout);
    // The project that is searched contains the directory, which says nothing about it.
    const before = below(join(cwd, "kept"));
    expect(before.filter((path) => path.endsWith(".run"))).toHaveLength(1);
    expect((await runCli(["check", "--cache-dir", "kept"], cwd)).stdout).toBe(stdout);
    expect(below(join(cwd, "kept"))).toEqual(before);
    await runCli(["list"], cwd);
    expect(cachesOf(cwd)).toHaveLength(1);
  });
});
