/** The host's function, with a real shell. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCommandRunner } from "../../../src/host/run-command.ts";
import type { CommandOptions, CommandResult } from "../../../src/model/command.ts";

let dir = "";
beforeAll(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "skillc-command-")));
  mkdirSync(join(dir, "skills"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function run(command: string, options: Partial<CommandOptions> = {}): Promise<CommandResult> {
  return createCommandRunner(dir)(command, {
    cwd: ".",
    timeoutMs: 10_000,
    maxOutputBytes: 1000,
    mergeStderr: false,
    ...options,
  });
}

const fine = { exitCode: 0, stdout: "", stderr: "", timedOut: false, failedToStart: false, isCut: false };

describe("output", () => {
  it("keeps both streams apart", async () => {
    expect(await run("echo out; echo err >&2; exit 3")).toEqual({
      ...fine,
      exitCode: 3,
      stdout: "out\n",
      stderr: "err\n",
    });
  });

  it("merges them in the order in which they are written, syntax errors included", async () => {
    const merged = await run("echo 1; echo 2 >&2; echo 3", { mergeStderr: true });
    expect(merged).toEqual({ ...fine, stdout: "1\n2\n3\n" });
    const broken = await run("if", { mergeStderr: true });
    expect(broken).toMatchObject({ exitCode: 2, stderr: "" });
    expect(broken.stdout).toMatch(/syntax error/i);
  });

  it("is cut at a limit, between characters, while the command goes on", async () => {
    expect(await run("printf 'aä€'", { maxOutputBytes: 5 })).toEqual({ ...fine, stdout: "aä", isCut: true });
    expect(await run("yes | head -c 200000; exit 4", { maxOutputBytes: 4 })).toEqual({
      ...fine,
      exitCode: 4,
      stdout: "y\ny\n",
      isCut: true,
    });
  });

  it("has no input to wait for", async () => {
    expect(await run("cat; echo end")).toEqual({ ...fine, stdout: "end\n" });
  });
});

it("runs in a directory below the base", async () => {
  expect((await run("pwd", { cwd: "skills" })).stdout).toBe(`${join(dir, "skills")}\n`);
});

it("says when it cannot start", async () => {
  expect(await run("true", { cwd: "missing" })).toMatchObject({ failedToStart: true });
  expect(await run("echo \0")).toMatchObject({ failedToStart: true });
});

it("tells a signal from an exit", async () => {
  expect(await run("kill -TERM $$")).toEqual({ ...fine, exitCode: 143 });
});

describe("time", () => {
  it("is limited, for everything that the command started", async () => {
    // Longer than a test may take.
    const result = await run("(sleep 1; touch late) & echo begun; sleep 300", { timeoutMs: 300 });
    expect(result).toEqual({ ...fine, exitCode: 137, stdout: "begun\n", timedOut: true });
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(existsSync(join(dir, "late"))).toBe(false);
  });

  it("ends with the command: what it left in the background is stopped", async () => {
    // To wait for it would be the end by time that is reported.
    expect(await run("sleep 300 & echo done")).toEqual({ ...fine, stdout: "done\n" });
  });
});
