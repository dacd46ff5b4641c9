/**
 * Runs every directory of `test/cases/<theme>/<case>`: `input` is a project, `expected` what the command line must say
 * and write about it. How to add one: `test/README.md`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ruleBook } from "../src/rules.ts";
import { entryRules } from "../src/check/entries/rules.ts";
import { canonicalJson } from "../src/runtime/verify/canonical-json.ts";
import { listFiles, readSettings, withProject, type CaseSettings } from "./support/case-project.ts";
import { plainNames } from "./support/emitted-files.ts";
import { runCli } from "./support/run-cli.ts";

const CASES = join(import.meta.dirname, "cases");
const OUT_DIR = "generated/skills";
const filter = process.env["CASE"] ?? "";
const inCi = process.env["CI"] === "true";
const blessing = process.env["UPDATE"] === "1" && !inCi;

/**
 * Not part of `expected/module`: the access layer has its own tests, the manifest only repeats what is written, and assets
 * are not text.
 */
const NOT_COMPARED =
  /(?:^|\/)(?:runtime\.(?:js|d\.ts)|open-asset\.js|\.?skillc-manifest\.json|catalog(?:\.full)?\.json)$|^assets\//;

/** Rules that no directory of files can break, and where they are tested instead. */
const testedElsewhere: Readonly<Record<string, string>> = {
  "directory-unreadable": "bad-input.test.ts",
  "file-unreadable": "bad-input.test.ts",
  "source-unreadable": "bad-input.test.ts",
  "config-unreadable": "bad-input.test.ts",
  "output-unwritable": "bad-input.test.ts",
  "output-foreign-file": "bad-input.test.ts",
  "output-stale-kept": "bad-input.test.ts",
  "file-changed": "bad-input.test.ts",
  "output-locked": "determinism/concurrent-builds.test.ts",
  "output-incomplete": "determinism/incomplete-output.test.ts",
  "output-obsolete-left": "determinism/incomplete-output.test.ts",
  "fix-unwritable": "fixes/replace.test.ts",
  "fix-damaged": "fixes/replace-in-place.test.ts",
  "fix-file-changed": "fixes/replace.test.ts",
  "target-loss": "targets/third-target.test.ts",
  "not-regular-file": "bad-input.test.ts",
  "since-unreadable": "control/since.test.ts",
  "baseline-unreadable": "control/baseline.test.ts",
  "internal-crash": "only a bug of skillc can cause it",
  "mcp-too-many-files": "unit/check/upload-limits.test.ts",
  "mcp-too-large": "unit/check/upload-limits.test.ts",
  "upload-too-large": "unit/check/upload-limits.test.ts",
  // Rules about files that are no skills: no command reads them.
  ...Object.fromEntries(Object.keys(entryRules).map((rule) => [rule, "unit/check/entries.test.ts"])),
};

const themes = directoriesIn(CASES).map((theme) => ({ theme, names: directoriesIn(join(CASES, theme)) }));

for (const { theme, names } of themes) {
  const wanted = names.filter((name) => `${theme}/${name}`.includes(filter));
  describe.skipIf(wanted.length === 0)(theme, () => {
    test.each(wanted)("%s", (name) => runCase(join(CASES, theme, name)));
  });
}

test.skipIf(filter !== "")("every rule is broken by a case, or named with the test that breaks it", () => {
  const broken = new Set(
    themes.flatMap(({ theme, names }) => names.flatMap((name) => rulesIn(join(CASES, theme, name)))),
  );
  expect(ruleBook.names.filter((rule) => !broken.has(rule) && !Object.hasOwn(testedElsewhere, rule))).toEqual([]);
  expect(Object.keys(testedElsewhere).filter((rule) => !ruleBook.names.includes(rule))).toEqual([]);
});

