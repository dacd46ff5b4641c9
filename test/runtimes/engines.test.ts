/** The garden, built in every way that contents can be kept, answers byte for byte in every engine. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build as bundle } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "../../src/index.ts";
import { readDiskSkills, type DiskSkill } from "../support/disk-skills.ts";
import { differences, writeApp, type ProbeRecord, type SkillAnswer } from "../support/engine-app.ts";
import { engineRunner, type EngineName } from "../support/engines.ts";
import { plantGarden } from "../support/garden.ts";
import { GARDEN_ANSWERS, idsOf } from "./garden-answers.ts";

const MODES = ["eager", "packs", "per-skill"] as const;

/** What each engine lets a module reach. Bun has no way to forbid anything. */
const CAGES: Readonly<Record<EngineName, { globals: readonly string[]; files: string }>> = {
  workerd: { globals: [], files: "no node:fs" },
  "workerd-newest": { globals: [], files: "no node:fs" },
  chromium: { globals: [], files: "no node:fs" },
  deno: { globals: ["process", "Buffer"], files: "refused" },
  node: { globals: ["process", "Buffer"], files: "refused" },
  node22: { globals: ["process", "Buffer"], files: "refused" },
  node24: { globals: ["process", "Buffer"], files: "refused" },
  bun: { globals: ["process", "Buffer"], files: "readable" },
};

let home: string;
const appOf = (mode: string): string => join(home, `app-${mode}`);
let disk: ReadonlyMap<string, DiskSkill>;

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-garden-")));
  const garden = join(home, "garden");
  plantGarden(garden);
  disk = readDiskSkills(garden);
  const questions = GARDEN_ANSWERS.map(([question]) => question);
  for (const content of MODES) {
    mkdirSync(appOf(content));
    writeApp(appOf(content), { questions, forbidden: join(garden, "skills/orchard/pruning/SKILL.md") });
    const outDir = join(appOf(content), "skills");
    const { ok, diagnostics } = await build({ cwd: garden, overrides: { outDir, module: { content } } });
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
    expect(ok).toBe(true);
  }
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

for (const name of Object.keys(CAGES) as EngineName[]) {
  const run = engineRunner(name);
  describe.skipIf(run === undefined)(`in ${name}`, () => {
    test.each(MODES)("contents %s", async (mode) => {
      const records = (await collect(run?.(appOf(mode)))) as ProbeRecord[];
      const ofKind = <K extends ProbeRecord["kind"]>(kind: K): Extract<ProbeRecord, { kind: K }>[] =>
        records.filter((record): record is Extract<ProbeRecord, { kind: K }> => record.kind === kind);

      expect(ofKind("end")).toHaveLength(1);
      expect(ofKind("cage")).toEqual([{ kind: "cage", ...CAGES[name] }]);
      expect(ofKind("skill").map(({ id }) => id)).toEqual(ofKind("catalog")[0]?.names);
      expect(disagreements(ofKind("skill"))).toEqual([]);
      const answers = ofKind("answer").map(({ question, isAsync, value, error }) => [
        question,
        { ...(error === undefined ? { value: idsOf(value) } : { error: error.code, nearest: error.nearest }), isAsync },
      ]);
      const expected = GARDEN_ANSWERS.map(([question, answer]) => [
        question,
        { isAsync: false, ...("error" in answer ? { nearest: expect.any(Array) } : {}), ...answer },
      ]);
      expect(answers).toEqual(expected);
      expect(ofKind("answer").filter(({ error }) => error !== undefined && error.name !== "SkillError")).toEqual([]);
    });
  });
}

/** Where answers differ from the disk, or from the config for the inline skill. */
function disagreements(answers: readonly SkillAnswer[]): string[] {
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const wrong: string[] = [];
  for (const skill of disk.values()) {
    const namespace = /^vendor\/(herb|attic)/.exec(skill.dir)?.[1];
    const name = String(skill.name);
    const id = namespace === undefined ? name : `${namespace}:${name}`;
    const answer = byId.get(id);
    byId.delete(id);
    if (answer === undefined) wrong.push(`${id} is missing`);
    else wrong.push(...differences(answer, skill));
    const path = skill.dir.replace(/^vendor\/almanac\//, "skills/almanac/");
    if (answer?.metadata.path !== path) wrong.push(`${id}: path ${answer?.metadata.path}`);
  }
  const inline = "\ufeffThree parts brown, one part green. \u{1FAB1}\r\nTurn it \u2028 weekly.\n";
  if (byId.get("compost")?.instructions !== Buffer.from(inline).toString("base64")) wrong.push("compost: instructions");
  byId.delete("compost");
  return [...wrong, ...[...byId.keys()].map((id) => `${id} is too much`)];
}

async function collect(records: AsyncIterable<unknown> | undefined): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const record of records ?? []) all.push(record);
  return all;
}

describe("the generated files", () => {
  test.each(MODES)("contents %s: only ASCII, and no import but of each other", async (mode) => {
    const dir = join(appOf(mode), "skills");
    const names = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
    for (const name of names) {
      const code = readFileSync(join(dir, name), "latin1");
      expect(code, name).toMatch(/^[\n\x20-\x7e]*$/);
      // A module may be inlined in a page.
      expect(code, name).not.toMatch(/<\/script|<!--/i);
    }
    // On a neutral platform esbuild knows no built-in module, and a specifier that it cannot resolve is an error.
    const { metafile } = await bundle({
      absWorkingDir: dir,
      entryPoints: ["index.js"],
      bundle: true,
      write: false,
      metafile: true,
      platform: "neutral",
      format: "esm",
      logLevel: "silent",
    });
    expect(Object.keys(metafile.inputs).sort()).toEqual(names.sort());
    const modules = names.filter((name) => name.startsWith("content/"));
    if (mode === "eager") expect(modules).toEqual([expect.stringMatching(/^content\/b-[0-9a-f]{16}\.js$/)]);
    else expect(modules.length).toBeGreaterThan({ packs: 1, "per-skill": 15 }[mode]);
  });
});
