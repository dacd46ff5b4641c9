/** Blocks by key: kept if the disk allows, lost without a word if not, never wrong. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openBlocks } from "../../../src/engine/block-store.ts";
import { createOpenFiles } from "../../../src/engine/open-files.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-blocks-"));
afterAll(() => rmSync(root, { recursive: true }));

const BUILD = "a".repeat(64);
let place = "";
let count = 0;
beforeEach(() => {
  place = join(root, `cache-${++count}`);
});

const names = (): readonly string[] => readdirSync(join(place, BUILD));

/** Blocks of one section, as texts. */
function open(build = BUILD, dir = place) {
  const store = openBlocks(dir, build);
  return {
    ...store,
    get: (key: string) => store.get(key)?.section(0)?.toString(),
    set: (key: string, text: string) => store.set(key, [Buffer.from(text)]),
  };
}

function keep(texts: Readonly<Record<string, string>>): void {
  const store = open();
  for (const [key, text] of Object.entries(texts)) store.set(key, text);
  store.save();
}

describe("texts", () => {
  test("are there for every later store", () => {
    keep({ one: "tides\n", two: "" });
    keep({ three: "Gezeiten 潮汐 \u{1f30a}" });
    const store = open();
    expect(["one", "two", "three", "four"].map((key) => store.get(key))).toEqual([
      "tides\n",
      "",
      "Gezeiten 潮汐 \u{1f30a}",
      undefined,
    ]);
    expect(names()).toHaveLength(2);
  });

  test("of another build are not", () => {
    keep({ one: "tides" });
    expect(open("b".repeat(64)).get("one")).toBeUndefined();
    // Not even where someone moves them.
    renameSync(join(place, BUILD), join(place, "b".repeat(64)));
    expect(open("b".repeat(64)).get("one")).toBeUndefined();
  });

  test("that are asked for again write nothing", () => {
    keep({ one: "tides" });
    const before = names();
    const store = open();
    store.get("one");
    store.save();
    expect(names()).toEqual(before);
  });

  test("are lost one by one with the file that is damaged, which goes with the next save", () => {
    keep({ one: "tides" });
    const [name = ""] = names();
    keep({ two: "moons" });
    const path = join(place, BUILD, name);
    const whole = readFileSync(path);
    for (const at of whole.keys()) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path, bytes);
      const store = open();
      expect([store.get("one"), store.get("two")]).toEqual([undefined, "moons"]);
    }
    for (const length of [0, 1, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length));
      expect(open().get("one")).toBeUndefined();
    }
    keep({ three: "stars" });
    expect(names()).toHaveLength(2);
  });

  test("are not read from a file that is not of the store", () => {
    keep({ one: "tides" });
    const [name = ""] = names();
    rmSync(join(place, BUILD, name));
    mkdirSync(join(place, BUILD, name));
    expect(open().get("one")).toBeUndefined();
    keep({ two: "moons" });
    expect(open().get("two")).toBe("moons");
  });

  test("cannot be kept where nothing can be written, and nothing happens", () => {
    writeFileSync(place, "");
    expect(() => keep({ one: "tides" })).not.toThrow();
    expect(open().get("one")).toBeUndefined();
    place = join(root, "closed");
    mkdirSync(place);
    chmodSync(place, 0o555);
    expect(() => keep({ one: "tides" })).not.toThrow();
  });
});

