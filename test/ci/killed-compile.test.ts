/** A compile that is killed leaves a file that is not whole: linking does not see it, and the next compile removes it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { orchardFiles, readTree, writeFiles } from "../determinism/orchard.ts";

const BIN = join(import.meta.dirname, "../../dist/bin/skillc.js");
const project = realpathSync(mkdtempSync(join(tmpdir(), "skillc-killed-")));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const partials = (): readonly string[] =>
  existsSync(join(project, "blocks"))
    ? [...readTree(join(project, "blocks")).keys()].filter((path) => path.endsWith(".tmp"))
    : [];

async function skillc(...args: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd: project, stdio: "ignore" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

test("what a killed compile leaves goes with the next one", { timeout: 120_000 }, async () => {
  writeFiles(project, orchardFiles(1500));
  const child = spawn(process.execPath, [BIN, "compile", "--no-cache", "--contents", "blocks", "--blocks", "blocks"], {
    cwd: project,
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  while (partials().length === 0 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill("SIGKILL");
  await exited;
  expect(partials().length).toBeGreaterThan(0);
  expect(await skillc("compile", "--no-cache", "--contents", "blocks", "--blocks", "blocks")).toBe(0);
  expect(partials()).toEqual([]);
  expect(await skillc("link", "--blocks", "blocks", "--contents", "blocks")).toBe(0);
  expect(readdirSync(join(project, "generated/skills"))).toContain("index.js");
});
