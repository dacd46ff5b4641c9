/** An old version of Node gets one line and exit code 2, from code that it can parse. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { withFiles } from "../support/fix-skill.ts";

const BIN = join(import.meta.dirname, "../../dist/bin/skillc.js");

test.each([
  ["18.20.8", 2],
  ["20.18.3", 2],
  ["12.22.12", 2],
  ["20.19.0", 0],
  ["24.0.0", 0],
])("Node %s", async (version, exitCode) => {
  await withFiles({}, (dir) => {
    const preload = join(dir, "preload.cjs");
    const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
    writeFileSync(preload, `Object.defineProperty(process, "versions", { value: ${versions} });\n`);
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--require", preload, BIN, "help"], {
      cwd: dir,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([
      exitCode,
      exitCode === 0 ? "" : `skillc needs Node 20.19 or newer; this is ${version}\n`,
    ]);
    expect(stdout === "").toBe(exitCode !== 0);
    return Promise.resolve();
  });
});

test("the file with the guard has no syntax that Node 10 does not know", async () => {
  const code = readFileSync(BIN, "utf8");
  const lowered = await transform(code, {
    target: "node10",
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
  });
  const length = (text: string): number => text.replaceAll(/\s/g, "").length;
  // What esbuild would have to rewrite is longer afterwards.
  expect(Math.abs(length(lowered.code) - length(code))).toBeLessThan(40);
});
