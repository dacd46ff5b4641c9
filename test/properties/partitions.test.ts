/** Skills compiled on any number of machines, in any shares, and linked on another one, are those of one build, byte for byte. */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { build, type BuildResult } from "../../src/api/build.ts";
import { compileBlocks } from "../../src/api/compile-blocks.ts";
import { linkBlocks } from "../../src/api/link-blocks.ts";
import type { ShardNumber } from "../../src/api/shard.ts";
import type { UserConfig } from "../../src/config/user-config.ts";
import fc from "../support/fast-check.ts";
import { readTree, writeFiles } from "../determinism/orchard.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "skillc-parts-")));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Two of them have one namespace; "deck" is in "kit". */
const SOURCES = ["plain", "kit", "loaded", "kit/deck"] as const;

const skill = fc.record({
  // Names meet, within a source and across them.
  name: fc.constantFrom("tides", "knots", "Stars", "charts"),
  at: fc.constantFrom("s1", "s2", "tides", "deep/s3"),
  source: fc.constantFrom(...SOURCES),
  about: fc.constantFrom("Reads tide tables and names the hours of high water", "Ties knots in ropes", "潮汐"),
  fields: fc.constantFrom(
    "",
    "toolsets: [charts]\n",
    "disable-model-invocation: true\nallowed-tools: [Read]\n",
    "name: [\n",
  ),
  body: fc.constantFrom(
    "Tie a knot.\n",
    "See [it](references/a.md), [gone](gone.md) and [next](../s2/SKILL.md).\n",
    "Look. <!-- skillc-disable-line ref-missing: soon --> [gone](gone.md)\n",
    "0".repeat(40_000),
  ),
  files: fc.dictionary(
    fc.constantFrom("references/a.md", "b.PNG", "scripts/run.sh", "inner/SKILL.md", ".skillignore", "evals/evals.json"),
    fc.constantFrom(
      "a",
      "\0",
      "#!/bin/sh\necho\n",
      "references\n",
      "x".repeat(40_000),
      "---\nname: inner\ndescription: Is inside.\n---\n",
    ),
    { maxKeys: 3 },
  ),
  isRunnable: fc.boolean(),
});

const project = fc.record({
  skills: fc.array(skill, { maxLength: 7 }),
  around: fc.dictionary(
    fc.constantFrom(
      "plain/.skillignore",
      "kit/package.json",
      "plain/crew.agent.md",
      "kit/AGENT.md",
      "agents/crew/AGENT.md",
      "other/SKILL.md",
    ),
    fc.constantFrom("s1\n", "{}", "---\nname: crew\ndescription: Sails.\nskills: [tides]\n---\nSail.\n"),
  ),
  link: fc.constantFrom(undefined, "plain/s2", "s1", "../loaded", "gone"),
  config: fc.record({
    profile: fc.constantFrom<string | string[]>("standard", "carnet", "skillkit", ["lenient", "spec"]),
    duplicates: fc.constantFrom("first", "last", "error"),
    onInvalid: fc.constantFrom("error", "skip", "body"),
    symlinks: fc.constantFrom("refuse", "inside"),
  }),
});
type Sketch = typeof project extends fc.Arbitrary<infer Value> ? Value : never;

const partition = fc.record({
  /** Each source on machines of its own, which have nothing else. */
  bySource: fc.boolean(),
  count: fc.integer({ min: 1, max: 9 }),
  /** Whether the machine that links has no sources. */
  isBare: fc.boolean(),
  isReversed: fc.boolean(),
});

function configOf({ config }: Sketch): UserConfig {
  return {
    ...config,
    sources: [
      { dir: "plain", namespace: "sea" },
      { name: "style", description: "Styles letters.", instructions: "Short." },
      { dir: "kit", namespace: "sea", mountAs: "deck", optional: true },
      { dir: "loaded", preload: true, optional: true },
      { dir: "kit/deck", optional: true },
    ],
    allowEmpty: true,
    views: { ships: "plain/*" },
    rules: { "ref-*": "warning" },
    outputs: [
      { outDir: "a", emit: ["module", "json", "json-full"] },
      { outDir: "b", emit: ["tree"], tree: { frontmatter: "closed" } },
      { outDir: "c", emit: ["json"], view: "ships" },
    ],
  } as unknown as UserConfig;
}

