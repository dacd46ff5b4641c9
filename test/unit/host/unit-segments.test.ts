/** Texts by key: kept if the disk allows, lost without a word if not, never wrong. */
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
import { openSegments } from "../../../src/engine/unit-segments.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-segments-"));
afterAll(() => rmSync(root, { recursive: true }));

const BUILD = "a".repeat(64);
let place = "";
let count = 0;
beforeEach(() => {
  place = join(root, `cache-${++count}`);
});

const names = (): readonly string[] => readdirSync(join(place, BUILD));

function keep(texts: Readonly<Record<string, string>>): void {
  const store = openSegments(place, BUILD);
  for (const [key, text] of Object.entries(texts)) store.set(key, text);
  store.save();
}

describe("texts", () => {
  test("are there for every later store", () => {
    keep({ one: "tides\n", two: "" });
    keep({ three: "Gezeiten 潮汐 \u{1f30a}" });
    const store = openSegments(place, BUILD);
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
    expect(openSegments(place, "b".repeat(64)).get("one")).toBeUndefined();
    // Not even where someone moves them.
    renameSync(join(place, BUILD), join(place, "b".repeat(64)));
    expect(openSegments(place, "b".repeat(64)).get("one")).toBeUndefined();
  });

  test("that are asked for again write nothing", () => {
    keep({ one: "tides" });
    const before = names();
    const store = openSegments(place, BUILD);
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
      const store = openSegments(place, BUILD);
      expect([store.get("one"), store.get("two")]).toEqual([undefined, "moons"]);
    }
    for (const length of [0, 1, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length));
      expect(openSegments(place, BUILD).get("one")).toBeUndefined();
    }
    keep({ three: "stars" });
    expect(names()).toHaveLength(2);
  });

  test("are not read from what is no file of the store", () => {
    keep({ one: "tides" });
    const [name = ""] = names();
    rmSync(join(place, BUILD, name));
    mkdirSync(join(place, BUILD, name));
    expect(openSegments(place, BUILD).get("one")).toBeUndefined();
    keep({ two: "moons" });
    expect(openSegments(place, BUILD).get("two")).toBe("moons");
  });

  test("cannot be kept where nothing can be written, and nothing happens", () => {
    writeFileSync(place, "");
    expect(() => keep({ one: "tides" })).not.toThrow();
    expect(openSegments(place, BUILD).get("one")).toBeUndefined();
    place = join(root, "closed");
    mkdirSync(place);
    chmodSync(place, 0o555);
    expect(() => keep({ one: "tides" })).not.toThrow();
  });
});

describe("texts that are still being written", () => {
  const LONG = "tides ".repeat(100_000);

  test("are on disk before the end, but not known before it is", () => {
    const store = openSegments(place, BUILD);
    for (const key of ["one", "two", "three"]) store.set(key, LONG + key);
    store.set("one", "another text");
    expect(names()).toHaveLength(1);
    const other = openSegments(place, BUILD);
    expect([store.get("one"), other.get("one")]).toEqual([undefined, undefined]);
    // Another process ends in the middle.
    other.set("two", "moons");
    other.save();
    expect(openSegments(place, BUILD).get("two")).toBe("moons");
    store.save();
    expect(openSegments(place, BUILD).get("one")).toBe(`${LONG}one`);
    expect(store.get("three")).toBe(`${LONG}three`);
    expect(names()).toHaveLength(2);
  });

  test("are lost if the disk fails, and those after them are kept", () => {
    const store = openSegments(place, BUILD);
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
    const store = openSegments(place, BUILD);
    for (let run = 0; run < 40; run++) expect(store.get(`key-${run}`)).toBe(`text ${run}`);
  });

  test("what was not used for the longest time goes first", () => {
    const text = "x".repeat(6 * 1024 * 1024);
    for (let run = 0; run < 14; run++) {
      const store = openSegments(place, BUILD);
      store.get("key-0");
      store.set(`key-${run}`, text);
      store.save();
      for (const name of names()) utimesSync(join(place, BUILD, name), run, run);
    }
    const size = names().reduce((sum, name) => sum + statSync(join(place, BUILD, name)).size, 0);
    expect(size).toBeLessThanOrEqual(65 * 1024 * 1024);
    const store = openSegments(place, BUILD);
    expect(store.get("key-13")).toBe(text);
    expect(store.get("key-0")).toBe(text);
    expect(store.get("key-1")).toBeUndefined();
  }, 60_000);

  test("what one run uses stays, however much it is", () => {
    const text = "x".repeat(9 * 1024 * 1024);
    const store = openSegments(place, BUILD);
    for (let index = 0; index < 9; index++) store.set(`key-${index}`, text);
    store.save();
    const again = openSegments(place, BUILD);
    for (let index = 0; index < 9; index++) expect(again.get(`key-${index}`)).toBe(text);
    again.set("more", "text");
    again.save();
    const last = openSegments(place, BUILD);
    for (let index = 0; index < 9; index++) expect(last.get(`key-${index}`)?.length).toBe(text.length);
  }, 60_000);

  test("two other builds keep theirs; nothing that is not of skillc is touched", () => {
    const builds = ["1", "2", "3", "4"].map((digit) => digit.repeat(64));
    for (const [index, build] of builds.entries()) {
      const store = openSegments(place, build);
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
    const partial = join(place, BUILD, `${"0".repeat(64)}.units.0123456789abcdef.tmp`);
    writeFileSync(partial, "half");
    keep({ two: "tides" });
    expect(names()).toHaveLength(3);
    utimesSync(partial, 1, 1);
    keep({ three: "tides" });
    expect(names().some((name) => name.endsWith(".tmp"))).toBe(false);
  });
});
