/** A name that differs from its directory only by a fault that has a finding of its own is one mistake. */
import { expect, test } from "vitest";
import { checkTree } from "../../../src/index.ts";

async function rulesOf(dir: string, name: string): Promise<readonly string[]> {
  const text = `---\nname: ${JSON.stringify(name)}\ndescription: Reads tides. Use when asked.\n---\nRead.\n`;
  const { diagnostics } = await checkTree({ [`skills/${dir}/SKILL.md`]: text });
  return diagnostics.map(({ rule }) => rule);
}

test.each([
  ["tide-tables", "Tide Tables", ["name-bad-char"]],
  ["tide_tables", "Tide_Tables", ["name-bad-char"]],
  ["tide-tables", "tide--tables", ["name-double-hyphen"]],
  ["tides", "-tides-", ["name-edge-hyphen"]],
  ["tides", "kit/tides", ["name-bad-char"]],
  ["tides", "Tides", ["name-not-lowercase"]],
  ["tides", " tides", ["name-padded"]],
])("%s/SKILL.md with the name %j has the findings %j", async (dir, name, rules) => {
  expect(await rulesOf(dir, name)).toEqual(rules);
});

test.each([
  ["ebb", "Tide Tables", ["name-bad-char", "name-dir-mismatch"]],
  ["ebb", "tides", ["name-dir-mismatch"]],
  ["Tide_Tables", "tide-tables", ["name-dir-mismatch"]],
])(
  "%s/SKILL.md with the name %j has the findings %j: those are two mistakes, or that of the directory",
  async (dir, name, rules) => {
    expect([...(await rulesOf(dir, name))].sort()).toEqual(rules);
  },
);
