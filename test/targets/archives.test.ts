/** Archives as other programs read them, and what never changes their bytes. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createArtifact } from "../../src/targets/archive/artifact.ts";
import { deflate } from "../../src/targets/archive/deflate.ts";
import { gzip } from "../../src/targets/archive/gzip.ts";
import type { ArchiveMember, MemberBytes } from "../../src/targets/archive/member.ts";
import { tar } from "../../src/targets/archive/tar.ts";
import { fitsZip, zip } from "../../src/targets/archive/zip.ts";
import { readArchive } from "../../src/install/read-tar.ts";
import { readZip } from "../../src/install/read-zip.ts";
import type { TargetContents } from "../../src/targets/target.ts";
import fc from "../support/fast-check.ts";
import { listFiles } from "../support/list-files.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "skillc-archives-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const member = (path: string, content: string | Uint8Array, isExecutable?: boolean): ArchiveMember => {
  const bytes = Buffer.from(content);
  return { path, size: bytes.length, isExecutable, pieces: () => [bytes] };
};
const joined = (pieces: Iterable<MemberBytes>): Buffer => Buffer.concat([...pieces] as Uint8Array[]);
const targz = (members: readonly ArchiveMember[]): Buffer => joined(gzip(tar(members)));

const LONG = `${"deep/".repeat(24)}ports.md`;
const UNSPLIT = `${"a".repeat(120)}.md`;
const members: readonly ArchiveMember[] = [
  member("SKILL.md", "---\nname: moor\n---\n# Moor\n"),
  member("empty.txt", ""),
  member(LONG, "deep\n"),
  member("häfen/ÿ.md", "Kai\n"),
  member(
    "picture.png",
    Uint8Array.from({ length: 3000 }, (_, at) => (at * 7919 * at) & 0xff),
  ),
  member("run", "binary", true),
  member("run.sh", "#!/bin/sh\n"),
  member(UNSPLIT, "long\n"),
  member(`${"ü".repeat(60)}.md`, "longer\n"),
  member("text.md", "the tide comes and goes\n".repeat(20_000)),
];
const expected = Object.fromEntries(members.map(({ path, pieces }) => [path, joined(pieces())]));

const contentsOf = (root: string): Record<string, Buffer> =>
  Object.fromEntries(listFiles(root).map((path) => [path, readFileSync(join(root, path))]));

describe("other programs read them", () => {
  const modes = (root: string): readonly boolean[] =>
    ["SKILL.md", "run", "run.sh"].map((path) => (statSync(join(root, path)).mode & 0o111) !== 0);

  test("tar", () => {
    writeFileSync(join(dir, "a.tar.gz"), targz(members));
    mkdirSync(join(dir, "out"));
    expect(execFileSync("tar", ["xzf", "../a.tar.gz"], { cwd: join(dir, "out"), encoding: "utf8" })).toBe("");
    expect(contentsOf(join(dir, "out"))).toEqual(expected);
    expect(modes(join(dir, "out"))).toEqual([false, true, true]);
    const [first] = execFileSync("tar", ["tvzf", "a.tar.gz", "--utc"], { cwd: dir, encoding: "utf8" }).split("\n");
    expect(first).toMatch(/^-rw-r--r-- 0\/0 +26 1970-01-01 00:00 SKILL\.md$/);
  });

  test("unzip", () => {
    writeFileSync(join(dir, "a.zip"), joined(zip(members)));
    expect(execFileSync("unzip", ["-tq", "a.zip"], { cwd: dir, encoding: "utf8" })).toContain("No errors");
    const [, , listed] = execFileSync("unzip", ["-Z", "-T", "a.zip"], { cwd: dir, encoding: "utf8" }).split("\n");
    expect(listed).toMatch(/^-rw-r--r-- +2\.0 unx +26 b- \w+ 19800101\.000000 SKILL\.md$/);
    execFileSync("unzip", ["-q", "a.zip", "-d", "out"], { cwd: dir, env: { ...process.env, LC_ALL: "C.UTF-8" } });
    expect(contentsOf(join(dir, "out"))).toEqual(expected);
    expect(modes(join(dir, "out"))).toEqual([false, true, true]);
  });

  test("Python", () => {
    writeFileSync(join(dir, "a.zip"), joined(zip(members)));
    writeFileSync(join(dir, "a.tar.gz"), targz(members));
    const script = [
      "import zipfile, tarfile, json",
      "z = zipfile.ZipFile('a.zip')",
      "t = tarfile.open('a.tar.gz')",
      "print(json.dumps([z.testzip(), z.namelist(), t.getnames(), [i.date_time[0] for i in z.infolist()]]))",
    ].join("\n");
    const read: unknown = JSON.parse(execFileSync("python3", ["-c", script], { cwd: dir, encoding: "utf8" }));
    const names = members.map(({ path }) => path);
    expect(read).toEqual([null, names, names, names.map(() => 1980)]);
  });

  test("the installer", () => {
    const found = (entries: readonly { path?: string | undefined; bytes: Uint8Array }[] | undefined) =>
      Object.fromEntries((entries ?? []).map(({ path, bytes }) => [path, Buffer.from(bytes)]));
    expect(found(readArchive(targz(members), 2 ** 24))).toEqual(expected);
    expect(found(readZip(joined(zip(members)), 2 ** 24))).toEqual(expected);
  });
});

test("headers have no time, no machine and no system", () => {
  expect(targz(members).subarray(0, 10).toString("hex")).toBe("1f8b08000000000002ff");
  const names = gunzipSync(targz([member("x", "")]));
  expect(names.length).toBe(512 + 1024);
  expect(names.subarray(100, 148).toString("latin1")).toBe(
    `0000644\0${"0000000\0".repeat(2)}${"00000000000\0".repeat(2)}`,
  );
  expect(names.subarray(157, 257).every((byte) => byte === 0)).toBe(true);
});

test("what cannot be made smaller is stored", () => {
  const [small] = [joined(zip([member("x", "x")]))];
  expect([small.readUInt16LE(8), small.readUInt32LE(18), small.readUInt32LE(22)]).toEqual([0, 1, 1]);
});

/** Bytes in pieces of random sizes. */
function* cut(bytes: Buffer, sizes: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

test("how the bytes come does not change what they become", () => {
  const text = Buffer.from(members.map(({ path }) => path.repeat(500)).join("\n"));
  const whole = joined(deflate([text]));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1000, max: 200_000 }), { minLength: 1, maxLength: 5 }), (sizes) => {
      expect(joined(deflate(cut(text, sizes))).equals(whole)).toBe(true);
    }),
    { numRuns: 10 },
  );
});

