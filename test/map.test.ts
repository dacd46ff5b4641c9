/** src/README.md is true: its tables are those that the code is checked against, and every path in it exists. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withPart } from "./docs/generated.mjs";
import { changes } from "./map/changes.mjs";
import { changesTable, roomsTable, wayTable } from "./map/map-page.mjs";
import { rooms } from "./map/rooms.mjs";
import { way } from "./map/way.mjs";
import { reachedFrom, sourceImports } from "./support/source-imports.ts";

const ROOT = join(import.meta.dirname, "..");
const SRC = join(ROOT, "src");
const README = readFileSync(join(SRC, "README.md"), "utf8");

test("the tables are up to date: npm run docs updates them", () => {
  expect(README).toBe(withPart(README, "rooms", roomsTable(rooms)));
  expect(README).toBe(withPart(README, "changes", changesTable(changes)));
  expect(README).toBe(withPart(README, "way", wayTable(way)));
});

describe("where to change what", () => {
  test.each(changes)("to $job, start at $file", ({ file, name }) => {
    const definition = new RegExp(`^(?:export )?(?:async )?(?:const|function|interface|type) ${name}\\b`, "m");
    expect(readFileSync(join(SRC, file), "utf8")).toMatch(definition);
  });

  test("every job has a row", () => {
    const jobs = changes.map(({ job }) => job);
    expect(jobs.length).toBeGreaterThanOrEqual(20);
    expect(new Set(jobs).size).toBe(jobs.length);
  });
});

describe("the way of one skill", () => {
  const imports = sourceImports(SRC);
  const files = way.map(({ file }) => file);
  /** Whether a file imports another one, itself or by the front door of its directory. */
  const takes = (file: string, other: string): boolean =>
    imports.get(file)?.has(other) === true || imports.get(file)?.has(join(other, "../index.ts")) === true;
  const calledBy = (file: string): readonly string[] =>
    (way.find((step) => step.file === file)?.calls ?? []).flatMap((one) => [one, ...calledBy(one)]);

  test("is short", () => {
    expect(files.length).toBeLessThanOrEqual(12);
  });

  test.each(way.slice(0, -1).map((step, at) => [step.file, files[at + 1] as string, step] as const))(
    "%s calls %s, or shares a type with it",
    (file, next, { calls = [], gives }) => {
      for (const one of calls) expect(takes(file, one), one).toBe(true);
      if (gives === undefined) return expect(calls[0]).toBe(next);
      expect(readFileSync(join(SRC, gives.file), "utf8")).toMatch(
        new RegExp(`^export interface ${gives.name}\\b`, "m"),
      );
      expect([file, next].filter((one) => !takes(one, gives.file))).toEqual([]);
    },
  );

  test.each(way.map(({ file }, at) => [file, at] as const))(
    "%s reaches no caller, and no later step but those it calls",
    (file, at) => {
      const reached = reachedFrom(file, imports);
      const callers = files.filter((one) => calledBy(one).includes(file));
      const later = files.slice(at + 1).filter((one) => !calledBy(file).includes(one));
      expect(["compile.ts", ...callers, ...later].filter((one) => reached.has(one))).toEqual([]);
    },
  );
});

test("every directory has a paragraph", () => {
  const silent = rooms.filter(({ name }) => !name.endsWith(".ts") && !README.includes(`**\`${name}/\`**`));
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("every path that the map names exists", () => {
  const named = Array.from(README.matchAll(/`([\w./-]+(?:\/|\.ts|\.md))`/g), ([, path = ""]) => path);
  const missing = named.filter(
    (path) => path.includes("/") && !existsSync(join(SRC, path)) && !existsSync(join(ROOT, path)),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
  const links = Array.from(README.matchAll(/\]\(([^)#]+)\)/g), ([, path = ""]) => path);
  expect(links.filter((path) => !existsSync(join(SRC, path)))).toEqual([]);
});

test("the rooms that know Node are named", () => {
  const sentence = /only\s+((?:`\w+`(?:, | and ))+`\w+`)\s+import `node:\*`/.exec(README)?.[1] ?? "";
  const named = Array.from(sentence.matchAll(/`(\w+)`/g), ([, name = ""]) => name);
  expect(named.sort()).toEqual(rooms.flatMap(({ name, knowsNode }) => (knowsNode === true ? [name] : [])).sort());
});
