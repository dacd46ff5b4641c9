/** The command that runs vectors out of any files. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "./run.ts";

let dir: string;
let lines: string[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "skillc-vectors-"));
  lines = [];
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

const seed = { system: "fizeau", area: "name", title: "a name", basis: "M" };
const good = { ...seed, id: "name-1", input: { name: "fix_tides", description: "d" }, expected: { ok: true } };
const wrong = { ...good, id: "name-2", title: "a wrong name", expected: { ok: false, errorClass: "NAME_FORMAT" } };
const standard = {
  id: "std-1",
  title: "a skill",
  profile: "spec",
  files: { "tides/SKILL.md": "---\nname: tides\ndescription: Tells the tide. Use at sea.\n---\nLook.\n" },
  expected: { valid: true, problems: [] },
  source: "agentskills.io",
};

function run(vectors: unknown, ...more: string[]): Promise<number> {
  const file = join(dir, "vectors.json");
  writeFileSync(file, JSON.stringify(vectors));
  return main([file, ...more], (line) => void lines.push(line));
}

test("counts what agrees", async () => {
  expect(await run([good, standard])).toBe(0);
  expect(lines).toEqual(["2 passed, 0 failed"]);
});

test("prints a line for each vector that fails, and why", async () => {
  expect(await run([good, wrong, { ...good, id: "name-3", area: "weather" }])).toBe(1);
  expect(lines).toEqual([
    "name-2 a wrong name: ok: true, expected false",
    "name-3 a name: unknown area fizeau/weather",
    "1 passed, 2 failed",
  ]);
});

test("takes several files, a list under a key, and some areas only", async () => {
  const file = join(dir, "more.json");
  writeFileSync(file, JSON.stringify({ vectors: [wrong, standard] }));
  expect(await run([good], file, "--area", "spec")).toBe(0);
  expect(await run([good], file, "--area=name,spec")).toBe(1);
  expect(lines.filter((line) => line.endsWith("failed"))).toEqual(["1 passed, 0 failed", "2 passed, 1 failed"]);
});

test("names a form that is neither", async () => {
  expect(await run([{ id: "x", title: "nothing" }])).toBe(1);
  expect(lines[0]).toMatch(/^x nothing: unknown area/);
  await expect(run({ weather: "rain" })).rejects.toThrow("holds no list of vectors");
  expect(await main([], (line) => void lines.push(line))).toBe(2);
});
