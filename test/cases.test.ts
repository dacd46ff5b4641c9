/**
 * Runs every directory of `test/cases/<theme>/<case>`: `input` is a project, `expected` what the command line must say
 * and write about it. How to add one: `test/README.md`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ruleBook } from "../src/rules.ts";
import { entryRules } from "../src/check/entries/rules.ts";
import { readSettings, withProject } from "./support/case-project.ts";
import { CASES, directoriesIn, expectedOf, namesToCompare, runIn } from "./support/run-case.ts";

const filter = process.env["CASE"] ?? "";
const inCi = process.env["CI"] === "true";
const blessing = process.env["UPDATE"] === "1" && !inCi;

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
  const expected = expectedOf(dir);
  if (expected.size === 0 && !blessing)
    expect.fail("the case expects nothing: run it with UPDATE=1, read what it wrote, and commit that");
  const actual = await withProject(dir, settings, (project) => runIn(project, settings));

  for (const path of namesToCompare(expected, actual)) {
    const is = actual.get(path);
    if (blessing) bless(join(dir, "expected", path), is);
    else expect(is ?? "(nothing)", `expected/${path}`).toBe(expected.get(path) ?? "(nothing)");
  }
}

function bless(file: string, text: string | undefined): void {
  if (text === undefined || (file.endsWith("exit-code.txt") && text === "0\n")) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function rulesIn(dir: string): string[] {
  const file = join(dir, "expected", "diagnostics.txt");
  if (!existsSync(file)) return [];
  return Array.from(readFileSync(file, "utf8").matchAll(/^(?:error|warning|info)\[\w+\] ([\w-]+):/gm), ([, rule]) =>
    String(rule),
  );
}
