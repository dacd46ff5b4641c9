/** Files that no module can contain are reported with a fix, not read: half a gigabyte costs nothing. */
import { createHash } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { repeatBuild } from "../../../src/api/kept/repeat.ts";
import { build, check, type UserConfig } from "../../../src/index.ts";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "skillc-large-files-"));
  mkdirSync(join(cwd, "skills/tide-tables"), { recursive: true });
  writeFileSync(
    join(cwd, "skills/tide-tables/SKILL.md"),
    "---\nname: tide-tables\ndescription: Reads tide tables. Use when a landing is planned.\n---\nRead chart.bin.\n",
  );
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** Creates a sparse file: it takes no place on the disk. */
function grow(path: string, bytes: number): void {
  const file = join(cwd, "skills/tide-tables", path);
  writeFileSync(file, "", { flag: "a" });
  truncateSync(file, bytes);
}

const found = async (run: typeof build | typeof check, overrides: UserConfig = {}) =>
  (await run({ cwd, config: false, overrides })).diagnostics
    .filter(({ severity }) => severity !== "info")
    .map(({ rule, severity, help }) => [rule, severity, help?.join("; ")]);

const EXCLUDE = 'exclude it: files.exclude: ["chart.bin"]';
const limit = (bytes: number): string => `set files.maxBytes: ${bytes} to leave out what is larger, with a warning`;
const LIMIT = limit(8_388_608);
const COPY =
  'set module: { assets: "copy" } (--set module.assets=copy) to write it next to the module, where the application reads it';

test.each([
  [8_388_608, undefined],
  [8_388_609, `${EXCLUDE}; set files.maxBytes: 8388609 to embed it; ${LIMIT}; ${COPY}`],
  [500_000_000, `${EXCLUDE}; ${LIMIT}; ${COPY}`],
  [3_000_000_000, `${EXCLUDE}; ${LIMIT}; ${COPY}`],
])("a file of %i bytes", async (bytes, help) => {
  grow("chart.bin", bytes);
  expect(await found(check)).toEqual(help === undefined ? [] : [["file-oversized", "error", help]]);
  expect(await found(build)).toEqual(help === undefined ? [] : [["file-oversized", "error", help]]);
});

test("files.maxBytes embeds up to it and leaves larger files out, but embeds nothing that no string can contain", async () => {
  grow("chart.bin", 9_000_000);
  expect(await found(build, { files: { maxBytes: 9_000_000 } })).toEqual([]);
  grow("chart.bin", 9_000_001);
  expect(await found(build, { files: { maxBytes: 9_000_000 } })).toEqual([
    ["file-too-large", "warning", expect.anything()],
  ]);
  grow("chart.bin", 500_000_000);
  expect(await found(build, { files: { maxBytes: 600_000_000 } })).toEqual([
    ["file-oversized", "error", `${EXCLUDE}; ${limit(134_217_728)}; ${COPY}`],
  ]);
});

test("a SKILL.md of half a gigabyte is a file that cannot be read", async () => {
  grow("SKILL.md", 600_000_000);
  expect(await found(check)).toEqual([["file-unreadable", "error", expect.anything()]]);
});

test.each<[UserConfig, string]>([
  [{ emit: ["module", "json"] }, COPY],
  [{ emit: ["json-full"] }, 'remove "json-full" from emit: it contains every file'],
  [{ emit: ["module", "json-full"] }, `remove "json-full" from emit: it contains every file; and ${COPY}`],
  [
    { emit: ["module", "json-full"], module: { assets: "copy" } },
    'remove "json-full" from emit: it contains every file',
  ],
  [{ outputs: [{ outDir: "a", module: { assets: "copy" } }, { outDir: "b" }] }, COPY],
])("with %j the help is true", async (overrides, help) => {
  grow("chart.bin", 8_388_609);
  expect(await found(build, overrides)).toEqual([
    ["file-oversized", "error", `${EXCLUDE}; set files.maxBytes: 8388609 to embed it; ${LIMIT}; ${help}`],
  ]);
});

test.each<UserConfig>([
  { module: { assets: "copy" } },
  { emit: ["json"] },
  {
    outputs: [
      { outDir: "a", module: { assets: "copy" } },
      { outDir: "b", emit: ["json"] },
    ],
  },
])("where nothing embeds files, as with %j, they have any size", async (overrides) => {
  grow("chart.bin", 500_000_000);
  expect(await found(build, overrides)).toEqual([]);
  expect(await found(check, overrides)).toEqual([]);
  // A limit of the user's own still holds.
  expect(await found(check, { ...overrides, files: { maxBytes: 1_000_000 } })).toEqual([
    ["file-too-large", "warning", expect.anything()],
  ]);
});

test("a build with a cache sees when one changes", async () => {
  const size = 9_000_000;
  grow("chart.bin", size);
  const expected = Buffer.alloc(size);
  const options = { cwd, config: false, cache: "cache", overrides: { module: { assets: "copy" } } } as const;
  const outcome = async (): Promise<readonly [number, readonly string[]]> => {
    const { outputs } = await repeatBuild(options);
    return [outputs[0]?.changes.added.length ?? -1, readdirSync(join(cwd, "generated/skills/assets"))];
  };
  const name = (): string => createHash("sha256").update(expected).digest("hex");
  expect(await outcome()).toEqual([expect.any(Number), [name()]]);
  expect(await outcome()).toEqual([0, [name()]]);
  const descriptor = openSync(join(cwd, "skills/tide-tables/chart.bin"), "r+");
  writeSync(descriptor, "7", size - 1);
  closeSync(descriptor);
  expected.write("7", size - 1);
  expect((await outcome())[1]).toEqual([name()]);
  expect(await outcome()).toEqual([0, [name()]]);
});