describe("sections", () => {
  const SECTIONS = { rows: ["rows of tides", ""], units: ["{}", "x".repeat(70_000), "end"] };
  const all = (store = openBlocks(place, BUILD)): Readonly<Record<string, readonly (string | undefined)[]>> =>
    Object.fromEntries(
      Object.entries(SECTIONS).map(([key, texts]) => [
        key,
        texts.map((_text, at) => store.get(key)?.section(at)?.toString()),
      ]),
    );

  beforeEach(() => {
    const store = openBlocks(place, BUILD);
    for (const [key, texts] of Object.entries(SECTIONS))
      store.set(
        key,
        texts.map((text) => Buffer.from(text)),
      );
    store.save();
  });

  test("are read one by one, in any order, also through the end of what is read at once", () => {
    const before = "x".repeat(1024 * 1024 - 10);
    keep({ before, crossing: "tides ".repeat(10), after: "moons" });
    const store = openBlocks(place, BUILD);
    expect(store.get("units")?.section(2)?.toString()).toBe("end");
    expect(all(store)).toEqual(SECTIONS);
    expect(store.get("rows")?.section(2)).toBeUndefined();
    expect(["after", "crossing"].map((key) => open().get(key))).toEqual(["moons", "tides ".repeat(10)]);
    expect(open().get("before")).toBe(before);
  });

  test("are as they were written or not known, whatever byte of whatever file is another, missing or added", () => {
    const [name = ""] = names();
    const path = join(place, BUILD, name);
    const whole = readFileSync(path);
    const isRight = (now = all()): boolean =>
      Object.entries(SECTIONS).every(([key, texts]) =>
        texts.every((text, at) => now[key]?.[at] === text || now[key]?.[at] === undefined),
      );
    const places = [...whole.keys()].filter((at) => at < 200 || at > whole.length - 400 || at % 997 === 0);
    for (const at of places)
      for (const damaged of [
        Buffer.concat([whole.subarray(0, at), Buffer.from([(whole[at] ?? 0) ^ 4]), whole.subarray(at + 1)]),
        Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)]),
        Buffer.concat([whole.subarray(0, at), Buffer.from("x"), whole.subarray(at)]),
        whole.subarray(0, at),
      ]) {
        writeFileSync(path, damaged);
        expect(isRight()).toBe(true);
      }
    writeFileSync(path, whole);
    expect(all()).toEqual(SECTIONS);
  });

  test("of a damaged block are replaced by the next run that makes them, and left behind when segments become one", () => {
    const [name = ""] = names();
    const path = join(place, BUILD, name);
    const bytes = readFileSync(path);
    bytes[bytes.indexOf("tides")] = 0;
    writeFileSync(path, bytes);
    for (let run = 0; run < 20; run++) keep({ [`key-${run}`]: "text" });
    expect(all()).toEqual({ rows: [undefined, undefined], units: SECTIONS.units });
    const store = openBlocks(place, BUILD);
    store.set("rows", [Buffer.from("rows of tides"), Buffer.from("")]);
    store.save();
    expect(all()).toEqual(SECTIONS);
  });

  test("are known to a store that was opened before, or not at all, while others write and remove", () => {
    const store = openBlocks(place, BUILD);
    store.get("rows");
    for (let run = 0; run < 20; run++) keep({ [`key-${run}`]: "text" });
    expect([SECTIONS.units[1], undefined]).toContain(store.get("units")?.section(1)?.toString());
    expect(all()).toEqual(SECTIONS);
  });
});

describe("texts that are still being written", () => {
  const LONG = "tides ".repeat(100_000);

  test("are on disk before the end, but not known before it is", () => {
    const store = open();
    for (const key of ["one", "two", "three"]) store.set(key, LONG + key);
    store.set("one", "another text");
    expect(names()).toHaveLength(1);
    const other = open();
    expect([store.get("one"), other.get("one")]).toEqual([undefined, undefined]);
    // Another process ends in the middle.
    other.set("two", "moons");
    other.save();
    expect(open().get("two")).toBe("moons");
    store.save();
    expect(open().get("one")).toBe(`${LONG}one`);
    expect(store.get("three")).toBe(`${LONG}three`);
    expect(names()).toHaveLength(2);
  });

  test("are lost if the disk fails, and those after them are kept", () => {
    const store = open();
    store.set("one", LONG);
    for (const name of names()) rmSync(join(place, BUILD, name));
    expect(() => store.save()).not.toThrow();
    expect(names()).toEqual([]);
    store.set("two", LONG);
    store.save();
    expect([store.get("one"), store.get("two")]).toEqual([undefined, LONG]);
  });
});

describe("the store is bounded", () => {
  test("many small segments become one, and nothing is lost", () => {
    for (let run = 0; run < 40; run++) keep({ [`key-${run}`]: `text ${run}` });
    expect(names().length).toBeLessThanOrEqual(16);
    const store = open();
    for (let run = 0; run < 40; run++) expect(store.get(`key-${run}`)).toBe(`text ${run}`);
  });

  test("what was not used for the longest time goes first", () => {
    const text = "x".repeat(6 * 1024 * 1024);
    for (let run = 0; run < 14; run++) {
      const store = open();
      store.get("key-0");
      store.set(`key-${run}`, text);
      store.save();
      for (const name of names()) utimesSync(join(place, BUILD, name), run, run);
    }
    const size = names().reduce((sum, name) => sum + statSync(join(place, BUILD, name)).size, 0);
    expect(size).toBeLessThanOrEqual(65 * 1024 * 1024);
    const store = open();
    expect(store.get("key-13")).toBe(text);
    expect(store.get("key-0")).toBe(text);
    expect(store.get("key-1")).toBeUndefined();
  }, 60_000);

  test("what one run uses stays, however much it is", () => {
    const text = "x".repeat(9 * 1024 * 1024);
    const store = open();
    for (let index = 0; index < 9; index++) store.set(`key-${index}`, text);
    store.save();
    const again = open();
    for (let index = 0; index < 9; index++) expect(again.get(`key-${index}`)).toBe(text);
    again.set("more", "text");
    again.save();
    const last = open();
    for (let index = 0; index < 9; index++) expect(last.get(`key-${index}`)?.length).toBe(text.length);
  }, 60_000);

  test("two other builds keep theirs; nothing that is not of skillc is touched", () => {
    const builds = ["1", "2", "3", "4"].map((digit) => digit.repeat(64));
    for (const [index, build] of builds.entries()) {
      const store = open(build);
      store.set("one", build);
      store.save();
      utimesSync(join(place, build), index + 1, index + 1);
    }
    mkdirSync(join(place, "mine"));
    writeFileSync(join(place, "0".repeat(63)), "mine");
    keep({ one: "tides" });
    expect(readdirSync(place).sort()).toEqual(["0".repeat(63), "3".repeat(64), "4".repeat(64), BUILD, "mine"]);
  });

  test("what a killed process left goes after an hour", () => {
    keep({ one: "tides" });
    const partial = join(place, BUILD, `${"0".repeat(64)}.blocks.0123456789abcdef.tmp`);
    writeFileSync(partial, "half");
    keep({ two: "tides" });
    expect(names()).toHaveLength(3);
    utimesSync(partial, 1, 1);
    keep({ three: "tides" });
    expect(names().some((name) => name.endsWith(".tmp"))).toBe(false);
  });
});

