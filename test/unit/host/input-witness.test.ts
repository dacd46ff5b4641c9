/** A run is known only if nothing that it asked has another answer, whatever the times say. */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
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
import { askAgain, type Evidence } from "../../../src/engine/input-evidence.ts";
import { createWitness, type Witness } from "../../../src/engine/input-witness.ts";
import { createNodeHost } from "../../../src/host/node-host.ts";
import { openRecord, readRecord, writeRecord } from "../../../src/engine/run-records.ts";
import {
  containsText,
  inMemory,
  joinStored,
  NO_BYTES,
  readStored,
  sliceStored,
  type StoredBytes,
} from "../../../src/engine/stored-bytes.ts";
import { openPaths } from "../../../src/engine/path-list.ts";
import type { RecordPlace } from "../../../src/engine/record-place.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-witness-"));
afterAll(() => rmSync(root, { recursive: true }));

const bytesOf = (text: string): StoredBytes => inMemory(Buffer.from(text));

let count = 0;

function project(): string {
  const base = join(root, `project-${++count}`);
  mkdirSync(join(base, "skills/tides"), { recursive: true });
  writeFileSync(join(base, "skills/tides/SKILL.md"), "tides");
  writeFileSync(join(base, "skills/tides/ports.md"), "ports");
  writeFileSync(join(base, "skills/tides/parts.md"), "parts");
  writeFileSync(join(base, "skills/tides/chart.bin"), "chart");
  mkdirSync(join(base, "out"));
  writeFileSync(join(base, "out/index.js"), "export {}");
  return base;
}

/** What a run noted, as it is read again. */
function evidenceOf(witness: Witness): Evidence {
  return witness.evidence() ?? NOTHING;
}

/** Everything that a run could ask; `age`: how long ago the files changed. */
function rowsOf(base: string, age: number): Evidence {
  const witness = createWitness(createNodeHost(base), { base, cache: "" }, () => Date.now() + age);
  const { host } = witness;
  host.readDirectory("skills");
  host.readDirectory("skills/tides");
  for (const path of ["skills", "skills/tides", "skills/tides/ports.md", "skills/tides/SKILL.md"]) {
    host.realPath(path);
    host.entryStatus(path);
    host.status(path);
  }
  for (const name of ["SKILL.md", "ports.md", "parts.md", "gone.md"]) host.readFile(`skills/tides/${name}`);
  for (const name of ["chart.bin", "gone.bin"]) Array.from(host.readPieces?.(`skills/tides/${name}`) ?? []);
  witness.lookBelow("out", new Map([["index.js", host.sha256(new TextEncoder().encode("export {}"))]]));
  return evidenceOf(witness);
}

const NOTHING: Evidence = {
  paths: NO_BYTES,
  stamps: new Float64Array(),
  answers: NO_BYTES,
  listings: NO_BYTES,
  open: [],
  isMovable: true,
};

const isKnown = (base: string, rows: Evidence): boolean =>
  askAgain(createNodeHost(base), base, rows, () => Date.now()) !== undefined;

