/** What an edited, an added and a removed skill change in the packs: planned many times, and built a few times. */
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../src/index.ts";
import { placeContents } from "../../src/targets/module/placement.ts";
import { plainNames } from "../support/emitted-files.ts";
import { findShared } from "../support/shared.ts";
import { changedPaths, prose, readTree, skillDocument, writeFiles } from "./orchard.ts";
import {
  changedModules,
  linkSketches,
  seededRandom,
  sketchSkill,
  sketchSkills,
  type SketchedSkill,
} from "./placed-skills.ts";

const TIMES = 30;

describe("among 1,000 skills", () => {
  const random = seededRandom("an orchard");
  const skills = sketchSkills(1000, random);
  const place = (list: readonly SketchedSkill[]): ReturnType<typeof placeContents> =>
    placeContents({ content: "auto", assets: "embed" }, linkSketches(list));
  const before = place(skills);
  const pick = (): number => Math.floor(random() * skills.length);

  test("there are packs of many skills", () => {
    expect(before.modules.filter(({ path }) => path.startsWith("content/p")).length).toBeGreaterThan(30);
  });

  test(`an edit changes one pack, ${TIMES} times of ${TIMES}`, () => {
    for (let turn = 0; turn < TIMES; turn++) {
      const at = pick();
      const { document, ...rest } = skills[at] as SketchedSkill;
      const edited = { ...rest, document: { seed: `${document.seed} edited`, bytes: document.bytes + 40 } };
      expect(changedModules(before, place(skills.with(at, edited)))).toHaveLength(1);
    }
  });

  test(`an addition changes at most two packs, ${TIMES} times of ${TIMES}`, () => {
    for (let turn = 0; turn < TIMES; turn++) {
      const added = sketchSkill(`graft-${turn}`, random);
      expect(changedModules(before, place([...skills, added])).length).toBeLessThanOrEqual(2);
    }
  });

  test(`a removal changes at most two packs, ${TIMES} times of ${TIMES}`, () => {
    for (let turn = 0; turn < TIMES; turn++)
      expect(changedModules(before, place(skills.toSpliced(pick(), 1))).length).toBeLessThanOrEqual(2);
  });

  test("a file that many skills have moves with the removal of none of them", () => {
    const licence = { seed: "licence", bytes: 11_000 };
    const shared = skills.map((skill, index) =>
      index % 50 === 0 ? { ...skill, files: [...skill.files, licence] } : skill,
    );
    const whole = place(shared);
    const owners = shared
      .filter(({ files }) => files.includes(licence))
      .map(({ id }) => id)
      .sort();
    for (const id of owners) {
      const changed = changedModules(whole, place(shared.filter((skill) => skill.id !== id)));
      // The pack of the skill, divided or joined.
      expect(changed.length).toBeLessThanOrEqual(2);
      expect(changed.join()).not.toContain("content/c");
    }
  });
});

const generator = findShared("bench/fabricate.mjs", "the generator of skills");

describe.skipIf(generator === undefined)("in builds of 1,000 fabricated skills", () => {
  let home: string;
  let names: string[];
  let before: ReadonlyMap<string, string>;

  beforeAll(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-packs-")));
    execFileSync(process.execPath, [
      generator as string,
      "--n",
      "1000",
      "--seed",
      "7",
      "--out",
      join(home, "tree"),
      "--quiet",
    ]);
    names = readdirSync(join(home, "tree/skills")).sort();
    before = await buildTree();
  });

  afterAll(() => rmSync(home, { recursive: true, force: true }));

  test("an edited skill changes one pack, one module of rows, the index, the catalog and the manifest", async () => {
    const document = join(home, "tree/skills", names[333] as string, "SKILL.md");
    cpSync(document, join(home, "SKILL.md"));
    appendFileSync(document, "\nAsk twice before felling a tree.\n");
    const changed = changedPaths(before, await buildTree());
    expect(changed.filter((path) => path.startsWith("content/"))).toHaveLength(1);
    expect(changed.filter((path) => path.startsWith("rows/"))).toHaveLength(1);
    expect(changed.filter((path) => !path.includes("/"))).toEqual([
      ".skillc-manifest.json",
      "catalog.json",
      "content.js",
      "index.js",
    ]);
    cpSync(join(home, "SKILL.md"), document);
  });

  test("an added skill changes at most two packs, and taking it away undoes it", async () => {
    const files = new Map([
      ["skills/grafting/SKILL.md", skillDocument("grafting", prose("grafting", 50))],
      ["skills/grafting/references/knots.md", prose("knots", 80)],
    ]);
    writeFiles(join(home, "tree"), files);
    const changed = changedPaths(before, await buildTree());
    const packs = changed.filter((path) => path.startsWith("content/"));
    expect(packs.length).toBeGreaterThanOrEqual(1);
    expect(packs.length).toBeLessThanOrEqual(2);
    expect(changed.filter((path) => path.startsWith("rows/"))).toHaveLength(1);
    const others = changed.filter((path) => !path.includes("/"));
    const everything = ["catalog.json", "content.js", "index.d.ts", "index.js"];
    expect(others).toEqual([".skillc-manifest.json", ...everything]);
    rmSync(join(home, "tree/skills/grafting"), { recursive: true });
    expect(changedPaths(before, await buildTree())).toEqual([]);
  });

  async function buildTree(): Promise<ReadonlyMap<string, string>> {
    const outDir = join(home, "out");
    const { ok, diagnostics } = await build({
      cwd: join(home, "tree"),
      sources: [{ dir: "skills" }],
      overrides: { outDir },
    });
    expect([ok, diagnostics.filter(({ severity }) => severity === "error")]).toEqual([true, []]);
    // A changed file has another name; here it is the same file.
    return new Map([...readTree(outDir)].map(([path, text]) => [plainNames(path), text]));
  }
});
