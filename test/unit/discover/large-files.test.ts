/** Files that no module can contain are reported with a fix, not read: half a gigabyte costs nothing. */
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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
const LIMIT = "set files.maxBytes to leave larger files out with a warning";

test.each([
  [8_388_608, undefined],
  [8_388_609, `${EXCLUDE}; set files.maxBytes: 8388609 to embed it; ${LIMIT}`],
  [500_000_000, `${EXCLUDE}; ${LIMIT}`],
  [3_000_000_000, `${EXCLUDE}; ${LIMIT}`],
])("a file of %i bytes", async (bytes, help) => {
  grow("chart.bin", bytes);
  expect(await found(check)).toEqual(help === undefined ? [] : [["file-oversized", "warning", help]]);
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
    ["file-oversized", "error", `${EXCLUDE}; ${LIMIT}`],
  ]);
});

test("a SKILL.md of half a gigabyte is a file that cannot be read", async () => {
  grow("SKILL.md", 600_000_000);
  expect(await found(check)).toEqual([["file-unreadable", "error", expect.anything()]]);
});
