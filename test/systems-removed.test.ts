/** Each system is in one directory on each side: without these and the lines that name it, the rest compiles. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systems } from "../src/systems/table.ts";

const ROOT = join(import.meta.dirname, "..");
const SIDES = ["src/systems", "src/runtime/systems"];
const names = systems.map(({ changes }) => changes.name);
let dir = "";

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "skillc-systems-"));
  for (const path of ["src", "package.json", "tsconfig.json"])
    cpSync(join(ROOT, path), join(dir, path), { recursive: true });
  // Not a link to the whole directory: tsc keeps its state in it.
  mkdirSync(join(dir, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")).filter((one) => !one.startsWith(".")))
    symlinkSync(join(ROOT, "node_modules", name), join(dir, "node_modules", name));
});

afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Deletes a system: its directories, and the lines of the tables beside them that name it. */
function remove(name: string): void {
  for (const side of SIDES) {
    rmSync(join(dir, side, name), { recursive: true });
    for (const table of readdirSync(join(dir, side)).filter((entry) => entry.endsWith(".ts"))) {
      const lines = readFileSync(join(dir, side, table), "utf8").split("\n");
      writeFileSync(join(dir, side, table), lines.filter((line) => !line.toLowerCase().includes(name)).join("\n"));
    }
  }
}

test("both sides have a directory for each", () => {
  for (const side of SIDES) {
    const entries = readdirSync(join(ROOT, side), { withFileTypes: true });
    const dirs = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    expect(dirs).toEqual(names.toSorted());
  }
});

test("none imports another", () => {
  for (const side of SIDES)
    for (const name of names) {
      const files = readdirSync(join(ROOT, side, name)).map((file) =>
        readFileSync(join(ROOT, side, name, file), "utf8"),
      );
      const others = names.filter((one) => one !== name && files.some((text) => text.includes(`"../${one}/`)));
      expect([name, others]).toEqual([name, []]);
    }
});

test("all can go", { timeout: 120_000 }, async () => {
  names.forEach(remove);
  const options = { cwd: dir, encoding: "utf8" } as const;
  expect(spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-b", "src"], options).stdout).toBe("");
  const load = (path: string) => import(pathToFileURL(join(dir, "dist", path)).href);
  const { profileNames } = (await load("profiles/index.js")) as typeof import("../src/profiles/index.ts");
  expect(profileNames).toContain("standard");
  expect(names.filter((name) => profileNames.includes(name))).toEqual([]);
  const runtime = (await load("runtime/index.js")) as typeof import("../src/runtime/index.ts");
  expect(runtime.runtimeProfileNames).toEqual(["standard"]);
  expect(Object.keys(runtime).filter((key) => names.some((name) => key.includes(name)))).toEqual([]);
});
