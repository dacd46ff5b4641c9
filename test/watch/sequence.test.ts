/** A compiler that lives on writes, after any sequence of changes, what a new one writes: whatever it has kept in memory. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { concludeBuild } from "../../src/api/build.ts";
import { createOutputMemory } from "../../src/api/kept/saved-outputs.ts";
import type { Snapshot } from "../../src/api/snapshot.ts";
import { createCompiler } from "../../src/index.ts";

const root = mkdtempSync(join(tmpdir(), "skillc-watch-"));
afterAll(() => rmSync(root, { recursive: true }));

const NAMES = Array.from("abcdefghijklmnopqrstuvw", (letter) => `skill-${letter}`);
const WORDS = "reads tides and moons of the old harbor before every ship leaves it again";
const DESCRIPTIONS = [WORDS, `${WORDS} today`, `${WORDS} at night`, "Answers questions. Use when asked.", "Ünïcode ✅"];
const TEXTS = ["One.\n", "Two.\n", "See [notes](notes.md).\n", "Long. ".repeat(9000), "$ARGUMENTS </script>\n"];
const FILES = ["notes.md", "data.json", "more/deep.md", "chart.bin"];
const CONTENTS = ["# Notes\n", "{}\n", "# Deep\n\nText.\n", "\0\u0001", "Long text. ".repeat(4000)];
const EMIT = ["module", "json", "json-full"];
const LENIENT = { onInvalid: "skip", allowEmpty: true };

const CONFIGS = {
  "in one module": { ...LENIENT, emit: EMIT, module: { content: "eager" } },
  "in packs, with a view": {
    ...LENIENT,
    views: { few: "skills/skill-[abc]" },
    outputs: [
      { outDir: "out/all", emit: EMIT, module: { content: "packs" } },
      { outDir: "out/few", view: "few", module: { content: "packs" } },
    ],
  },
  "in TypeScript, with assets": {
    ...LENIENT,
    emit: EMIT,
    module: { format: "ts", assets: "copy", content: "per-skill" },
  },
};

interface Random {
  readonly below: (limit: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
}

function createRandom(seed: number): Random {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

/** A project and what can happen to it; each change returns the paths that it touches. */
function createProject(config: object, ballast: number) {
  const dir = mkdtempSync(join(root, "project-"));
  const write = (path: string, text: string): string[] => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
    return [path];
  };
  const remove = (path: string): string[] => {
    rmSync(join(dir, path), { recursive: true, force: true });
    return [path];
  };
  const skill = (name: string, { pick }: Random): string =>
    `---\nname: ${name}\ndescription: ${pick(DESCRIPTIONS)}\nmetadata:\n  ballast: ${"x".repeat(1 + ballast)}\n---\n${pick(TEXTS)}`;
  const changes: ((random: Random) => string[])[] = [
    (random) => {
      const name = random.pick(NAMES);
      return write(`skills/${name}/SKILL.md`, skill(name, random));
    },
    (random) =>
      write(`skills/${random.pick(NAMES)}/SKILL.md`, random.pick([skill("Bad Name", random), "---\nname: [\n"])),
    ({ pick }) => write(`skills/${pick(NAMES)}/${pick(FILES)}`, pick(CONTENTS)),
    ({ pick }) => write(`skills/${pick(NAMES)}/notes.md`, pick(CONTENTS)),
    ({ pick }) => remove(`skills/${pick(NAMES)}/${pick(FILES)}`),
    // Most edits change a text and nothing else.
    ({ pick, below }) => {
      const path = `skills/${pick(readdirSync(join(dir, "skills")))}/SKILL.md`;
      if (existsSync(join(dir, path))) appendFileSync(join(dir, path), `Edit ${below(1000)}.\n`);
      return [path];
    },
    ({ pick }) => remove(`skills/${pick(NAMES)}`),
    ({ pick }) =>
      write("skillc.config.json", JSON.stringify({ ...config, files: { exclude: pick([["*.bin"], ["*.json"]]) } })),
    // A file of the output that someone has edited.
    ({ pick }) => {
      const out = join(dir, pick(readdirSync(dir).filter((name) => /^(?:out|generated)$/.test(name))) ?? "");
      const own = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((path) =>
        /(?<!manifest)\.js$/.test(path),
      );
      if (own.length > 0) writeFileSync(join(out, pick(own)), "// edited\n", { flag: "a" });
      return [];
    },
  ];
  write("package.json", "{}");
  write("skillc.config.json", JSON.stringify(config));
  const random = createRandom(7);
  for (const name of NAMES) {
    write(`skills/${name}/SKILL.md`, skill(name, random));
    // Content that several skills have is stored with the first of them, and moves when that one changes.
    write(`skills/${name}/notes.md`, random.pick(CONTENTS));
  }
  return { dir, changes, write };
}

/** What a snapshot says besides the bytes of its files. */
function aboutOf(snapshot: Snapshot): unknown {
  const { exitCode, summary, config, skills } = snapshot;
  const files = (config?.outputs ?? []).map(({ outDir }) =>
    Array.from(snapshot.outputs(outDir), ({ path, inputsKey }) => [path, inputsKey]),
  );
  return { exitCode, summary, skills, files, diagnostics: snapshot.diagnostics() };
}