async function runCase(dir: string): Promise<void> {
  const settings = readSettings(dir);
  const expected = new Map(
    listFiles(join(dir, "expected")).map((path) => [path, readFileSync(join(dir, "expected", path), "utf8")]),
  );
  if (expected.size === 0 && !blessing)
    expect.fail("the case expects nothing: run it with UPDATE=1, read what it wrote, and commit that");
  const actual = await withProject(dir, settings, (project) => runIn(project, settings));

  for (const path of namesToCompare(expected, actual)) {
    const is = actual.get(path);
    if (blessing) bless(join(dir, "expected", path), is);
    else expect(is ?? "(nothing)", `expected/${path}`).toBe(expected.get(path) ?? "(nothing)");
  }
}

/** Everything that a case can expect, by its name below `expected`. */
async function runIn(project: string, settings: CaseSettings): Promise<ReadonlyMap<string, string>> {
  const command = settings.command ?? "check";
  const args = settings.args ?? [];
  // Infos count as much as the rest here; a case about the length of a report says how much it shows.
  const shows = args.some((arg) => /^(?:--all|--level|--quiet|-q|--json|--format|-f)$/.test(arg));
  const all = shows || (command !== "check" && command !== "build") ? [] : ["--all"];
  const { exitCode, stdout, stderr } = await runCli([command, ...all, ...args], project);
  const show = (text: string): string =>
    plainNames(text).replaceAll(project, "<project>").replaceAll(dirname(project), "<beside>");
  const result = new Map([
    ["exit-code.txt", `${exitCode}\n`],
    ["diagnostics.txt", show(command === "check" ? stdout + stderr : stderr)],
    ["stdout.txt", show(stdout)],
  ]);
  const outDir = join(project, OUT_DIR);
  const written = listFiles(outDir);
  if (exitCode !== 0 || command !== "build") expect(written, "nothing may be written").toEqual([]);
  for (const file of written) {
    const path = plainNames(file);
    const text = plainNames(readFileSync(join(outDir, file), "utf8"));
    expect(text, `${path} names the directory of this machine`).not.toContain(dirname(project));
    if (!NOT_COMPARED.test(path)) result.set(`module/${path}`, text);
    if (path === "catalog.json" && settings.catalog !== undefined) {
      const parts = pick(
        JSON.parse(text),
        settings.catalog.map((part) => part.split(".")),
      );
      result.set(path, `${canonicalJson(parts)}\n`);
    } else result.set(path, text);
  }
  return result;
}

/** What is expected; the whole of `module` once a part of it is; an exit code other than 0 always. */
function namesToCompare(expected: ReadonlyMap<string, string>, actual: ReadonlyMap<string, string>): Set<string> {
  const names = new Set(expected.keys());
  if (expected.size === 0) names.add("diagnostics.txt");
  if (actual.get("exit-code.txt") !== "0\n") names.add("exit-code.txt");
  const wantsModule = [...names].some((name) => name.startsWith("module/"));
  for (const name of actual.keys()) if (wantsModule && name.startsWith("module/")) names.add(name);
  return names;
}

function bless(file: string, text: string | undefined): void {
  if (text === undefined || (file.endsWith("exit-code.txt") && text === "0\n")) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The parts of a JSON value that some paths lead to; a path goes through lists. */
function pick(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => pick(item, paths));
  if (typeof value !== "object" || value === null) return value;
  const object: Record<string, unknown> = Object.create(null);
  for (const [key, inner] of Object.entries(value)) {
    const below = paths.filter(([first]) => first === key).map((path) => path.slice(1));
    if (below.length > 0) object[key] = pick(inner, below);
  }
  return object;
}

function rulesIn(dir: string): string[] {
  const file = join(dir, "expected", "diagnostics.txt");
  if (!existsSync(file)) return [];
  return Array.from(readFileSync(file, "utf8").matchAll(/^(?:error|warning|info)\[\w+\] ([\w-]+):/gm), ([, rule]) =>
    String(rule),
  );
}

function directoriesIn(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map(({ name }) => name).sort();
}
