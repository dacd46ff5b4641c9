/** What is stored of skills: the same whether it was made at once or by edits, and used only if it is what was written. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPieces } from "../../src/api/kept/kept-pieces.ts";
import { readUnits, writeUnits } from "../../src/api/kept/kept-units.ts";
import { repeatBuild } from "../../src/api/kept/repeat.ts";
import { openBlocks, readCodeDigest, type Block } from "../../src/engine/index.ts";
import { compileBlocks } from "../../src/api/compile-blocks.ts";
import { linkBlocks } from "../../src/api/link-blocks.ts";
import { build } from "../../src/index.ts";
import type { Piece } from "../../src/model/piece.ts";
import type { SkillUnit } from "../../src/model/unit.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-stored-"));
afterAll(() => rmSync(root, { recursive: true }));

const BUILD = readCodeDigest() ?? "";
const POLICY = { assets: ["copy", "embed"] } as const;
/** More than a block of any kind has. */
const SECTIONS = 12;

const CONFIG = JSON.stringify({
  sources: ["skills", { dir: "kit", namespace: "kit", preload: true }],
  allowEmpty: true,
  onInvalid: "skip",
  outputs: [
    { outDir: "out", emit: ["module", "json"] },
    { outDir: "copied", module: { assets: "copy" } },
  ],
});

/** Skills of each kind: with findings, with a comment, that cannot be used, with files of all forms. */
const FILES: Readonly<Record<string, string>> = {
  "package.json": "{}",
  "skillc.config.json": CONFIG,
  "skills/tides/SKILL.md":
    "---\nname: tides\ndescription: Reads tides. 潮汐 🌊 Use when asked.\nallowed-tools: Read\n---\nSee [ports](ports.md) and $ARGUMENTS.\n",
  "skills/tides/data.bin": "\0".repeat(9000),
  "skills/moons/SKILL.md":
    "---\nname: moons\ndescription: Names moons. Use when asked.\n---\n<!-- skillc-disable ref-missing -- it comes later -->\nRead [gone](gone.md).\n",
  "skills/broken/SKILL.md": "---\nname: broken\n---\nNo description.\n",
  "kit/knots/SKILL.md": "---\nname: knots\ndescription: Ties knots. Use when asked.\n---\nTie.\n",
  "kit/knots/scripts/tie.sh": "#!/bin/sh\necho knot\n",
};

let projects = 0;

function project(files: Readonly<Record<string, string>>) {
  const cwd = join(root, `project-${++projects}`);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { cwd, write, cache: join(cwd, ".cache") };
}

const segmentsOf = (cache: string): readonly string[] =>
  readdirSync(join(cache, BUILD))
    .filter((name) => name.endsWith(".blocks"))
    .map((name) => join(cache, BUILD, name));

const sectionsOf = (block: Block): readonly (string | undefined)[] =>
  Array.from({ length: SECTIONS }, (_, at) => block.section(at)).map(
    (section) => section && Buffer.from(section).toString("latin1"),
  );

const unitValue = (unit: SkillUnit | undefined): unknown => {
  if (unit === undefined) return undefined;
  const { format, key, link, reading, facts, bulk, findings, comments, lines, at } = unit;
  return { format, key, link, reading, facts, bulk, findings, comments, lines, at };
};

const pieceValue = (piece: Piece | undefined): unknown => {
  if (piece === undefined) return undefined;
  const { id, idHash, idBits, entry, rows, lines, mediaTypes, contents, preload, tokens } = piece;
  const { keys, sizes, binary, digests } = contents;
  const columns = [[...keys], [...sizes], [...binary], digests];
  return {
    id,
    idHash,
    idBits,
    entry: Buffer.from(entry).toString(),
    rows,
    lines,
    mediaTypes,
    columns,
    preload,
    tokens,
  };
};

/** What all blocks of a cache say; undefined for one that is not what was written. */
function valuesOf(cache: string): ReadonlyMap<string, string | undefined> {
  const values = new Map<string, string | undefined>();
  for (const [key, block] of openBlocks(cache, BUILD).find("")) {
    const value = key.startsWith("units ")
      ? readUnits(key, block)?.units.map(unitValue)
      : key.startsWith("pieces ")
        ? readPieces(block, POLICY)?.pieces.map(pieceValue)
        : block.section(0)?.toString();
    values.set(key, JSON.stringify(value));
  }
  return values;
}

test("any byte that is another one, and any end that is missing, is noticed", async () => {
  const { cwd, cache } = project(FILES);
  await build({ cwd, cache });
  const whole = valuesOf(cache);
  expect([...whole.keys()].map((key) => key.replace(/ .*/, "")).sort()).toEqual(["pieces", "result", "units"]);
  expect([...whole.values()]).not.toContain(undefined);
  const [path = ""] = segmentsOf(cache);
  const bytes = readFileSync(path);
  const wrong: number[] = [];
  const isTrue = (): boolean =>
    [...valuesOf(cache)].every(([key, value]) => value === undefined || value === whole.get(key));
  // Every 31st: all bytes take a quarter of a minute.
  for (let at = 0; at < bytes.length; at += 31) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
    writeFileSync(path, at % 62 === 0 ? bytes.subarray(0, at) : damaged);
    if (!isTrue()) wrong.push(at);
  }
  expect(wrong).toEqual([]);
});

