/** Archives of real programs, and names that do not fit into a header. The system's tar is the oracle. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { gunzip, readTar } from "../../../src/install/read-tar.ts";
import { createTar } from "../../support/npm-registry.ts";
import fc from "../../support/fast-check.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-tar-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const long = `${"d".repeat(90)}/${"e".repeat(90)}/${"f".repeat(90)}.md`;
const contents: Readonly<Record<string, string>> = {
  "package/SKILL.md": "x",
  [`package/${long}`]: "long",
  [`package/${"n".repeat(150)}.md`]: "long name",
  "package/über/ﬁ.md": "accents",
  "package/empty.md": "",
  "package/block.md": "b".repeat(512),
  "package/big.md": "c".repeat(1025),
};
for (const [path, content] of Object.entries(contents)) {
  mkdirSync(dirname(join(root, "tree", path)), { recursive: true });
  writeFileSync(join(root, "tree", path), content);
}

test.each(["gnu", "posix", "oldgnu"])("reads what tar writes as %s", (format) => {
  const packed = execFileSync("tar", ["-C", join(root, "tree"), `--format=${format}`, "-czf", "-", "package"], {
    maxBuffer: 1e7,
  });
  const tar = gunzip(packed, 1e7) as Uint8Array;
  const read = readTar(tar)?.map(({ path, kind, bytes }) => [path, kind, Buffer.from(bytes).toString("utf8")]);
  const expected = Object.entries(contents).map(([path, content]) => [path, "file", content]);
  const byPath = (one: readonly unknown[], two: readonly unknown[]): number =>
    String(one[0]) < String(two[0]) ? -1 : 1;
  expect(read?.toSorted(byPath)).toEqual(expected.toSorted(byPath));
});

test("an archive that is cut or changed is damaged, or reads as files that it has", () => {
  const tar = createTar([
    { path: "package/SKILL.md", content: "x".repeat(600) },
    { path: "package/a.md", content: "y", mode: 0o755 },
  ]);
  expect(readTar(tar)?.map(({ path, executable }) => [path, executable])).toEqual([
    ["package/SKILL.md", false],
    ["package/a.md", true],
  ]);
  for (let end = 0; end <= 2048 + 511; end += 7) expect(readTar(tar.subarray(0, end))).toBeUndefined();
  fc.assert(
    fc.property(fc.nat(tar.length - 1), fc.nat(255), (at, byte) => {
      const changed = Buffer.from(tar);
      changed[at] = byte;
      for (const entry of readTar(changed) ?? []) expect(entry.bytes.length).toBe(entry.size);
    }),
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => void readTar(bytes)));
});

test("gunzip stops at its limit", () => {
  const packed = execFileSync("gzip", ["-c"], { input: "x".repeat(10_000) });
  expect(gunzip(packed, 10_000)?.length).toBe(10_000);
  expect(gunzip(packed, 9_999)).toBeUndefined();
  expect(gunzip(packed.subarray(0, 20), 10_000)).toBeUndefined();
});
