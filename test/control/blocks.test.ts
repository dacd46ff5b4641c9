/** Blocks that cannot be linked are refused, with what to do; nothing is written then. */
import { hash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCli, type CliResult } from "../support/run-cli.ts";
import { readTree, skillDocument, writeFiles } from "../determinism/orchard.ts";

let project: string;

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "skillc-blocks-")));
  const skills = ["tides", "knots", "stars", "moons"].map((name): [string, string] => [
    `skills/${name}/SKILL.md`,
    skillDocument(name, `Look at ${name}.\n`),
  ]);
  writeFiles(project, new Map([...skills, ["skillc.config.json", '{ "sources": ["skills"] }']]));
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

const skillc = (...args: readonly string[]): Promise<CliResult> => runCli(args, project);

async function compile(...args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await skillc("compile", "--no-cache", ...args);
  expect([exitCode, stderr]).toEqual([0, ""]);
}

/** Links, and returns what is refused. */
async function refusal(...args: readonly string[]): Promise<string> {
  const { exitCode, stderr } = await skillc("link", ...args);
  expect(exitCode).toBe(2);
  expect(existsSync(join(project, "generated"))).toBe(false);
  return stderr.split("\n")[0] ?? "";
}

/** Directory of the blocks of this version, and the paths in it. */
function stored(): readonly string[] {
  const [build = ""] = [readdirSync(join(project, "blocks")).find((name) => /^[0-9a-f]{64}$/.test(name))];
  return readdirSync(join(project, "blocks", build)).map((name) => join(project, "blocks", build, name));
}

function shardFile(start: string): string {
  const name = readdirSync(join(project, "blocks")).find((one) => one.startsWith(start)) ?? "";
  return join(project, "blocks", name);
}

test("contents of shared directories are in the blocks", async () => {
  const outputs = [{ outDir: "out/module" }, { outDir: "out/tree", emit: ["tree"] }];
  const config = { sources: ["skills"], shared: [{ dir: "skills/_shared", scripts: "copy" }], outputs };
  writeFiles(
    project,
    new Map([
      ["skillc.config.json", JSON.stringify(config)],
      ["skills/tides/SKILL.md", skillDocument("tides", "Look at [it](../_shared/deep/a.md), run `scripts/x.py`.\n")],
      ["skills/tides/scripts/x.py", 'open("../../_shared/b.bin")\n'],
      ["skills/_shared/deep/a.md", "See [c](../c.md).\n"],
      ["skills/_shared/c.md", "C.\n"],
      ["skills/_shared/b.bin", "\0\0"],
    ]),
  );
  expect(await skillc("build", "--no-cache")).toMatchObject({ exitCode: 0 });
  const built = [...readTree(join(project, "out"))];
  rmSync(join(project, "out"), { recursive: true });
  for (const shard of ["1/2", "2/2"]) await compile("--shard", shard, "--blocks", "blocks", "--contents", "blocks");
  rmSync(join(project, "skills"), { recursive: true });
  expect(await skillc("link", "--blocks", "blocks", "--contents", "blocks")).toMatchObject({ exitCode: 0 });
  expect([...readTree(join(project, "out"))]).toEqual(built);
  expect(built.map(([path]) => path)).toContain("tree/_shared/b.bin");
});