describe("parts", () => {
  /** Blocks that are more than what is kept of a segment, with two sections each. */
  const sections = Array.from({ length: 40 }, (_, at) => [
    Buffer.alloc(1000, `first ${at} `),
    Buffer.alloc(200_000, `潮汐 ${at} `),
  ]);
  const keepAll = (): void => {
    const store = openBlocks(place, BUILD);
    for (const [at, block] of sections.entries()) store.set(`block ${at}`, block);
    store.save();
  };

  test("are those of the section, whether it was read or not, and after the files are closed", () => {
    keepAll();
    const files = createOpenFiles();
    const store = openBlocks(place, BUILD, files);
    for (const isClosed of [false, true]) {
      if (isClosed) files.close();
      for (const [at, block] of sections.entries())
        for (const [which, section] of block.entries())
          for (const [start, end] of [
            [0, section.length],
            [1, 2],
            [section.length - 7, section.length],
          ] as const) {
            const part = store.get(`block ${at}`)?.part?.(which, start, end);
            expect(Buffer.from(part ?? []).equals(section.subarray(start, end)), `${at} ${which} ${start}`).toBe(true);
          }
    }
  });

  test("are the same in order, with gaps and backwards, and are read ahead in order", () => {
    keepAll();
    const files = createOpenFiles();
    let reads = 0;
    const counting = { ...files, read: (...args: Parameters<typeof files.read>) => (reads++, files.read(...args)) };
    const block = openBlocks(place, BUILD, counting).get("block 3");
    const section = sections[3]?.[1] as Buffer;
    const steps = [0, 100, 100, 7000, 70_000, 70_050, 140_000, 139_990, 20, 60_000, 199_000, 199_500];
    for (const start of steps) {
      const end = Math.min(start + 900, section.length);
      const part = block?.part?.(1, start, end) ?? [];
      expect(Buffer.from(part).equals(section.subarray(start, end)), String(start)).toBe(true);
    }
    reads = 0;
    for (let start = 0; start < section.length; start += 500) block?.part?.(1, start, start + 500);
    expect(reads).toBeLessThan(6);
    files.close();
  });

  test("are not known of a file that is gone or shorter", () => {
    keepAll();
    const [block] = [openBlocks(place, BUILD, createOpenFiles()).get("block 39")];
    const [name = ""] = names();
    writeFileSync(join(place, BUILD, name), readFileSync(join(place, BUILD, name)).subarray(0, 4_000_000));
    expect(block?.part?.(1, 0, 10)).toBeUndefined();
    rmSync(join(place, BUILD, name));
    expect(openBlocks(place, BUILD, createOpenFiles()).get("block 39")).toBeUndefined();
  });

  test("are also of blocks that are being written, whatever becomes of their file", () => {
    const store = openBlocks(place, BUILD);
    expect(store.reopen?.("block 0")).toBeUndefined();
    const blocks = sections.map((block, at) => {
      store.set(`block ${at}`, block);
      return store.reopen?.(`block ${at}`);
    });
    const expectAll = (): void => {
      for (const [at, block] of sections.entries())
        for (const [which, section] of block.entries()) {
          expect(Buffer.from(blocks[at]?.section(which) ?? []).equals(section), `${at} ${which}`).toBe(true);
          const part = blocks[at]?.part?.(which, 1, section.length - 1);
          expect(Buffer.from(part ?? []).equals(section.subarray(1, -1)), `${at} ${which}`).toBe(true);
        }
    };
    expectAll();
    store.save();
    for (const name of names()) rmSync(join(place, BUILD, name));
    expectAll();
    expect(store.reopen?.("block 0")).toBeUndefined();
  });

  test("are only of stores of which nothing is removed", () => {
    keepAll();
    expect(openBlocks(place, BUILD).get("block 0")?.part).toBeUndefined();
  });
});
