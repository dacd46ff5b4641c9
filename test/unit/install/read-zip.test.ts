/** Zip archives: what is read, and what two programs could read in two ways. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readZip } from "../../../src/install/read-zip.ts";
import { createZip, type ZipFile } from "../../support/write-zip.ts";

const shown = (zip: Uint8Array, maxBytes = 1000) =>
  readZip(zip, maxBytes)?.map(({ path, kind, executable, bytes }) => [path, kind, executable, String(bytes)]);

test("files with their modes, without directories", () => {
  const zip = createZip(
    [
      { path: "deploy/", mode: 0o040755 },
      { path: "deploy/SKILL.md", content: "---\nname: deploy\n---\n" },
      { path: "deploy/run.sh", content: "#!/bin/sh\n", mode: 0o100755, stored: true },
      { path: "deploy/größe.md", content: "x" },
      { path: "deploy/empty", content: "" },
      { path: "link", content: "/etc/passwd", mode: 0o120777 },
      { path: "pipe", mode: 0o010644 },
    ],
    "a comment",
  );
  expect(shown(zip)).toEqual([
    ["deploy/SKILL.md", "file", false, "---\nname: deploy\n---\n"],
    ["deploy/run.sh", "file", true, "#!/bin/sh\n"],
    ["deploy/größe.md", "file", false, "x"],
    ["deploy/empty", "file", false, ""],
    ["link", "symlink", true, "/etc/passwd"],
    ["pipe", "other", false, ""],
  ]);
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.warn("SKIPPED an archive of Python: python3 is not installed");

test.skipIf(!hasPython)("an archive of Python", () => {
  const dir = mkdtempSync(join(tmpdir(), "skillc-zip-"));
  try {
    const file = join(dir, "x.zip");
    const script = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("a/SKILL.md", "hello " * 99)
    z.writestr("a/é.txt", "x")`;
    execFileSync("python3", ["-c", script, file]);
    expect(shown(readFileSync(file))).toEqual([
      ["a/SKILL.md", "file", false, "hello ".repeat(99)],
      ["a/é.txt", "file", false, "x"],
    ]);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

const file: ZipFile = { path: "a.md", content: "hello" };
test.each<[string, Uint8Array]>([
  ["nothing", Buffer.alloc(0)],
  ["no archive", Buffer.from("PK\x03\x04 hello")],
  ["too large when unpacked", createZip([{ path: "a", content: "x".repeat(1001) }])],
  ["a bomb that says it is small", createZip([{ path: "a", content: "x".repeat(100_000), size: 10 }])],
  ["a size that is too large", createZip([{ ...file, size: 6 }])],
  ["a wrong checksum", createZip([{ ...file, crc: 1 }])],
  ["an encrypted file", createZip([{ ...file, flags: 0x801 }])],
  ["a method of compression that is not deflate", createZip([{ ...file, method: 12 }])],
  ["another name in the header of the file", createZip([{ ...file, localPath: "b.md" }])],
  ["two entries over the same bytes", createZip([file, { ...file, path: "b.md", localPath: "a.md", at: 0 }])],
  ["an entry beyond the end", createZip([{ ...file, at: 5000 }])],
  ["a second end in the comment", createZip([file], createZip([]).toString("latin1"))],
  ["bytes after the end", Buffer.concat([createZip([file]), Buffer.from("x")])],
  ["bytes before the beginning", Buffer.concat([Buffer.from("x"), createZip([file])])],
  ["a directory with a content", createZip([{ path: "a/", content: "hello" }])],
])("%s is refused", (_, zip) => {
  expect(readZip(zip, 1000)).toBeUndefined();
});

test("a name that is not UTF-8 has no path", () => {
  const zip = createZip([{ path: Buffer.from([0x66, 0xff]), content: "x" }]);
  expect(shown(zip)).toEqual([[undefined, "file", false, "x"]]);
});

test("every byte changed or cut gives entries or nothing, and never throws", () => {
  const zip = createZip([file, { path: "b/c.md", content: "more", stored: true }]);
  for (let at = 0; at < zip.length; at++) {
    const changed = Buffer.from(zip);
    changed[at] = (changed[at] as number) ^ 0xff;
    readZip(changed, 1000);
    expect(readZip(zip.subarray(0, at), 1000)).toBeUndefined();
  }
});
