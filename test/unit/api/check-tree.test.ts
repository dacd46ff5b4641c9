import { describe, expect, test } from "vitest";
import { checkTree } from "../../../src/api/check-tree.ts";

const GOOD =
  "---\nname: tide-tables\ndescription: Reads tide tables. Use when a harbour asks when to sail.\n---\n# Steps\n\nRead [the ports](references/ports.md).\n";

describe("checkTree", () => {
  test("a good tree has no finding", async () => {
    const result = await checkTree({
      "skills/tide-tables/SKILL.md": GOOD,
      "skills/tide-tables/references/ports.md": "Brest\n",
    });
    expect(result).toMatchObject({ ok: true, exitCode: 0, diagnostics: [], summary: { skills: 1, errors: 0 } });
  });

  test("findings have exact places and fingerprints", async () => {
    const { ok, exitCode, diagnostics } = await checkTree({ "skills/tide-tables/SKILL.md": GOOD });
    expect({ ok, exitCode }).toEqual({ ok: true, exitCode: 0 });
    expect(diagnostics.map(({ rule, file, span }) => [rule, file, span?.start.line, span?.start.column])).toEqual([
      ["ref-missing", "skills/tide-tables/SKILL.md", 7, 18],
    ]);
    expect(diagnostics[0]?.fingerprint).toMatch(/^[0-9a-f]{32}$/);
  });

  test("a config chooses sources, profile and rules", async () => {
    const config = { sources: ["vendor"], profile: "spec", rules: { "name-dir-mismatch": "off" } } as const;
    const { diagnostics } = await checkTree(
      { "vendor/other/SKILL.md": GOOD.replace(/Read \[.*/, "Go.") },
      { ...config, sources: ["vendor"] },
    );
    expect(diagnostics).toEqual([]);
  });

  test("a faulty config is a finding, not an exception", async () => {
    const { exitCode, diagnostics } = await checkTree({ "skills/a/SKILL.md": GOOD }, { profile: "standrad" });
    expect({ exitCode, rules: diagnostics.map(({ rule }) => rule) }).toEqual({
      exitCode: 2,
      rules: ["unknown-profile"],
    });
  });

  test("a fingerprint stays when lines above move, and differs between equal findings", async () => {
    const twice = GOOD.replace(
      "Read [the ports](references/ports.md).",
      "[x](file:///gone.md)\n\n[x](file:///gone.md)",
    );
    const fingerprints = async (text: string): Promise<(string | undefined)[]> =>
      (await checkTree({ "skills/tide-tables/SKILL.md": text })).diagnostics.map(({ fingerprint }) => fingerprint);
    const before = await fingerprints(twice);
    expect(new Set(before).size).toBe(2);
    expect(await fingerprints(twice.replace("# Steps\n", "# Steps\n\nFirst look outside.\n"))).toEqual(before);
  });
});
