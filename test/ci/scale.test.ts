/** The recipe for a matrix of docs/scale.md, run step by step: each job in a clone of its own. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { orchardFiles, readTree, writeFiles } from "../determinism/orchard.ts";

const ROOT = join(import.meta.dirname, "../..");
const [, recipe = ""] = /^```yaml\n([^]*?)^```/m.exec(readFileSync(join(ROOT, "docs/scale.md"), "utf8")) ?? [];

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Workflow {
  readonly jobs: Readonly<Record<"compile" | "link", { readonly steps: readonly Step[] }>> & {
    readonly compile: { readonly strategy: { readonly matrix: { readonly shard: readonly number[] } } };
  };
}

const { jobs } = parse(recipe) as Workflow;
const SETTINGS = [
  { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
  { TZ: "America/St_Johns", LANG: "sv_SE.UTF-8", LC_ALL: "sv_SE.UTF-8" },
  { TZ: "UTC", LANG: "C", LC_ALL: "C" },
];

let home: string;
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-matrix-")));
  const bin = join(home, "bin");
  mkdirSync(bin);
  // What `npm ci` installs.
  writeFileSync(join(bin, "npx"), '#!/bin/sh\ncommand=$1\nshift\nexec "$command" "$@"\n', { mode: 0o755 });
  symlinkSync(join(ROOT, "dist/bin/skillc.js"), join(bin, "skillc"));
  const origin = join(home, "origin");
  writeFiles(origin, new Map([...orchardFiles(40), [".gitignore", "blocks\ngenerated\n"]]));
  const git = (...args: readonly string[]): void => void execFileSync("git", args, { cwd: origin, stdio: "ignore" });
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--quiet", "-m", "skills");
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs the steps of a job in a clone; returns its directory. */
function runJob(job: "compile" | "link", shard: number): string {
  const dir = join(home, "x/".repeat(shard % 3), `${job}-${shard}`);
  const fill = (text: string): string => text.replaceAll(/\$\{\{ *matrix\.shard *\}\}/g, String(shard));
  for (const { uses = "", run, with: given = {} } of jobs[job].steps) {
    const [action] = uses.split("@");
    const [name, path] = [fill(given["name"] ?? ""), join(dir, given["path"] ?? "")];
    if (action === "actions/checkout") execFileSync("git", ["clone", "--quiet", join(home, "origin"), dir]);
    if (action === "actions/upload-artifact") cpSync(path, join(home, "artifacts", name), { recursive: true });
    // A pattern: each artifact becomes a directory.
    if (action === "actions/download-artifact") cpSync(join(home, "artifacts"), path, { recursive: true });
    if (run !== undefined && run !== "npm ci") runStep(dir, fill(run), SETTINGS[shard % SETTINGS.length]);
  }
  return dir;
}

function runStep(cwd: string, script: string, env: Readonly<Record<string, string>> | undefined): void {
  const path = [join(home, "bin"), dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  const { status, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], {
    cwd,
    env: { ...process.env, ...env, PATH: path, NO_COLOR: "1" },
    encoding: "utf8",
  });
  expect([status, status === 0 ? "" : stderr], script).toEqual([0, ""]);
}

test("a matrix writes what one build writes", () => {
  const { shard: shards } = jobs.compile.strategy.matrix;
  expect(shards.length).toBeGreaterThan(1);
  for (const shard of shards) runJob("compile", shard);
  const linked = runJob("link", 0);
  const whole = join(home, "whole");
  execFileSync("git", ["clone", "--quiet", join(home, "origin"), whole]);
  runStep(whole, "skillc build --no-cache", SETTINGS[1]);
  const expected = readTree(join(whole, "generated/skills"));
  expect(expected.size).toBeGreaterThan(5);
  expect([...readTree(join(linked, "generated/skills"))]).toEqual([...expected]);
});

test("blocks say nothing of the machine", () => {
  const texts = [...readTree(join(home, "artifacts")).values()].join("\n");
  expect(texts).toContain("skills/trees");
  for (const one of [home, ROOT, "Kiritimati", "tr_TR"]) expect(texts).not.toContain(one);
});
