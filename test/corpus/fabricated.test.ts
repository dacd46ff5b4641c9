/** A thousand skills, half of them with one known defect. Skipped where their generator is not beside the checkout. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { check, type CheckResult } from "../../src/index.ts";
import { findShared } from "../support/shared.ts";
import { differencesFrom, type Difference } from "./expected-findings.ts";

const generator = findShared("bench/fabricate.mjs", "the generator of skills");

interface FabricatedSkill {
  readonly dir: string;
  /** What was done to it; null for a sound one. */
  readonly mutation: string | null;
  readonly expect: readonly string[];
}

/** Findings that `spec` adds to those of a defect, and why. A line that no longer holds fails the test. */
const EXPLAINED: readonly {
  readonly mutation: string;
  readonly code: string;
  readonly side: Difference["side"];
  readonly reason: string;
}[] = [
  {
    mutation: "bom",
    code: "FM_MISSING",
    side: "found, not expected",
    reason: "the manifest drops a byte order mark; the reference library does not, so that it sees no frontmatter",
  },
  {
    mutation: "number-name",
    code: "NAME_DIR_MISMATCH",
    side: "found, not expected",
    reason: "the manifest compares only texts; the reference library reads 2024 as the text that it is compared by",
  },
];

describe.skipIf(generator === undefined)("1,000 fabricated skills, half of them with a defect", () => {
  let home: string;
  let skills: readonly FabricatedSkill[];
  let result: CheckResult;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "skillc-fabricated-"));
    const out = join(home, "tree");
    execFileSync(process.execPath, [generator as string, "--n", "1000", "--mutate", "0.5", "--out", out, "--quiet"]);
    skills = (JSON.parse(readFileSync(join(out, "FABRICATED.json"), "utf8")) as { skills: FabricatedSkill[] }).skills;
    result = await check({ cwd: out, sources: [{ dir: "skills" }], overrides: { profile: "spec" } });
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test("every one is looked at", () => {
    expect(result.summary.skills).toBe(1000);
    expect(skills.filter(({ mutation }) => mutation !== null).length).toBeGreaterThan(400);
  });

  test("under spec each has the findings of its defect and no others", () => {
    const mutations = new Map(skills.map(({ dir, mutation }) => [`${dir}/SKILL.md`, mutation]));
    const expected = skills.map(({ dir, expect: codes }) => ({ file: `${dir}/SKILL.md`, expect: codes }));
    const differences = differencesFrom(expected, result.diagnostics).map((difference) => ({
      ...difference,
      mutation: mutations.get(difference.file),
    }));
    const label = (one: { mutation?: string | null | undefined; code: string; side: string }): string =>
      `${one.mutation ?? "sound"}: ${one.code} ${one.side}`;
    expect([...new Set(differences.map(label))].sort()).toEqual(EXPLAINED.map(label).sort());
    // An explanation is one of a defect: it holds for every skill that has it.
    for (const { mutation, code } of EXPLAINED) {
      const having = skills.filter((skill) => skill.mutation === mutation).length;
      expect(differences.filter((one) => one.mutation === mutation && one.code === code)).toHaveLength(having);
    }
  });
});