test("a build with damaged blocks is one with an empty store", async () => {
  const { cwd, write, cache } = project(FILES);
  await repeatBuild({ cwd, cache });
  const kept = readdirSync(join(cache, BUILD)).map((name) => [name, readFileSync(join(cache, BUILD, name))] as const);
  expect(kept.map(([name]) => extname(name)).sort()).toEqual([".blocks", ".out", ".out", ".out", ".run"]);
  write("skills/moons/SKILL.md", "---\nname: moons\ndescription: Names moons. Use when asked.\n---\nRead [a](a.md).\n");
  const { diagnostics } = await build({ cwd, cache: false });
  const wanted = outputOf(cwd);
  for (let step = 0; step < 12; step++) {
    rmSync(cache, { recursive: true });
    mkdirSync(join(cache, BUILD), { recursive: true });
    for (const [name, bytes] of kept) {
      const at = Math.floor((bytes.length * step) / 12);
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (step % 8));
      const isBlocks = name.endsWith(".blocks");
      if (isBlocks && step % 5 === 4) continue;
      writeFileSync(join(cache, BUILD, name), isBlocks ? (step % 5 === 3 ? bytes.subarray(0, at) : damaged) : bytes);
    }
    for (const dir of ["out", "copied"]) rmSync(join(cwd, dir), { recursive: true });
    const now = await repeatBuild({ cwd, cache });
    expect({ diagnostics: now.diagnostics, output: outputOf(cwd) }).toEqual({ diagnostics, output: wanted });
  }
});

/** Every file of both outputs. */
function outputOf(cwd: string): readonly (readonly [string, string])[] {
  return ["out", "copied"].flatMap((dir) =>
    readdirSync(join(cwd, dir), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [relative(cwd, path), readFileSync(path, "latin1")] as const),
  );
}

test("after edits, blocks are those of a build that knows nothing, and others of one directory alone", async () => {
  const many = Array.from({ length: 150 }, (_, at): [string, string] => [
    `skills/s${at}/SKILL.md`,
    `---\nname: s${at}\ndescription: Reads chart ${at}. Use when asked.\n---\nSee [it](${at}.md).\n`,
  ]);
  const { cwd, write, cache } = project({ ...FILES, ...Object.fromEntries(many) });
  await repeatBuild({ cwd, cache });
  const before = new Set(Array.from(openBlocks(cache, BUILD).find(""), ([key]) => key));
  write(
    "skills/s77/SKILL.md",
    "---\nname: s77\ndescription: Reads chart 77. Use when asked.\n---\nSee [another](b.md).\n",
  );
  await repeatBuild({ cwd, cache });
  rmSync(join(cwd, "skills/s9"), { recursive: true });
  write("skills/s99b/SKILL.md", "---\nname: s99b\ndescription: Reads chart 99b. Use when asked.\n---\nSee it.\n");
  await repeatBuild({ cwd, cache });
  await build({ cwd, cache: "fresh" });
  const store = openBlocks(cache, BUILD);
  const fresh = [...openBlocks(join(cwd, "fresh"), BUILD).find("")];
  for (const [key, block] of fresh) {
    const own = store.get(key);
    expect(own && sectionsOf(own)).toEqual(sectionsOf(block));
  }
  // Three directories: most blocks are older than the edits.
  const kept = fresh.filter(([key]) => before.has(key));
  expect(kept.length).toBeGreaterThan(fresh.length - 2 * 4);
  expect(fresh.length).toBeGreaterThan(2);
});

test("what a row says of a skill is read as it was written", () => {
  const rows = [undefined, "pinned", "name-only", "deferred"].flatMap((tier) =>
    [true, undefined].flatMap((hidden) =>
      [true, undefined].map((hiddenInCodex) => {
        const row = { toolsets: [], name: "tides", description: "Reads tides.", hidden, hiddenInCodex, tier };
        return JSON.parse(JSON.stringify(row)) as SkillUnit["link"];
      }),
    ),
  );
  const reading = { frontmatter: { state: "read" }, unusable: [], restricts: [], isQualified: false, unreadable: [] };
  const rest = { format: 2, key: "0".repeat(64), reading, findings: [], comments: [], lines: [], at: {} };
  const sections = writeUnits(rows.map((link) => ({ ...rest, link }) as unknown as SkillUnit));
  const block: Block = { section: (at) => sections[at] };
  expect(readUnits("key", block)?.units.map((unit) => unit?.link)).toEqual(rows);
});

test("blocks of a share are whole where a build has left a cache", async () => {
  const { cwd, cache } = project(FILES);
  await build({ cwd, cache });
  const blocks = join(cwd, "..", "shares");
  await compileBlocks({ cwd, cache, blocks });
  const linked = await linkBlocks({ cwd, cache: false, blocks: [blocks] });
  expect(linked.outputs.map(({ changes: { added, changed, removed } }) => [added, changed, removed])).toEqual([
    [[], [], []],
    [[], [], []],
  ]);
});
