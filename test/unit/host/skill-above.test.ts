import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { findSkillAbove } from "../../../src/host/index.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-above-"));
afterAll(() => rmSync(root, { recursive: true }));
const tides = join(root, "skills/tides");
mkdirSync(join(tides, "references"), { recursive: true });
writeFileSync(join(tides, "Skill.MD"), "");
writeFileSync(join(root, "SKILL.md"), "");

describe("the skill of a path", () => {
  test.each([
    ["its directory", tides, tides],
    ["a directory in it", join(tides, "references"), tides],
    ["a path that does not exist", join(tides, "a/b/c.md"), tides],
    ["the next one above", join(root, "skills"), root],
  ])("%s", (_what, path, expected) => {
    expect(findSkillAbove(path)).toBe(expected);
  });

  test("the home directory is none, and nothing above it is looked at", () => {
    vi.stubEnv("HOME", join(root, "skills"));
    vi.stubEnv("USERPROFILE", join(root, "skills"));
    try {
      expect(findSkillAbove(join(root, "skills/empty"))).toBeUndefined();
      expect(findSkillAbove(tides)).toBe(tides);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});
