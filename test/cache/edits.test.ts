/**
 * Edits of texts, each in what could be a new process: most change nothing but what is about their skill, and no other is judged
 * again. Whatever they are, the outcome and the files are those of a run without a cache.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { repeatBuild, repeatCheck } from "../../src/api/kept/repeat.ts";
import { build, check } from "../../src/index.ts";

/** How many blocks of pieces were read. */
const pieces = vi.hoisted(() => ({ read: 0 }));
vi.mock("../../src/api/kept/kept-pieces.ts", async (original) => {
  const own = await original<typeof import("../../src/api/kept/kept-pieces.ts")>();
  const readPieces: typeof own.readPieces = (...given) => {
    pieces.read++;
    return own.readPieces(...given);
  };
  return { ...own, readPieces };
});

const root = mkdtempSync(join(tmpdir(), "skillc-edits-"));
afterAll(() => rmSync(root, { recursive: true }));

interface Text {
  readonly fields: string;
  readonly body: string;
}

const skill = (name: string, { fields, body }: Text): string =>
  `---\nname: ${name}\ndescription: Answers questions about ${name}. Use when asked.\n${fields}---\n${body}`;

const NAMES = ["alder", "birch", "cedar", "elm", "hazel", "larch", "maple", "oak", "pine", "rowan"];
/** Two skills with one id, one that is not admitted, one in another, one that is preloaded. */
const OTHERS: Readonly<Record<string, string>> = {
  "package.json": "{}",
  "node_modules/.keep": "",
  "skillc.config.json": JSON.stringify({
    sources: [{ dir: "skills" }, { dir: "more", preload: true }],
    onInvalid: "skip",
    duplicates: "first",
    outDir: "out",
    emit: ["module", "json"],
  }),
  "skills/twin/SKILL.md": skill("twin", { fields: "", body: "One.\n" }),
  "more/twin/SKILL.md": skill("twin", { fields: "", body: "Two.\n" }),
  "skills/broken/SKILL.md": "---\nname: broken\n---\nNo description.\n",
  "skills/oak/inner/SKILL.md": skill("inner", { fields: "", body: "In it.\n" }),
  "more/loud/SKILL.md": skill("loud", { fields: "", body: "Loud.\n" }),
};

/** Texts that no other skill can tell from each other. */
const PLAIN: readonly Text[] = [
  "",
  "Read [it](missing.md).\n",
  "Read [it](references/it.md) with `$NAME`.\n",
  "The key is sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL.\n",
  `${"A line of text. ".repeat(20)}\n`.repeat(30),
  "Read [it](missing.md) and [that](missing.md), [these](gone.md).\n",
].map((body) => ({ fields: "", body }));
/** Others: comments, links to neighbors, other fields, errors, names of other skills. */
const DOUBTFUL: readonly Text[] = [
  { fields: "", body: "<!-- skillc-disable ref-missing -->\nRead [it](missing.md).\n" },
  { fields: "", body: "Read [it](../elm/SKILL.md).\n" },
  { fields: "license: MIT\n", body: "Free.\n" },
  { fields: "allowed-tools: 7\n", body: "Lost.\n" },
  { fields: "metadata: { requires-skills: elm }\n", body: "Needs another.\n" },
  { fields: "description: again\n", body: "Twice.\n" },
];
const PATHS = [
  ...NAMES.map((name) => `skills/${name}/SKILL.md`),
  "skills/twin/SKILL.md",
  "more/twin/SKILL.md",
  "skills/oak/inner/SKILL.md",
  "more/loud/SKILL.md",
];

function createProject(): string {
  const cwd = mkdtempSync(join(root, "project-"));
  for (const [path, text] of Object.entries(OTHERS)) write(cwd, path, text);
  for (const name of NAMES) {
    write(cwd, `skills/${name}/SKILL.md`, skill(name, PLAIN[0] as Text));
    write(cwd, `skills/${name}/references/it.md`, "It.\n");
  }
  return cwd;
}

/** A skill that another one makes preloaded is linked again in each build, and then nothing is joined from the one before. */
function createPlainProject(): string {
  const cwd = createProject();
  rmSync(join(cwd, "more/twin"), { recursive: true });
  return cwd;
}

function write(cwd: string, path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

function edit(cwd: string, path: string, text: Text): void {
  write(cwd, path, skill(path.split("/").at(-2) as string, text));
}

function filesIn(dir: string): unknown {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dir.length))
    .sort((one, two) => (one < two ? -1 : 1))
    .map((path) => [path, readFileSync(join(dir, path), "utf8")]);
}

/** Whether a check has left the findings of other skills as bytes: they are only read when they are asked for. */
function wasAlone(result: object): boolean {
  return Object.getOwnPropertyDescriptor(result, "diagnostics")?.get !== undefined;
}

