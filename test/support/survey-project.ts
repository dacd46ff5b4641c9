/** A small project on disk that is built, broken and built again. */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { listFiles } from "./case-project.ts";
import { withLesserRights } from "./lesser-rights.ts";
import { runCli } from "./run-cli.ts";

export const SURVEY = `---
name: bird-survey
description: Counts birds along a transect. Use when a survey is planned or written up.
---
# Steps

Follow the [method](references/method.md).
`;

/** Writes a config; what is given is the whole of it. */
export const config =
  (settings: unknown) =>
  (dir: string): void =>
    put(dir, "skillc.config.json", JSON.stringify(settings, null, 2));

/** Writes another SKILL.md in the place of the good one. */
export const survey =
  (text: string) =>
  (dir: string): void =>
    put(dir, "skills/bird-survey/SKILL.md", text);

/** A project with one good skill, in a directory of its own that is removed after the test. */
export function project(): string {
  const dir = mkdtempSync(join(tmpdir(), "skillc-bad-input-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  chmodSync(dir, 0o755);
  survey(SURVEY)(dir);
  put(dir, "skills/bird-survey/references/method.md", "# Method\n");
  return dir;
}

/** The same, with the output of a build that went well. */
export async function builtProject(args: readonly string[] = []): Promise<string> {
  const dir = project();
  const { exitCode, stderr } = await runCli(["build", ...args], dir);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return dir;
}

/** Bytes, identity and time of every file below the output directory: a rewritten file shows, even with equal bytes. */
export function snapshot(dir: string, below = "generated/skills"): readonly unknown[] {
  const outDir = join(dir, below);
  return listFiles(outDir).map((path) => {
    const { ino, mtimeMs, size } = lstatSync(join(outDir, path));
    return { path, ino, mtimeMs, size, text: readFileSync(join(outDir, path), "utf8") };
  });
}

export async function withClosedDoor<T>(door: string, mode: number, run: () => Promise<T>): Promise<T> {
  const { mode: open } = lstatSync(door);
  chmodSync(door, mode);
  try {
    return await withLesserRights(run);
  } finally {
    chmodSync(door, open);
  }
}

/** Lets a user without rights write everywhere below a directory, so that only the closed door stops it. */
export function openToNobody(dir: string): void {
  chmodSync(dir, 0o777);
  for (const path of listFiles(dir)) {
    chmodSync(join(dir, path), 0o666);
    for (let above = dirname(join(dir, path)); above.length > dir.length; above = dirname(above))
      chmodSync(above, 0o777);
  }
}

/** Replaces a file the way editors do, so that its identity changes with it. */
export function put(dir: string, path: string, text: string): void {
  const target = join(dir, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.new`, text);
  renameSync(`${target}.new`, target);
}
