/** docs/configuration.md explains every key of the configuration, with the default that it has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { knownKeys } from "../../src/schemas/config-schema.ts";
import { inlineSpellings } from "../../src/model/inline-fields.ts";
import { findPlatform, platformNames } from "../../src/platforms/index.ts";

const section =
  readFileSync(join(import.meta.dirname, "../../docs/configuration.md"), "utf8").split("## Profiles")[0] ?? "";
/** First cells of the tables; one cell can name several keys. */
const explained = Array.from(section.matchAll(/^\| (`[^|]+) \|/gm), ([, cell = ""]) =>
  Array.from(cell.matchAll(/`([^`]+)`/g), ([, key = ""]) => key),
).flat();

/** Keys with keys of their own, whose rows stand for them. */
const groups: ReadonlySet<string> = new Set(["files", "budgets", "module", "prepare"]);
const keysOf = (...path: string[]): readonly string[] => knownKeys(path) ?? [];

test("every key has a row", () => {
  const top = keysOf().filter((key) => key !== "$schema" && !groups.has(key));
  const inner = ["files", "budgets", "module"].flatMap((group) => keysOf(group).map((key) => `${group}.${key}`));
  // The fields of an inline skill are those of a SKILL.md; their row names some of them.
  const fields = new Set<string>(inlineSpellings.map(({ spelling }) => spelling));
  const sources = keysOf("sources").filter((key) => !fields.has(key));
  const all = [...top, ...inner, "prepare.shell", ...sources];
  expect([...explained].sort()).toEqual(all.sort());
  for (const key of keysOf("prepare", "shell")) expect(section).toContain(`\`${key}\``);
});

test("every platform is named", () => {
  for (const name of platformNames)
    expect([name, findPlatform(name) !== undefined, section.includes(`\`${name}\``)]).toEqual([name, true, true]);
});