async function expectAsWithoutCache(cwd: string): Promise<{ readonly isAlone: boolean }> {
  const [built, checked] = [await repeatBuild({ cwd }), await repeatCheck({ cwd })];
  const isAlone = wasAlone(checked);
  const fresh = await build({ cwd, cache: false, overrides: { outDir: `${cwd}-fresh` } });
  const { diagnostics, summary, exitCode } = await check({ cwd, cache: false });
  const { diagnostics: found } = checked;
  expect({ found, summary: checked.summary, exitCode: checked.exitCode }).toEqual({
    found: diagnostics,
    summary,
    exitCode,
  });
  expect([built.diagnostics, built.summary, built.exitCode]).toEqual([
    fresh.diagnostics,
    fresh.summary,
    fresh.exitCode,
  ]);
  expect(built.outputs[0]?.catalog.dropped).toEqual(fresh.outputs[0]?.catalog.dropped);
  if (fresh.ok) expect(filesIn(join(cwd, "out"))).toEqual(filesIn(`${cwd}-fresh`));
  return { isAlone };
}

test("edits of texts give what a run without a cache gives", { timeout: 120_000 }, async () => {
  const text = fc.constantFrom(...PLAIN, ...PLAIN, ...DOUBTFUL);
  const edits = fc.array(fc.tuple(fc.constantFrom(...PATHS), text), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 5 }), async (steps) => {
      const cwd = createProject();
      await expectAsWithoutCache(cwd);
      for (const step of steps) {
        for (const [path, now] of step) edit(cwd, path, now);
        await expectAsWithoutCache(cwd);
      }
    }),
    { numRuns: 12 },
  );
});

test("a text that no other skill can tell from the one before is all that is judged", async () => {
  const cwd = createProject();
  await expectAsWithoutCache(cwd);
  for (const now of PLAIN.slice(1)) {
    edit(cwd, "skills/elm/SKILL.md", now);
    expect(await expectAsWithoutCache(cwd)).toEqual({ isAlone: true });
  }
});

test.each(DOUBTFUL.map((now) => [now.fields + now.body, now] as const))(
  "after any other, all are judged: %j",
  async (_, now) => {
    const cwd = createProject();
    await expectAsWithoutCache(cwd);
    edit(cwd, "skills/hazel/SKILL.md", now);
    expect(await expectAsWithoutCache(cwd)).toEqual({ isAlone: false });
  },
);

test("rows in modules, and a catalog that was changed by hand", { timeout: 120_000 }, async () => {
  const cwd = createPlainProject();
  const large = { fields: `metadata: { a: ${"b".repeat(60_000)} }\n`, body: "Large.\n" };
  for (const name of NAMES)
    for (const own of [name, `${name}-tree`, `${name}-wood`]) edit(cwd, `skills/${own}/SKILL.md`, large);
  await expectAsWithoutCache(cwd);
  expect(readdirSync(join(cwd, "out/rows")).length).toBeGreaterThan(1);
  const steps: readonly (() => void)[] = [
    () => edit(cwd, "skills/elm/SKILL.md", { ...large, body: "It's \\ another.\n" }),
    () => edit(cwd, "skills/elm/SKILL.md", { ...large, body: "See [it](references/it.md).\n" }),
    () => write(cwd, "skills/oak/references/it.md", "\0"),
    () => rmSync(join(cwd, "out/catalog.json")),
    () =>
      write(cwd, "out/catalog.json", readFileSync(join(cwd, "out/catalog.json"), "utf8").replace("Answers", "answers")),
  ];
  for (const [at, step] of steps.entries()) {
    step();
    edit(cwd, "skills/pine/SKILL.md", { ...large, body: `Step ${at}.\n` });
    await expectAsWithoutCache(cwd);
  }
});