/** Writes the project, or the part of it that one machine has. */
function write(dir: string, sketch: Sketch, sources: readonly string[]): void {
  const isHere = (path: string): boolean => sources.some((source) => path.startsWith(`${source}/`));
  const files: [string, string][] = sketch.skills.flatMap(({ name, at, source, about, fields, body, files: own }) => {
    const place = `${source}/${at}`;
    const document = `---\nname: ${name}\ndescription: ${about}\n${fields}---\n${body}`;
    return [
      [`${place}/SKILL.md`, document],
      ...Object.entries(own).map(([path, text]): [string, string] => [`${place}/${path}`, text]),
    ];
  });
  const all = [...files, ...Object.entries(sketch.around)].filter(
    ([path]) => sources.length === SOURCES.length || isHere(path),
  );
  writeFiles(dir, new Map([...all, ["skillc.config.json", JSON.stringify(configOf(sketch))]]));
  for (const { at, source, files: own, isRunnable } of sketch.skills) {
    const path = join(dir, source, at, "scripts/run.sh");
    if (own["scripts/run.sh"] !== undefined && existsSync(path)) chmodSync(path, isRunnable ? 0o755 : 0o644);
  }
  // A link that leads out of its source leads to nothing where its target is not.
  for (const source of [...sources, "loaded"]) mkdirSync(join(dir, source), { recursive: true });
  const target = sketch.link;
  if (target !== undefined && sources.includes("plain") && !existsSync(join(dir, "plain/linked")))
    symlinkSync(target, join(dir, "plain/linked"));
}

/** Everything that can be seen of a build. */
function seen(dir: string, { exitCode, summary, diagnostics, outputs }: BuildResult, hidesOthers: boolean): unknown {
  const isOther = ({ rule }: (typeof diagnostics)[number]): boolean => rule === "skills-not-built";
  const all = {
    exitCode,
    ...(hidesOthers ? {} : { summary }),
    diagnostics: diagnostics.filter((one) => !hidesOthers || !isOther(one)),
    outputs: outputs.map(({ catalog, figures, changes }) => ({ catalog, figures, changes })),
    files: ["a", "b", "c"].map((out) => (existsSync(join(dir, out)) ? [...readTree(join(dir, out))] : [])),
  };
  // Where a link leads to that leaves its source is said with the directory.
  return JSON.parse(JSON.stringify(all).replaceAll(dir, "<project>"));
}

const ZONES = ["Pacific/Kiritimati", "America/St_Johns", "UTC"];
let count = 0;
/** Projects in which several skills have the same file: a machine may have only one of them. */
let copying = 0;

test("any partition over any machines gives the bytes of one build", { timeout: 300_000 }, async () => {
  const { TZ } = process.env;
  await fc.assert(
    fc.asyncProperty(project, partition, async (sketch, { bySource, count: shards, isBare, isReversed }) => {
      const place = join(home, `${count++}`);
      const whole = join(place, "whole");
      write(whole, sketch, SOURCES);
      const expected = await build({ cwd: whole, cache: false });
      if (expected.diagnostics.some(({ rule }) => rule === "files-duplicated")) copying++;
      const blocks: string[] = [];
      const parts = bySource ? SOURCES.map((source) => [source]) : [SOURCES];
      for (const [at, sources] of parts.entries())
        for (let number = 1; number <= shards; number++) {
          // Another depth, another time zone.
          const machine = join(place, "x/".repeat(number % 3), `machine-${at}-${number}`);
          process.env["TZ"] = ZONES[number % ZONES.length];
          const isInKit = sources.length === 1 && sources[0] === "kit";
          write(machine, sketch, isInKit ? ["kit", "kit/deck"] : sources);
          // An earlier output of this machine is no part of the project.
          if (number % 2 === 0) writeFiles(machine, new Map([["a/index.js", "earlier\n"]]));
          const named = sources.length === SOURCES.length ? [] : sources.map((dir) => ({ dir }));
          const shard: ShardNumber = [number, shards];
          const out = join(place, `blocks-${at}-${number}`);
          const { diagnostics } = await compileBlocks({
            cwd: machine,
            cache: false,
            sources: named,
            shard,
            blocks: out,
            storesContents: true,
          });
          expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
          blocks.push(out);
        }
      const linking = join(place, "far/away");
      if (isBare) {
        mkdirSync(dirname(linking), { recursive: true });
        cpSync(join(whole, "skillc.config.json"), join(linking, "skillc.config.json"));
      } else write(linking, sketch, SOURCES);
      if (isReversed) blocks.reverse();
      const linked = await linkBlocks({ cwd: linking, cache: false, blocks, readsContents: isBare });
      expect(seen(linking, linked, bySource)).toEqual(seen(whole, expected, bySource));
      rmSync(place, { recursive: true });
    }),
    { numRuns: 30 },
  );
  expect(copying).toBeGreaterThan(0);
  if (TZ === undefined) delete process.env["TZ"];
  else process.env["TZ"] = TZ;
});
