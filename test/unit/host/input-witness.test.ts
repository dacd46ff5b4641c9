/** A run is known only if nothing that it asked has another answer, whatever the times say. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { askAgain, createWitness, type Row } from "../../../src/host/input-witness.ts";
import { createNodeHost } from "../../../src/host/node-host.ts";
import { readRecord, writeRecord } from "../../../src/host/run-records.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-witness-"));
afterAll(() => rmSync(root, { recursive: true }));

let count = 0;

function project(): string {
  const base = join(root, `project-${++count}`);
  mkdirSync(join(base, "skills/tides"), { recursive: true });
  writeFileSync(join(base, "skills/tides/SKILL.md"), "tides");
  writeFileSync(join(base, "skills/tides/ports.md"), "ports");
  writeFileSync(join(base, "skills/tides/parts.md"), "parts");
  mkdirSync(join(base, "out"));
  writeFileSync(join(base, "out/index.js"), "export {}");
  return base;
}

/** Everything that a run could ask; `age`: how long ago the files changed. */
function rowsOf(base: string, age: number): readonly Row[] {
  const witness = createWitness(createNodeHost(base), { base, cache: "" }, Date.now() + age);
  const { host } = witness;
  host.readDirectory("skills");
  host.readDirectory("skills/tides");
  for (const path of ["skills", "skills/tides", "skills/tides/ports.md", "skills/tides/SKILL.md"]) {
    host.realPath(path);
    host.entryStatus(path);
    host.status(path);
  }
  for (const name of ["SKILL.md", "ports.md", "parts.md", "gone.md"]) host.readFile(`skills/tides/${name}`);
  witness.lookBelow("out");
  return witness.rows() ?? [];
}

const isKnown = (base: string, rows: readonly Row[]): boolean =>
  askAgain(createNodeHost(base), base, rows, Date.now()) !== undefined;

const CHANGES: Readonly<Record<string, (base: string) => void>> = {
  "another text of the same size": (base) => writeFileSync(join(base, "skills/tides/ports.md"), "parts"),
  "another text in the old time": (base) => {
    const path = join(base, "skills/tides/ports.md");
    const { atime, mtime } = statSync(path);
    writeFileSync(path, "parts");
    utimesSync(path, atime, mtime);
  },
  "swapped files": (base) => {
    const dir = join(base, "skills/tides");
    renameSync(join(dir, "ports.md"), join(dir, "x"));
    renameSync(join(dir, "parts.md"), join(dir, "ports.md"));
    renameSync(join(dir, "x"), join(dir, "parts.md"));
  },
  "a new file": (base) => writeFileSync(join(base, "skills/tides/more.md"), ""),
  "a file that was looked for in vain": (base) => writeFileSync(join(base, "skills/tides/gone.md"), ""),
  "a file less": (base) => rmSync(join(base, "skills/tides/parts.md")),
  "a directory in place of a file": (base) => {
    rmSync(join(base, "skills/tides/ports.md"));
    mkdirSync(join(base, "skills/tides/ports.md"));
  },
  "a link in place of a directory": (base) => {
    renameSync(join(base, "skills"), join(base, "real"));
    symlinkSync("real", join(base, "skills"));
  },
  "a link further up": (base) => {
    renameSync(base, `${base}-real`);
    symlinkSync(`${base}-real`, base);
  },
  "another mode": (base) => chmodSync(join(base, "skills/tides/ports.md"), 0o755),
  "another output": (base) => writeFileSync(join(base, "out/index.js"), "export []"),
  "an output more": (base) => mkdirSync(join(base, "out/more")),
  "an output less": (base) => rmSync(join(base, "out/index.js")),
  "no output": (base) => rmSync(join(base, "out"), { recursive: true }),
  "an output that is a link": (base) => {
    renameSync(join(base, "out/index.js"), join(base, "index.js"));
    symlinkSync("../index.js", join(base, "out/index.js"));
  },
};

describe.each([
  ["young", 0],
  ["old", 3_600_000],
])("after a run over %s files", (_name, age) => {
  test.each(Object.entries(CHANGES))("%s is seen", (_change, change) => {
    const base = project();
    const rows = rowsOf(base, age);
    expect(isKnown(base, rows)).toBe(true);
    change(base);
    expect(isKnown(base, rows)).toBe(false);
  });

  test("a lock that comes and goes is not", () => {
    const base = project();
    const rows = rowsOf(base, age);
    writeFileSync(join(base, "out/.lock"), "");
    expect(isKnown(base, rows)).toBe(false);
    rmSync(join(base, "out/.lock"));
    expect(isKnown(base, rows)).toBe(true);
  });
});

test("what is young is read again, until it is old", () => {
  const base = project();
  const young = rowsOf(base, 0);
  const reads: string[] = [];
  const disk = createNodeHost(base);
  const host = { ...disk, readFile: (path: string) => (reads.push(path), disk.readFile(path)) };
  expect(askAgain(host, base, young, Date.now())?.isYounger).toBe(false);
  expect(reads.length).toBeGreaterThan(3);
  const later = askAgain(host, base, young, Date.now() + 3_600_000);
  expect(later?.isYounger).toBe(true);
  reads.length = 0;
  expect(askAgain(host, base, later?.rows ?? [], Date.now() + 3_600_000)?.isYounger).toBe(false);
  // What is not there has no time.
  expect(reads).toEqual(["skills/tides/gone.md"]);
  writeFileSync(join(base, "skills/tides/ports.md"), "parts");
  expect(askAgain(host, base, later?.rows ?? [], Date.now())).toBeUndefined();
});

test("a change between the look and the answer is seen, whatever was read", () => {
  const base = project();
  const disk = createNodeHost(base);
  const path = join(base, "skills/tides/ports.md");
  const late = {
    ...disk,
    readFile(name: string) {
      const bytes = disk.readFile(name);
      writeFileSync(path, "parts");
      return bytes;
    },
  };
  const witness = createWitness(late, { base, cache: "" }, Date.now() + 3_600_000);
  witness.host.readFile("skills/tides/ports.md");
  expect(isKnown(base, witness.rows() ?? [])).toBe(false);
});

test("a run that depends on more has no rows", () => {
  const base = project();
  const witness = createWitness(createNodeHost(base), { base, cache: "" }, Date.now());
  witness.spoil();
  expect(witness.rows()).toBeUndefined();
});

describe("a record", () => {
  test("is whole, or is not there", () => {
    const dir = join(root, "records", "a");
    writeRecord(dir, "one", "tides\nmoons");
    writeRecord(dir, "two", "stars");
    expect([readRecord(dir, "one"), readRecord(dir, "two"), readRecord(dir, "three")]).toEqual([
      "tides\nmoons",
      "stars",
      undefined,
    ]);
    const [one = "", two = ""] = readdirSync(dir).map((name) => join(dir, name));
    renameSync(one, two);
    expect([readRecord(dir, "one"), readRecord(dir, "two")]).toEqual([undefined, undefined]);
    writeFileSync(two, "tides");
    expect(readRecord(dir, "two")).toBeUndefined();
  });

  test("goes when there are too many", () => {
    const dir = join(root, "records", "b");
    for (let run = 0; run < 40; run++) writeRecord(dir, String(run), "text");
    expect(readdirSync(dir)).toHaveLength(32);
    expect(readRecord(dir, "39")).toBe("text");
  });
});
