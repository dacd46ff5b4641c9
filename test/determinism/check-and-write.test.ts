/** `build --check`, and what a build leaves alone: equal files, foreign files, files that somebody edited. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { plainNames } from "../support/emitted-files.ts";
import { runCli, type CliResult } from "../support/run-cli.ts";
import { changedPaths, orchardFiles, prose, readTimes, readTree, skillDocument, writeFiles } from "./orchard.ts";

let project: string;
let out: string;

beforeEach(async () => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "skillc-write-")));
  out = join(project, "generated/skills");
  writeFiles(project, orchardFiles(60));
  expect(await skillc("build")).toMatchObject({ exitCode: 0 });
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

describe("build --check", () => {
  test("is silent after a build", async () => {
    expect(await check()).toEqual({ exitCode: 0, listed: [] });
    expect((await skillc("build", "--check")).stdout).toBe("");
  });

  test("is silent about findings that fail nothing, and about their files", async () => {
    appendFileSync(join(project, "skills/trees/Zwetschge/SKILL.md"), "\nSee [the map](maps/none.md).\n");
    await skillc("build");
    expect(await check()).toEqual({ exitCode: 0, listed: [] });
  });

  test("lists the files that an edited skill changes, and writes nothing", async () => {
    const before = readTree(out);
    appendFileSync(join(project, "skills/trees/Zwetschge/SKILL.md"), "Water at dawn.\n");
    const { exitCode, listed } = await check();
    expect(exitCode).toBe(1);
    expect(listed).toEqual(
      expect.arrayContaining(["outdated  catalog.json", "outdated  catalog.full.json", "outdated  index.js"]),
    );
    const packs = listed.filter((line) => line.includes("content/"));
    expect(packs.map(plainNames).sort()).toEqual([
      expect.stringMatching(/^missing {3}content\/p/),
      expect.stringMatching(/^obsolete {2}content\/p/),
    ]);
    expect(changedPaths(before, readTree(out))).toEqual([]);
  });

  test("lists what an added skill changes", async () => {
    writeFiles(project, new Map([["skills/beds/quince/SKILL.md", skillDocument("quince", prose("quince", 20))]]));
    const { exitCode, listed } = await check();
    expect(exitCode).toBe(1);
    expect(listed).toEqual(
      expect.arrayContaining(["outdated  catalog.json", "outdated  index.d.ts", "outdated  index.js"]),
    );
  });

  test("lists a binary that is no longer there as obsolete", async () => {
    rmSync(join(project, "skills/trees/Zwetschge"), { recursive: true });
    const { exitCode, listed } = await check();
    expect(exitCode).toBe(1);
    expect(listed.filter((line) => /^obsolete {2}content\/b-[0-9a-f]{16}\.js$/.test(line))).toHaveLength(1);
  });

  test("lists an output that was edited by hand", async () => {
    appendFileSync(join(out, "index.js"), "// mine\n");
    expect(await check()).toEqual({ exitCode: 1, listed: ["outdated  index.js"] });
    await skillc("build");
    expect(await check()).toEqual({ exitCode: 0, listed: [] });
  });

  test("lists an output that was deleted", async () => {
    const name = [...readTree(out).keys()].find((path) => plainNames(path) === "content.js") ?? "";
    rmSync(join(out, name));
    expect(await check()).toEqual({ exitCode: 1, listed: [`missing   ${name}`] });
  });

  test("lists everything when nothing was built, and makes no directory", async () => {
    const count = readTree(out).size;
    rmSync(join(project, "generated"), { recursive: true });
    const { exitCode, listed } = await check();
    expect(exitCode).toBe(1);
    // All but the list of what was written, which is no output.
    expect(listed).toHaveLength(count - 1);
    expect(existsSync(join(project, "generated"))).toBe(false);
  });
});

describe("a build", () => {
  test("touches no file that stays the same", async () => {
    const longAgo = new Date("2020-02-02T02:02:02Z");
    for (const path of readTree(out).keys()) utimesSync(join(out, path), longAgo, longAgo);
    const before = readTimes(out);
    await skillc("build");
    expect(readTimes(out)).toEqual(before);

    appendFileSync(join(project, "skills/beds/apfel/SKILL.md"), "Water at dusk.\n");
    await skillc("build");
    const touched = [...readTimes(out)].filter(([path, time]) => before.get(path) !== time).map(([path]) => path);
    expect(touched.filter((path) => path.startsWith("content/"))).toHaveLength(1);
    expect(
      touched
        .filter((path) => !path.startsWith("content/"))
        .map(plainNames)
        .sort(),
    ).toEqual([".skillc-manifest.json", "catalog.full.json", "catalog.json", "content.js", "index.js"]);
  });

  test("never touches what it did not write", async () => {
    const foreign = new Map([
      ["notes.md", "Ask the neighbour about the ladder.\n"],
      ["content/keep.js", "export const ladder = 1;\n"],
      ["index.ts.bak", "old\n"],
    ]);
    writeFiles(out, foreign);
    rmSync(join(project, "skills/trees"), { recursive: true });
    expect(await skillc("build")).toMatchObject({ exitCode: 0 });
    for (const [path, text] of foreign) expect(readFileSync(join(out, path), "utf8")).toBe(text);
  });

  test("is refused, and changes nothing, when a foreign file is in its way", async () => {
    rmSync(out, { recursive: true });
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, "index.js"), "export const ladder = 1;\n");
    const { exitCode, stderr } = await skillc("build");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("generated/skills/index.js");
    expect([...readTree(out)]).toEqual([["index.js", "export const ladder = 1;\n"]]);
  });

  test("removes what it wrote and no longer writes", async () => {
    const binaries = [...readTree(out).keys()].filter((path) => path.startsWith("content/b-"));
    expect(binaries.length).toBeGreaterThan(0);
    await skillc("build", "--exclude", "**/*.png");
    const left = readTree(out);
    expect(binaries.filter((path) => left.has(path))).toEqual([]);
    await skillc("build", "--emit", "json");
    expect([...readTree(out).keys()].sort()).toEqual([".skillc-manifest.json", "catalog.json"]);
  });

  test("keeps an edited file that it no longer writes, and names it", async () => {
    appendFileSync(join(out, "catalog.full.json"), "\n");
    const { exitCode, stderr } = await skillc("build", "--emit", "module,json");
    expect(exitCode).toBe(0);
    expect(stderr).toContain("generated/skills/catalog.full.json");
    expect(existsSync(join(out, "catalog.full.json"))).toBe(true);
  });

  test("with an error leaves the output as it was", async () => {
    const before = readTree(out);
    writeFiles(project, new Map([["skills/beds/thorn/SKILL.md", "No frontmatter here.\n"]]));
    expect(await skillc("build")).toMatchObject({ exitCode: 1 });
    expect(changedPaths(before, readTree(out))).toEqual([]);
  });
});

function skillc(...args: readonly string[]): Promise<CliResult> {
  return runCli(args, project);
}

async function check(): Promise<{ exitCode: number; listed: string[] }> {
  const { exitCode, stdout } = await skillc("build", "--check");
  const listed = stdout.split("\n").filter((line) => /^ {2}(?:missing|outdated|obsolete) /.test(line));
  return { exitCode, listed: listed.map((line) => line.trim()) };
}