/** Bytes by path of all files of all outputs, as a new compiler creates them; undefined after an error. */
async function cleanOutputs(cwd: string, about?: unknown): Promise<ReadonlyMap<string, Buffer> | undefined> {
  const compiler = createCompiler({ cwd });
  const snapshot = await compiler.build();
  if (about !== undefined) expect(about).toEqual(aboutOf(snapshot));
  const files = new Map<string, Buffer>();
  for (const { outDir } of snapshot.config?.outputs ?? [])
    for (const { path, chunks } of snapshot.outputs(outDir)) {
      const bytes = Array.from(chunks(), (chunk) => Buffer.from(chunk as string | Uint8Array));
      files.set(`${outDir}/${path}`, Buffer.concat(bytes));
    }
  await compiler.dispose();
  return snapshot.exitCode === 0 ? files : undefined;
}

describe("a sequence of changes gives what a new compiler gives", () => {
  for (const [name, config] of Object.entries(CONFIGS))
    test.each([
      [1, 0],
      // Rows above a megabyte are in modules of their own.
      [2, 60_000],
    ])(
      `${name}, seed %i, %i more bytes per skill`,
      async (seed, ballast) => {
        const { dir, changes } = createProject(config, ballast);
        const random = createRandom(seed + 100 * Number(process.env["SEED"] ?? 0));
        const compiler = createCompiler({ cwd: dir });
        const memory = createOutputMemory();
        let snapshot = await compiler.build();
        let written = 0;
        for (let step = 0; step < 30; step++) {
          const { ok } = await concludeBuild(snapshot, { cwd: dir, cache: false }, memory);
          const about = aboutOf(snapshot);
          const clean = await cleanOutputs(dir, about);
          expect([step, ok]).toEqual([step, clean !== undefined]);
          for (const [path, bytes] of clean ?? [])
            if (!readFileSync(join(dir, path)).equals(bytes)) throw new Error(`${path} differs after step ${step}`);
          written += clean?.size ?? 0;
          const touched = Array.from({ length: 1 + random.below(2) }, () => random.pick(changes)(random)).flat();
          const next = await compiler.rebuild(touched);
          // Whatever the two have in common, a snapshot stays what it is.
          expect(aboutOf(snapshot)).toEqual(about);
          snapshot = next;
        }
        expect(written).toBeGreaterThan(150);
        await compiler.dispose();
      },
      60_000,
    );
});

test("content that moves from one skill to another changes the rows of both", async () => {
  const { dir, write } = createProject(CONFIGS["in TypeScript, with assets"], 0);
  for (const name of ["skill-a", "skill-b"]) write(`skills/${name}/notes.md`, "Both have this.\n");
  const compiler = createCompiler({ cwd: dir });
  await compiler.build().then((snapshot) => [...snapshot.outputs()]);
  write("skills/skill-a/notes.md", "This one has changed.\n");
  const { changed, outputs } = await compiler.rebuild(["skills/skill-a/notes.md"]);
  expect(changed.skills).toEqual(["skill-a"]);
  const clean = await cleanOutputs(dir);
  expect(Array.from(outputs(), ({ path }) => `generated/skills/${path}`)).toEqual([...(clean ?? new Map()).keys()]);
  await compiler.dispose();
});

test("a file of the output that is edited between two builds is written again, although its size and time are the same", async () => {
  const { dir, write } = createProject(CONFIGS["in packs, with a view"], 0);
  const compiler = createCompiler({ cwd: dir });
  const memory = createOutputMemory();
  const build = async (body: string): Promise<void> => {
    write("skills/skill-a/SKILL.md", `---\nname: skill-a\ndescription: Reads. Use when asked.\n---\n${body}\n`);
    const snapshot = await compiler.rebuild(["skills/skill-a/SKILL.md"]);
    expect(await concludeBuild(snapshot, { cwd: dir, cache: false }, memory)).toMatchObject({ ok: true });
  };
  await build("One.");
  // Before that, a file is read each time: the clock of the file system might not have moved on.
  await delay(2100);
  await build("Two.");
  const path = join(dir, "out/all/content.d.ts");
  expect(memory.proofs.has(path)).toBe(true);
  const [text, { atime, mtime }] = [readFileSync(path, "utf8"), statSync(path)];
  writeFileSync(path, text.replace("content", "CONTENT"));
  utimesSync(path, atime, mtime);
  await build("Three.");
  expect(readFileSync(path, "utf8")).toBe(text);
  await compiler.dispose();
});

test.skipIf(process.platform === "win32")(
  "a mode that changes changes the findings, although the unit is the same",
  async () => {
    const { dir, write } = createProject(CONFIGS["in one module"], 0);
    const [path = ""] = write("skills/skill-a/scripts/run.sh", "#!/bin/sh\nls\n");
    write(
      "skills/skill-a/SKILL.md",
      "---\nname: skill-a\ndescription: Runs. Use when asked.\n---\nRun `./scripts/run.sh`.\n",
    );
    const compiler = createCompiler({ cwd: dir });
    const rulesAfter = async (mode: number): Promise<readonly string[]> => {
      chmodSync(join(dir, path), mode);
      const snapshot = await compiler.rebuild([path]);
      return snapshot.diagnostics({ file: "skills/skill-a/SKILL.md" }).map(({ rule }) => rule);
    };
    await compiler.build();
    expect(await rulesAfter(0o644)).toEqual(["script-not-executable"]);
    expect(await rulesAfter(0o755)).toEqual([]);
    expect(await rulesAfter(0o644)).toEqual(["script-not-executable"]);
    await compiler.dispose();
  },
);