describe("link refuses", () => {
  test("no directory, and one without blocks", async () => {
    expect(await refusal()).toBe("skillc: link needs the directories of the blocks: skillc link --blocks <dir>…");
    expect(await refusal("--blocks", "blocks")).toBe(
      "skillc: blocks contains no blocks: run skillc compile --blocks blocks",
    );
  });

  test("a missing shard", async () => {
    await compile("--shard", "1/3", "--blocks", "blocks");
    await compile("--shard", "3/3", "--blocks", "blocks");
    expect(await refusal("--blocks", "blocks")).toBe(
      "skillc: shard 2 of 3 is missing: run skillc compile --shard 2/3 and name its blocks",
    );
    await compile("--shard", "2/3", "--blocks", "blocks");
    expect(await skillc("link", "--blocks", "blocks")).toMatchObject({ exitCode: 0 });
  });

  test("a shard that is there twice", async () => {
    await compile("--blocks", "blocks");
    cpSync(join(project, "blocks"), join(project, "copy"), { recursive: true });
    expect(await refusal("--blocks", "blocks", "copy")).toMatch(
      /^skillc: blocks\/(\S+) and copy\/\1 are the same share of the skills: remove one of them$/,
    );
  });

  test("shards of different sources", async () => {
    await compile("--shard", "1/2", "--blocks", "blocks");
    writeFiles(project, new Map([["skills/sails/SKILL.md", skillDocument("sails", "Sail.\n")]]));
    await compile("--shard", "2/2", "--blocks", "blocks");
    expect(await refusal("--blocks", "blocks")).toBe(
      'skillc: the blocks are of different sources: not all machines found the same at "skills"; compile all of them from one commit',
    );
  });

  test("another version", async () => {
    await compile("--blocks", "blocks");
    const path = shardFile("skillc-");
    rewrite(path, (text) =>
      text.replace('"version": "0.1.0"', '"version": "0.0.9"').replace(/"build": "./, '"build": "_'),
    );
    expect(await refusal("--blocks", "blocks")).toMatch(
      /was compiled by skillc 0\.0\.9, not 0\.1\.0: run skillc compile and skillc link with the same version of both$/,
    );
  });

  test("other settings, and skills that are found differently", async () => {
    await compile("--profile", "claude-code", "--blocks", "blocks");
    expect(await refusal("--blocks", "blocks")).toMatch(
      /^skillc: skillc-1-of-1\.\w+\.shard was compiled with other settings: run skillc compile with the same config and flags$/,
    );
    const exclude = (pattern: string): void =>
      writeFileSync(
        join(project, "skillc.config.json"),
        JSON.stringify({ sources: [{ dir: "skills", exclude: [pattern] }] }),
      );
    exclude("tides");
    await compile("--blocks", "blocks");
    exclude("knots");
    expect(await refusal("--blocks", "blocks")).toBe(
      'skillc: no block has the skill in "skills/tides" as it is found: run skillc compile with the same config',
    );
  });

  test("a directory that no block covers", async () => {
    writeFiles(project, new Map([["more/sails/SKILL.md", skillDocument("sails", "Sail.\n")]]));
    writeFileSync(join(project, "skillc.config.json"), '{ "sources": ["skills", "more"] }');
    await compile("skills", "--blocks", "blocks");
    expect(await refusal("--blocks", "blocks")).toBe(
      'skillc: no block says what is at "more": run skillc compile for it',
    );
  });

  test("contents that are not in the blocks", async () => {
    await compile("--blocks", "blocks");
    expect(await refusal("--blocks", "blocks", "--contents", "blocks")).toBe(
      "skillc: not all blocks have contents: run skillc compile with --contents blocks, or link without it",
    );
  });

  test.each(["flipped", "cut", "deleted"])("a damaged file, %s", async (how) => {
    await compile("--blocks", "blocks", "--contents", "blocks");
    const paths = [shardFile("skillc-"), ...stored()];
    expect(paths.length).toBe(4);
    for (const path of paths) {
      const whole = readFileSync(path);
      for (const at of [0, Math.floor(whole.length / 3), whole.length - 2]) {
        const flipped = Buffer.from(whole);
        flipped[at] = (whole[at] ?? 0) ^ 1;
        if (how === "deleted") rmSync(path);
        else writeFileSync(path, how === "cut" ? whole.subarray(0, at) : flipped);
        await refuseOrSame(path);
        writeFileSync(path, whole);
      }
    }
  });
});

/** What is damaged is named; pieces can be made again, so that the output is the same without them. */
async function refuseOrSame(path: string): Promise<void> {
  const { exitCode, stderr } = await skillc("link", "--blocks", "blocks", "--contents", "blocks");
  const generated = join(project, "generated");
  if (exitCode === 0) {
    const linked = readTree(join(generated, "skills"));
    await skillc("build", "--no-cache");
    expect([...readTree(join(generated, "skills"))], path).toEqual([...linked]);
  } else {
    expect([exitCode, stderr.split("\n")[0]], path).toEqual([
      2,
      expect.stringMatching(/damaged|does not exist|no blocks/),
    ]);
    expect(existsSync(generated)).toBe(false);
  }
  rmSync(generated, { recursive: true, force: true });
}

/** Changes the file of a shard and its digest. */
function rewrite(path: string, change: (text: string) => string): void {
  const text = readFileSync(path, "utf8");
  const end = text.lastIndexOf("}\n") + 2;
  const changed = change(text.slice(0, end));
  const digest = hash("sha256", changed, "hex");
  writeFileSync(path, `${changed}${digest}\n`);
}

describe("compile refuses", () => {
  test.each([["0/2"], ["3/2"], ["a/2"], ["2"]])("--shard %s", async (shard) => {
    const { exitCode, stderr } = await skillc("compile", "--shard", shard, "--blocks", "blocks");
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(`--shard must be a number and a count, such as 3/8, not "${shard}"`),
    ]);
  });

  test("a directory outside the project that only this machine has", async () => {
    const source = { dir: join(tmpdir(), "skills-elsewhere"), mountAs: "skills" };
    writeFileSync(join(project, "skillc.config.json"), JSON.stringify({ sources: [source] }));
    const { exitCode, stderr } = await skillc("compile", "--blocks", "blocks");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("is an absolute path, which no other machine has")]);
  });

  test("no directory for the blocks, and two", async () => {
    for (const args of [[], ["--blocks", "a", "--blocks", "b"]])
      expect(await skillc("compile", ...args)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining("compile needs one directory for its blocks") as string,
      });
  });
});

test("a share that is compiled again replaces what it was", async () => {
  await compile("--shard", "1/2", "--blocks", "blocks");
  await compile("--shard", "2/2", "--blocks", "blocks");
  const before = stored().length;
  writeFileSync(join(project, "skills/tides/SKILL.md"), skillDocument("tides", "Ebb.\n"));
  await compile("--shard", "1/2", "--blocks", "blocks");
  await compile("--shard", "2/2", "--blocks", "blocks");
  expect(stored().length).toBe(before);
  expect(await skillc("link", "--blocks", "blocks")).toMatchObject({ exitCode: 0 });
});