const CHANGES: Readonly<Record<string, (base: string) => void>> = {
  "another text of the same size": (base) => writeFileSync(join(base, "skills/tides/ports.md"), "parts"),
  "another large file of the same size": (base) => writeFileSync(join(base, "skills/tides/chart.bin"), "trahc"),
  "a large file that was looked for in vain": (base) => writeFileSync(join(base, "skills/tides/gone.bin"), ""),
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

test("swapped directories are seen, also if their files have the same times and sizes", () => {
  const base = project();
  const dirs = ["skills/tides", "skills/moons"].map((dir) => join(base, dir));
  const [tides = "", moons = ""] = dirs;
  const timesOf = (dir: string): readonly number[] => {
    const { mtimeMs, ctimeMs } = statSync(join(dir, "SKILL.md"));
    return [mtimeMs, ctimeMs];
  };
  mkdirSync(moons);
  // Most clocks of file systems have steps of some milliseconds: a checkout writes many files in each.
  for (let times = 0; times < 1000; times++) {
    for (const dir of dirs) writeFileSync(join(dir, "SKILL.md"), dir.slice(-5));
    if (String(timesOf(tides)) === String(timesOf(moons))) break;
  }
  const rows = rowsOf(base, 3_600_000);
  expect(isKnown(base, rows)).toBe(true);
  renameSync(tides, join(base, "swapped"));
  renameSync(moons, tides);
  renameSync(join(base, "swapped"), moons);
  writeFileSync(join(tides, "ports.md"), "ports");
  writeFileSync(join(tides, "parts.md"), "parts");
  writeFileSync(join(tides, "chart.bin"), "chart");
  expect(isKnown(base, rows)).toBe(false);
});

/** The evidence as the next run finds it. */
function askOnce(base: string, rows: Evidence, now: number): { readonly rows: Evidence; readonly isRenewed: boolean } {
  const stamps = askAgain(createNodeHost(base), base, rows, () => now) ?? new Float64Array();
  return { rows: { ...rows, stamps }, isRenewed: stamps !== rows.stamps };
}

/** How many paths prove something by their state. */
const proofs = ({ stamps }: Evidence): number =>
  stamps.filter((time, at) => at % 5 === 0 && !Number.isNaN(time)).length;

test("what is young is read again, until it is old", () => {
  const base = project();
  const young = rowsOf(base, 0);
  expect(proofs(young)).toBe(0);
  expect(askOnce(base, young, Date.now()).isRenewed).toBe(false);
  const { rows: later, isRenewed } = askOnce(base, young, Date.now() + 3_600_000);
  expect([isRenewed, proofs(later)]).toEqual([true, openPaths(later.paths).count]);
  expect(askOnce(base, { ...later, answers: NO_BYTES }, Date.now() + 3_600_000).isRenewed).toBe(false);
  writeFileSync(join(base, "skills/tides/ports.md"), "parts");
  expect(isKnown(base, later)).toBe(false);
});

test("other times of the same bytes are noted", () => {
  const base = project();
  const before = rowsOf(base, 3_600_000);
  utimesSync(join(base, "skills/tides/ports.md"), 1_700_000_000, 1_700_000_000);
  const { rows: after, isRenewed } = askOnce(base, before, Date.now() + 3_600_000);
  expect(isRenewed).toBe(true);
  expect(after.stamps).toContain(1_700_000_000_000);
  expect(askOnce(base, after, Date.now() + 3_600_000).isRenewed).toBe(false);
});

test.each([0, 5, 2 * 1024 * 1024, 2 * 1024 * 1024 + 5])("a file of %i bytes is compared to its end", (size) => {
  const base = project();
  const path = join(base, "skills/tides/ports.md");
  writeFileSync(path, Buffer.alloc(size, "a"));
  const rows = rowsOf(base, 0);
  expect(isKnown(base, rows)).toBe(true);
  writeFileSync(path, `${"a".repeat(Math.max(0, size - 1))}b`);
  expect(isKnown(base, rows)).toBe(false);
});

test("an output that the run created is known, also beside the project", () => {
  const base = project();
  const out = join(root, `out-${count}`);
  const witness = createWitness(createNodeHost(base), { base, cache: "" }, () => Date.now());
  expect(witness.host.realPath(out)).toMatchObject({ failure: "not-found" });
  mkdirSync(out);
  writeFileSync(join(out, "index.js"), "export {}");
  witness.lookBelow(out, new Map());
  const rows = evidenceOf(witness);
  expect(isKnown(base, rows)).toBe(true);
  writeFileSync(join(out, "index.js"), "export []");
  expect(isKnown(base, rows)).toBe(false);
});

describe("a copy of the project elsewhere", () => {
  test("has the same answers", () => {
    const [base, copy] = [project(), join(root, `copy-${count}`)];
    const rows = rowsOf(base, 3_600_000);
    cpSync(base, copy, { recursive: true });
    expect(rows.isMovable).toBe(true);
    expect(isKnown(copy, rows)).toBe(true);
    writeFileSync(join(copy, "skills/tides/ports.md"), "parts");
    expect(isKnown(copy, rows)).toBe(false);
  });

  test("is in the same repository or in another one", () => {
    const base = join(root, `above-${++count}`, "project");
    mkdirSync(base, { recursive: true });
    const witness = createWitness(createNodeHost(base), { base, cache: "" }, () => Date.now() + 3_600_000);
    witness.host.entryStatus(join(base, "../.git"));
    witness.host.readFile(join(base, "../.git/info/exclude"));
    const rows = evidenceOf(witness);
    const copy = join(root, `beside-${count}`, "project");
    mkdirSync(copy, { recursive: true });
    expect([rows.isMovable, isKnown(copy, rows)]).toEqual([true, true]);
    mkdirSync(join(copy, "../.git"));
    expect(isKnown(copy, rows)).toBe(false);
  });

  test.each([
    ["a file elsewhere was read", (base: string) => [join(base, "../elsewhere.md/x"), "readFile"] as const],
    ["a link leads elsewhere", (base: string) => [(symlinkSync("/", join(base, "link")), "link"), "realPath"] as const],
  ])("is not known if %s", (_name, prepare) => {
    const base = project();
    const [path, question] = prepare(base);
    const witness = createWitness(createNodeHost(base), { base, cache: "" }, () => Date.now());
    witness.host[question](path);
    expect(witness.evidence()?.isMovable).toBe(false);
  });
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
  const witness = createWitness(late, { base, cache: "" }, () => Date.now() + 3_600_000);
  witness.host.readFile("skills/tides/ports.md");
  expect(isKnown(base, evidenceOf(witness))).toBe(false);
});

test("a file that changes between two reads is not known, whichever of them it is like", () => {
  const base = project();
  const witness = createWitness(createNodeHost(base), { base, cache: "" }, () => Date.now() + 3_600_000);
  const { host } = witness;
  const path = "skills/tides/chart.bin";
  const texts = ["chart", "trahc"];
  for (const [at, text] of texts.entries()) {
    writeFileSync(join(base, path), text);
    Array.from(host.readPieces?.(path, at === 0 ? undefined : join(base, path)) ?? []);
  }
  const rows = evidenceOf(witness);
  for (const text of texts) {
    writeFileSync(join(base, path), text);
    expect(isKnown(base, rows)).toBe(false);
  }
});

test("a run that depends on more has no rows", () => {
  const base = project();
  const witness = createWitness(createNodeHost(base), { base, cache: "" }, () => Date.now());
  witness.spoil();
  expect(witness.evidence()).toBeUndefined();
});

describe("a record", () => {
  test("is whole, or is not there", () => {
    const dir = join(root, "records", "a");
    const at = (key: string): RecordPlace => ({ dir, kind: "run", key });
    const linesOf = (key: string): readonly string[] | undefined => readRecord(at(key))?.map(String);
    writeRecord(at("one"), [bytesOf("tides"), bytesOf("moons")]);
    writeRecord(at("two"), [bytesOf("stars")]);
    expect([linesOf("one"), linesOf("two"), linesOf("three")]).toEqual([["tides", "moons"], ["stars"], undefined]);
    const [one = "", two = ""] = readdirSync(dir).map((name) => join(dir, name));
    renameSync(one, two);
    expect([linesOf("one"), linesOf("two")]).toEqual([undefined, undefined]);
    writeFileSync(two, "tides");
    expect(linesOf("two")).toBeUndefined();
  });

  test("is copied in pieces, and only where it is what was written", () => {
    const at = (key: string): RecordPlace => ({ dir: join(root, "records", "c"), kind: "run", key });
    const long = "tides and moons ".repeat(10_000);
    const openPart = (): StoredBytes => openRecord(at("one"))?.parts[1] ?? NO_BYTES;
    writeRecord(at("one"), [bytesOf("head"), bytesOf(long)]);
    const part = openPart();
    expect(readStored(part, 6, 15)?.toString()).toBe("and moons");
    expect([containsText(part, "moons tides"), containsText(part, "moon tides")]).toEqual([true, false]);
    const other = joinStored([
      sliceStored(part, 0, 100_000),
      bytesOf("stars"),
      sliceStored(part, 100_000, long.length),
    ]);
    writeRecord(at("two"), [part, other]);
    // What is left of the file that it is in is read, also if another one has its name by now.
    writeRecord(at("one"), [bytesOf("new")]);
    expect(readStored(part)?.toString()).toBe(long);
    const [same, joined] = readRecord(at("two")) ?? [];
    expect(same?.toString()).toBe(long);
    expect(joined?.toString()).toBe(`${long.slice(0, 100_000)}stars${long.slice(100_000)}`);
    for (const place of [10, 90_000, 159_999]) {
      writeRecord(at("one"), [bytesOf("head"), bytesOf(long)]);
      const [file = ""] = readdirSync(at("one").dir).flatMap((name) => {
        const path = join(at("one").dir, name);
        return readFileSync(path, "utf8").endsWith(`head${long}`) ? [path] : [];
      });
      const bytes = readFileSync(file);
      bytes[bytes.length - long.length + place] = 0;
      writeFileSync(file, bytes);
      expect(readStored(openPart(), 6, 15)).toBeUndefined();
      expect(readStored(openPart())).toBeUndefined();
      expect(readRecord(at("one"))).toBeUndefined();
      expect(containsText(openPart(), "no such text")).toBe(true);
      // A part that is taken over as it is has the digest that it had.
      writeRecord(at("one"), [openPart()]);
      expect(readRecord(at("one"))).toBeUndefined();
    }
  });

  test("goes when there are too many", () => {
    const dir = join(root, "records", "b");
    const at = (key: number): RecordPlace => ({ dir, kind: "run", key: String(key) });
    writeRecord({ ...at(0), kind: "out" }, [bytesOf("other")]);
    for (let run = 0; run < 40; run++) writeRecord(at(run), [bytesOf("text")]);
    expect(readdirSync(dir)).toHaveLength(33);
    expect(readRecord(at(39))?.map(String)).toEqual(["text"]);
    expect(readRecord({ ...at(0), kind: "out" })?.map(String)).toEqual(["other"]);
  });
});

test("a file that was not read to its end keeps nothing", () => {
  const base = project();
  const witness = createWitness(createNodeHost(base), { base, cache: "" }, () => Date.now());
  for (const _piece of witness.host.readPieces?.("skills/tides/chart.bin") ?? []) break;
  expect(witness.evidence()).toBeUndefined();
});
describe("a run after another one", () => {
  /** The evidence of a run, as the next one has it once it has asked again. */
  const earlierOf = (base: string): Evidence => {
    const noted = rowsOf(base, 3_600_000);
    const before = { ...noted, unchanged: new Uint8Array(noted.stamps.length / 5) };
    writeFileSync(join(base, "skills/tides/parts.md"), "other");
    expect(askAgain(createNodeHost(base), base, before, () => Date.now())).toBeUndefined();
    return before;
  };

  const runAfter = (base: string, before: Evidence): Witness =>
    createWitness(createNodeHost(base), { base, cache: "", before }, () => Date.now() + 3_600_000);

  test("does not ask again about what has not changed, and notes the same", () => {
    const base = project();
    const before = earlierOf(base);
    const ask = ({ host }: Witness): readonly unknown[] => [
      host.readDirectory("skills/tides"),
      host.status("skills/tides/ports.md"),
      host.entryStatus("skills/tides"),
      host.knownDigest?.("skills/tides/SKILL.md"),
      host.knownDigest?.("skills/tides/parts.md"),
    ];
    const witness = runAfter(base, before);
    const [listed, ...rest] = ask(witness);
    const [listedNow, ...restNow] = ask(createWitness(createNodeHost(base), { base, cache: "" }, () => 0));
    expect(new Set(listed as readonly unknown[])).toEqual(new Set(listedNow as readonly unknown[]));
    expect(rest).toEqual([...restNow.slice(0, 2), createNodeHost(base).sha256(Buffer.from("tides")), undefined]);
    const after = evidenceOf(witness);
    expect(proofs(after)).toBe(3);
    expect(isKnown(base, after)).toBe(true);
    rmSync(join(base, "skills/tides/SKILL.md"));
    expect(isKnown(base, after)).toBe(false);
  });

  test("asks again about everything once it writes", () => {
    const base = project();
    const before = earlierOf(base);
    const witness = runAfter(base, before);
    witness.willWrite();
    rmSync(join(base, "skills/tides/ports.md"));
    writeFileSync(join(base, "out/more.js"), "");
    expect(witness.host.status("skills/tides/ports.md")).toMatchObject({ failure: "not-found" });
    expect(witness.host.readDirectory("out")).toHaveLength(2);
    expect(witness.host.knownDigest?.("skills/tides/SKILL.md")).toBeUndefined();
  });
});
