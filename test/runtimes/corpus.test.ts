/** Every skill of the corpus, read back in every engine byte for byte. Skipped where the corpus is not there. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build, type Catalog } from "../../src/index.ts";
import { findCorpus, readCorpusManifest } from "../support/corpus.ts";
import { readDiskSkills, type DiskSkill } from "../support/disk-skills.ts";
import { differences, writeApp, type ProbeRecord } from "../support/engine-app.ts";
import { engineRunner, type EngineName } from "../support/engines.ts";

const ENGINES: readonly EngineName[] = ["workerd", "deno", "bun", "node"];

const corpus = findCorpus();
let home: string;
let catalog: Catalog;
let disk: ReadonlyMap<string, DiskSkill>;

describe.skipIf(corpus === undefined)("the corpus", () => {
  beforeAll(async () => {
    const cwd = corpus as string;
    home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-corpus-")));
    disk = readDiskSkills(cwd);
    const outDir = join(home, "skills");
    writeApp(home, { questions: [], forbidden: join(cwd, "MANIFEST.json") });
    const overrides = { outDir, onInvalid: "skip", duplicates: "first" } as const;
    const result = await build({ cwd, sources: [{ dir: "." }], overrides });
    if (result.catalog === undefined) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
    ({ catalog } = result);
  });

  test("every valid skill is in the catalog or named as a duplicate", () => {
    const kept = new Set(catalog.skills.map(({ source }) => source.file));
    const reasons = new Map(catalog.dropped.map(({ file, reason }) => [file, reason]));
    const lost = readCorpusManifest(corpus as string)
      .filter(({ expect: faults, file }) => faults.length === 0 && !kept.has(file))
      .filter(({ file }) => !/^(?:duplicate|copy) of |cannot be applied$/.test(reasons.get(file) ?? ""));
    expect(lost).toEqual([]);
    expect(catalog.skills.length).toBeGreaterThan(200);
  });

  test("what the disk says is what the corpus says of itself", () => {
    // Guards the check below: its own reading of frontmatter has to agree with a third one.
    const wrong = readCorpusManifest(corpus as string)
      .filter(({ expect: faults }) => faults.length === 0)
      .filter(({ file, name, bodyBytes, descriptionLength }) => {
        const skill = disk.get(file);
        const length = typeof skill?.description === "string" ? [...skill.description].length : -1;
        return skill?.name !== name || skill.body.length !== bodyBytes || length !== descriptionLength;
      });
    expect(wrong).toEqual([]);
  });

  for (const name of ENGINES) {
    const run = engineRunner(name);
    test.skipIf(run === undefined)(`in ${name}`, async () => {
      const entries = new Map(catalog.skills.map((entry) => [entry.id, entry]));
      const dropped = new Set(catalog.dropped.map(({ file }) => file));
      const wrong: string[] = [];
      let hasEnded = false;
      for await (const record of (run?.(home) ?? []) as AsyncIterable<ProbeRecord>) {
        hasEnded = record.kind === "end";
        if (record.kind !== "skill") continue;
        const skill = disk.get(entries.get(record.id)?.source.file ?? "");
        entries.delete(record.id);
        if (skill === undefined) {
          wrong.push(`${record.id} is on no disk`);
          continue;
        }
        // Files may be left out, but never without a word.
        const files = new Map([...skill.files].filter(([path]) => !dropped.has(`${skill.dir}/${path}`)));
        wrong.push(...differences(record, skill, files));
      }
      expect(wrong).toEqual([]);
      expect(hasEnded).toBe(true);
      expect([...entries.keys()]).toEqual([]);
    });
  }

  afterAll(() => rmSync(home, { recursive: true, force: true }));
});
