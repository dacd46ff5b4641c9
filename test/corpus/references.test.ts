/** References between real skills: none of them is a warning or an error, and what is found is counted. Skipped without the corpus. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check } from "../../src/index.ts";
import { findShared } from "../support/shared.ts";

const corpus = findShared("corpus", "the corpus of real skills");

describe.skipIf(corpus === undefined)("references of the skills of the corpus", () => {
  const dir = corpus as string;
  const REFERENCES = /^SKC7(?:5\d|6[0-5])$/;

  test("have no finding but infos about skills that are not there", async () => {
    const counts = new Map<string, number>();
    const trees = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of trees) {
      const { diagnostics } = await check({ cwd: join(dir, name), sources: [{ dir: "." }], cache: false });
      const found = diagnostics.filter(({ code }) => REFERENCES.test(code));
      expect(found.filter(({ severity }) => severity !== "info")).toEqual([]);
      for (const { rule, message } of found)
        counts.set(`${rule}: ${message}`, (counts.get(`${rule}: ${message}`) ?? 0) + 1);
    }
    // test/README.md has these figures.
    expect([...counts.keys()].sort()).toEqual(
      ["ai-code-mode", "scientific-schematics", "venue-templates"].map(
        (name) => `skill-mention-missing: the instructions name the skill "${name}", which does not exist here`,
      ),
    );
  });

  test("have none as one tree, under any profile of a client", async () => {
    for (const profile of ["standard", "claude-code", "codex", "mcp"]) {
      const { diagnostics } = await check({ cwd: dir, sources: [{ dir: "." }], cache: false, overrides: { profile } });
      const found = diagnostics.filter(({ code, severity }) => REFERENCES.test(code) && severity !== "info");
      expect([profile, found]).toEqual([profile, []]);
    }
  });
});