test("a large file is never in memory: gzip reads on when it has written, zip reads it twice", () => {
  const size = 24 * 1024 * 1024;
  const piece = Buffer.alloc(256 * 1024, "tide tables of the harbour ");
  let pulled = 0;
  const large: ArchiveMember = {
    path: "large.txt",
    size,
    isExecutable: false,
    pieces: function* () {
      for (let at = 0; at < size; at += piece.length) {
        pulled += piece.length;
        yield piece;
      }
    },
  };
  let [ahead, seen] = [0, 0];
  for (const part of gzip(tar([large])))
    if ((part as Uint8Array).length > 0) [ahead, seen] = [Math.max(ahead, pulled - seen), pulled];
  expect([ahead <= 1024 * 1024, pulled]).toEqual([true, size]);
  for (const part of zip([large])) expect((part as Uint8Array).length).toBeLessThan(1024 * 1024);
  expect(pulled).toBe(3 * size);
});

test("a file that cannot be read ends the archive with the reason", () => {
  const failure = { failure: "other", detail: "EIO", location: "x" } as const;
  const broken: ArchiveMember = { path: "x", size: 1, isExecutable: false, pieces: () => [failure] };
  for (const pieces of [gzip(tar([broken])), zip([broken])]) expect([...pieces].at(-1)).toBe(failure);
});

test("more than a zip can have is known before it is made", () => {
  expect([fitsZip([1]), fitsZip([2 ** 32]), fitsZip(Array.from({ length: 65_536 }, () => 1))]).toEqual([
    true,
    false,
    false,
  ]);
});

describe("the digest of a file that others name", () => {
  const contents = (kept: Map<string, unknown>): TargetContents =>
    ({
      startSha256: () => {
        const all: number[] = [];
        return { update: (piece: Uint8Array) => void all.push(...piece), end: () => Buffer.from(all).toString() };
      },
      recall: {
        kept: (name: string, values: readonly unknown[], make: () => unknown) => {
          const key = JSON.stringify([name, values]);
          if (!kept.has(key)) kept.set(key, make());
          return kept.get(key);
        },
      },
    }) as unknown as TargetContents;
  const fileOf = (chunks: () => Iterable<string>) => ({ path: "a.zip", role: "data", inputsKey: "1", chunks }) as const;

  test("comes from writing it, or from the last build, and is made only where neither is there", () => {
    let made = 0;
    const chunks = (): readonly string[] => {
      made++;
      return ["ab", "c"];
    };
    const kept = new Map<string, unknown>();
    const first = createArtifact(fileOf(chunks), contents(kept));
    expect([...first.file.chunks()].length).toBe(2);
    expect([first.digest(), made]).toEqual([{ sha256: "abc", bytes: 3 }, 1]);
    expect([createArtifact(fileOf(chunks), contents(kept)).digest(), made]).toEqual([{ sha256: "abc", bytes: 3 }, 1]);
    expect([createArtifact(fileOf(chunks), contents(new Map())).digest(), made]).toEqual([
      { sha256: "abc", bytes: 3 },
      2,
    ]);
  });

  test("is asked for again where a build could not read the file", () => {
    const kept = new Map<string, unknown>();
    const failure = { failure: "other", detail: "EIO", location: "x" };
    const broken = createArtifact(
      fileOf(() => [failure as unknown as string]),
      contents(kept),
    );
    expect(broken.digest()).toBe(failure);
    expect(
      createArtifact(
        fileOf(() => ["abc"]),
        contents(kept),
      ).digest(),
    ).toEqual({ sha256: "abc", bytes: 3 });
  });
});
