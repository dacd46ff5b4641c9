/** Real skills under the profiles: nothing that is valid may be refused, and `lenient` refuses only what cannot be read. */
import { beforeAll, describe, expect, test } from "vitest";
import { check } from "../../src/index.ts";
import type { Diagnostic } from "../../src/model/diagnostic.ts";
import { profileNames } from "../../src/profiles/index.ts";
import { findCorpus, readCorpusManifest } from "../support/corpus.ts";

const corpus = findCorpus();
const skills = corpus === undefined ? [] : readCorpusManifest(corpus);
const valid = new Set(skills.filter(({ expect: codes }) => codes.length === 0).map(({ file }) => file));

/** What makes a text unreadable whatever one does. */
const UNREADABLE = ["encoding-invalid", "yaml-alias-limit", "file-unreadable", "directory-unreadable"];

async function findings(profile: string): Promise<readonly Diagnostic[]> {
  // Copies of one skill in several repositories are no fault of any of them.
  const { diagnostics } = await check({ cwd: corpus as string, sources: [{ dir: "." }], overrides: { profile, duplicates: "first" } });
  return diagnostics;
}

describe.skipIf(corpus === undefined)("the corpus of real skills", () => {
  let standard: readonly Diagnostic[] = [];
  beforeAll(async () => {
    standard = await findings("standard");
  });

  test("no skill that is valid has an error under standard", () => {
    const errors = standard.filter(({ severity, skill = "" }) => severity === "error" && valid.has(`${skill}/SKILL.md`));
    expect(errors.map(({ file, rule, message }) => `${file} ${rule}: ${message}`)).toEqual([]);
  });

  test("a rule that fires on more than one valid skill in twenty is no warning", () => {
    const firing = new Map<string, Set<string>>();
    for (const { rule, severity, skill = "" } of standard) {
      if (severity === "info" || !valid.has(`${skill}/SKILL.md`)) continue;
      firing.set(rule, (firing.get(rule) ?? new Set()).add(skill));
    }
    const often = [...firing].filter(([, on]) => on.size * 20 > valid.size).map(([rule, on]) => `${rule}: ${on.size} of ${valid.size}`);
    expect(often).toEqual([]);
  });

  test("under lenient only what cannot be read is an error", async () => {
    const errors = (await findings("lenient")).filter(({ severity, rule }) => severity === "error" && !UNREADABLE.includes(rule));
    expect(errors.map(({ file, rule }) => `${file} ${rule}`)).toEqual([]);
  });

  test("no skill makes any profile fail", async () => {
    for (const profile of profileNames) {
      const broken = (await findings(profile)).filter(({ category }) => category === "system");
      expect(broken.map(({ file, message }) => `${profile} ${file}: ${message}`)).toEqual([]);
    }
  });
});
