/** The skill in the package, which teaches a coding agent to use skillc: skillc itself finds nothing to report in it. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandTable } from "../src/cli/command-table.ts";
import { flagTable } from "../src/cli/flags.ts";
import { check, createCompiler } from "../src/index.ts";
import { profileNames } from "../src/profiles/index.ts";

const ROOT = join(import.meta.dirname, "..");
const SKILL = join(ROOT, "skills/skillc");
const texts = readdirSync(SKILL, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md"))
  .map((path) => readFileSync(join(SKILL, path), "utf8"));

test("passes every profile that reads a skill on its own", async () => {
  for (const profile of profileNames) {
    const { diagnostics } = await check({
      cwd: ROOT,
      config: false,
      sources: [{ dir: "skills" }],
      overrides: { profile },
    });
    expect([profile, diagnostics.map(({ rule, severity }) => `${severity} ${rule}`)]).toEqual([profile, []]);
  }
});

test("is compiled with its references", async () => {
  const snapshot = await createCompiler({ cwd: ROOT, config: false, sources: [{ dir: "skills" }] }).build();
  expect(snapshot.catalog()?.skills.map(({ id, files }) => [id, files.map(({ path }) => path)])).toEqual([
    ["skillc", ["references/loading-skills.md", "references/writing-skills.md"]],
  ]);
});

test("names only commands, flags and subpaths that exist", () => {
  const text = texts.join("\n");
  const commands = new Set<string>(commandTable.map(({ name }) => name));
  const flags = new Set<string>(flagTable.map(({ name }) => name));
  const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { exports: object };
  const named = (pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([, name]) => name as string);
  expect(named(/npx skillc ([a-z]+)/g).filter((name) => !commands.has(name))).toEqual([]);
  expect(named(/ --([a-z][a-z-]*)/g).filter((name) => !flags.has(name))).toEqual([]);
  expect(named(/"skillc\/([a-z-]+)"/g).filter((name) => !(`./${name}` in exports))).toEqual([]);
});