test(
  "skills that come and go, with rows in modules: those that stay are joined without their pieces",
  { timeout: 120_000 },
  async () => {
    const cwd = createPlainProject();
    // Enough for several blocks, and each block ends where the hash of a directory says so.
    const large = { fields: `metadata: { a: ${"b".repeat(9000)} }\n`, body: "Large.\n" };
    for (const name of NAMES) for (let at = 0; at < 16; at++) edit(cwd, `skills/${name}-${at}/SKILL.md`, large);
    await expectAsWithoutCache(cwd);
    expect(readdirSync(join(cwd, "out/rows")).length).toBeGreaterThan(1);
    const damage = (path: string, from: string, to: string): void =>
      write(cwd, path, readFileSync(join(cwd, path), "utf8").replace(from, to));
    // What is left of an output that was changed by hand stays.
    const changed: string[] = [];
    const rows = (): readonly string[] => readdirSync(join(cwd, "out/rows")).map((name) => `out/rows/${name}`);
    const remove = (...names: readonly string[]): void => {
      for (const name of names) rmSync(join(cwd, "skills", name), { recursive: true });
    };
    /** `few`: at most the block that has changed, and the next one. */
    const steps: readonly (readonly [few: boolean, step: () => void])[] = [
      [true, () => edit(cwd, "skills/aaa/SKILL.md", large)],
      [true, () => edit(cwd, "skills/zzz/SKILL.md", { fields: "", body: "Last.\n" })],
      [true, () => remove("aaa")],
      [true, () => (remove("elm-7"), edit(cwd, "skills/elm-70/SKILL.md", large))],
      [
        true,
        () => (remove("oak-1", "oak-2", "oak-3"), edit(cwd, "skills/oak-20/SKILL.md", { ...large, body: "Edited.\n" })),
      ],
      // An id twice: one is dropped, and then the other one is there.
      [false, () => write(cwd, "more/pine-4/SKILL.md", skill("pine-4", { ...large, body: "Second.\n" }))],
      [false, () => remove("pine-4")],
      [false, () => (damage("out/catalog.json", "Answers", "answers"), remove("larch-4"))],
      [false, () => (damage("out/index.d.ts", "Answers", "answers"), remove("larch-5"))],
      [
        false,
        () => (rows().forEach((path) => (damage(path, "about", "About"), changed.push(path))), remove("larch-6")),
      ],
      [false, () => (rmSync(join(cwd, "out"), { recursive: true }), remove("larch-8"))],
      [false, () => NAMES.forEach((name) => remove(name))],
      [false, () => remove(...readdirSync(join(cwd, "skills")).filter((name) => name !== "zzz"))],
      [false, () => edit(cwd, "skills/aaa/SKILL.md", large)],
    ];
    for (const [few, step] of steps) {
      step();
      pieces.read = 0;
      await repeatBuild({ cwd });
      for (const path of changed.splice(0)) rmSync(join(cwd, path), { force: true });
      if (few) expect(pieces.read).toBeLessThanOrEqual(2);
      await expectAsWithoutCache(cwd);
    }
  },
);

const isCopied = ({ rule }: { readonly rule: string }): boolean => rule === "files-duplicated";

test("files come into several skills and go again; an edit of other texts changes nothing about that", async () => {
  const cwd = createProject();
  const [large, medium] = ["The same line in all copies.\n".repeat(400), "A line of it.\n".repeat(300)];
  const [elm, maple] = ["skills/elm/references/it.md", "skills/maple/references/it.md"];
  const steps: readonly (readonly [change: () => void, found: number, isAlone: boolean])[] = [
    [() => write(cwd, elm, large), 0, true],
    [() => write(cwd, elm, medium), 0, true],
    // It is in another skill, and 4 kB are few.
    [() => write(cwd, maple, medium), 0, false],
    [() => edit(cwd, "skills/maple/SKILL.md", PLAIN[5] as Text), 0, true],
    [() => write(cwd, maple, "It.\n"), 0, false],
    [() => write(cwd, maple, large), 0, true],
    [() => write(cwd, elm, large), 1, false],
    [() => edit(cwd, "skills/maple/SKILL.md", PLAIN[2] as Text), 1, true],
    [() => edit(cwd, "skills/pine/SKILL.md", PLAIN[1] as Text), 1, true],
    [() => write(cwd, "skills/pine/references/it.md", medium), 1, true],
    [() => write(cwd, "skills/pine/references/it.md", large), 1, false],
    [() => write(cwd, "skills/pine/scripts/it.js", large), 1, false],
    [() => write(cwd, "skills/rowan/LICENSE.txt", large), 1, false],
    [() => rmSync(join(cwd, maple)), 1, false],
    [() => write(cwd, "skills/pine/references/it.md", `${large}.`), 1, false],
    [() => rmSync(join(cwd, "skills/pine"), { recursive: true }), 0, false],
    [() => edit(cwd, "skills/maple/SKILL.md", PLAIN[0] as Text), 0, true],
    // Two at once, of which each alone has it in no other skill.
    [() => [elm, "skills/birch/references/it.md"].forEach((path) => write(cwd, path, `${large}!`)), 1, false],
  ];
  await expectAsWithoutCache(cwd);
  for (const [at, [change, found, isAlone]] of steps.entries()) {
    change();
    const seen = await expectAsWithoutCache(cwd);
    const { diagnostics } = await check({ cwd, cache: false });
    expect([at, seen.isAlone, diagnostics.filter(isCopied).length]).toEqual([at, isAlone, found]);
  }
});
