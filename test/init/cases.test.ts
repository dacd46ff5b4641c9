/**
 * Runs every directory of `test/fixtures/init`: `input` is a project, `expected/plan.txt` what `skillc init --yes` prints
 * there, `expected/files` the files that it creates or changes; compiled skills and the text of a first skill are left out.
 * For each project, the plan without `--yes` and the list of `--check` are the same and write nothing, and a second run has
 * nothing to do. `UPDATE=1` writes what is expected.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readVersion } from "../../src/host/index.ts";
import { listFiles, readSettings, withProject } from "../support/case-project.ts";
import { runCli, type CliResult } from "../support/run-cli.ts";

const CASES = join(import.meta.dirname, "../fixtures/init");
const filter = process.env["CASE"] ?? "";
const blessing = process.env["UPDATE"] === "1" && process.env["CI"] !== "true";
/** Compiled skills, and the first skill of a template. */
const NOT_COMPARED = /(?:^|\/)(?:generated\/skills|src\/skills-module|first-skill)\//;
const VERSION = `^${readVersion()}`;

const names = readdirSync(CASES).filter((name) => name.includes(filter));

test.each(names)("%s", async (name) => {
  const dir = join(CASES, name);
  const settings = readSettings(dir);
  await withProject(dir, settings, async (project) => {
    const args = settings.args ?? [];
    const init = (...more: readonly string[]): Promise<CliResult> => runCli(["init", ...args, ...more], project);
    const show = ({ stdout, stderr, exitCode }: CliResult): string =>
      `${stdout}${stderr}exit code ${exitCode}\n`.replaceAll(project, "<project>");
    const before = contentsOf(project);

    const check = await init("--check");
    const plan = await init();
    expect(contentsOf(project), "nothing is written without --yes").toEqual(before);
    const done = await init("--yes");
    const files = changesOf(before, contentsOf(project));

    compare(join(dir, "expected/plan.txt"), new Map([["", Buffer.from(show(done)).toString("latin1")]]));
    compare(join(dir, "expected/files"), files);
    if (!done.stdout.includes("\nPlan:\n")) return expect([check, plan]).toEqual([done, done]);
    const steps = stepsOf(done.stdout);
    expect(stepsOf(plan.stdout)).toBe(steps);
    expect(stepsOf(check.stdout)).toBe(steps);
    expect(check.exitCode).toBe(1);
    if (files.size > 0) expect(show(plan)).toMatch(/to apply the plan: .* init.* --yes\nexit code 2\n$/);
    if (done.exitCode === 2) return;
    const after = contentsOf(project);
    for (const again of [await init("--yes"), await init("--check")]) {
      const left = stepsOf(again.stdout);
      // What only the author can do is still missing.
      if (/^ {2}by hand/m.test(steps)) expect(left.match(/^ {2}(?!by hand)\S+/gm) ?? []).toEqual([]);
      else expect(again).toEqual({ exitCode: 0, stdout: "skillc is set up here; nothing is missing.\n", stderr: "" });
    }
    expect(contentsOf(project)).toEqual(after);
  });
});

/** The steps of a plan, without their title. */
function stepsOf(stdout: string): string {
  return /\n(?:Plan|Missing):\n((?: {2}.*\n)*)/.exec(stdout)?.[1] ?? "";
}

function contentsOf(project: string): ReadonlyMap<string, string> {
  // The cache of compiled skills is no part of a project.
  const paths = listFiles(project).filter((path) => !path.includes("node_modules/.cache/"));
  return new Map(paths.map((path) => [path, readFileSync(join(project, path), "latin1")]));
}

/** New and changed files; removing one is a fault. */
function changesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Map<string, string> {
  expect([...before.keys()].filter((path) => !after.has(path))).toEqual([]);
  return new Map([...after].filter(([path, text]) => before.get(path) !== text && !NOT_COMPARED.test(path)));
}

/** Compares files below a path with what is expected there: the same ones, with the same contents. */
function compare(path: string, actual: ReadonlyMap<string, string>): void {
  if (blessing) {
    rmSync(path, { recursive: true, force: true });
    for (const [name, text] of actual) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), withoutVersion(text), "latin1");
    }
  }
  const expected = actual.has("") ? [""] : listFiles(path);
  if (actual.has("") && !existsSync(path)) expect.fail(`${path} is missing: run with UPDATE=1 and read what it wrote`);
  expect([...actual.keys()]).toEqual(expected);
  for (const name of expected)
    expect(withoutVersion(actual.get(name)), name).toBe(readFileSync(join(path, name), "latin1"));
}

/** A release changes no expectation; the projects themselves have another version. */
function withoutVersion(text = ""): string {
  return text.replaceAll(VERSION, "^<version>");
}
