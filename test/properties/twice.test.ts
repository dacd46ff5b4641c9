/**
 * The functions of pieces, link and targets say the same whenever they are asked: again, in another order, after calls for
 * another project. All of their exports are wrapped, a new one as soon as it exists.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { UserConfig } from "../../src/config/user-config.ts";
import { createMemoryHost } from "../../src/host/index.ts";
import fc from "../support/fast-check.ts";
import { createRecorder, plainValue } from "../support/recorded-calls.ts";

const SRC = join(import.meta.dirname, "../../src");
/** Calls of each function that are repeated. */
const MOST = 8;
/** Nothing that a compiler makes has a table that only the config reads, or the schema. */
const OF_TABLES = new Set(["targets/options.ts", "targets/table.ts"]);

/** Called only by the functions of their own files, after an earlier build, or by what writes to the disk. */
const ONLY_INSIDE = [
  "link/catalog.ts headOfCatalog",
  "piece/columns.ts copyColumns",
  "piece/columns.ts countColumns",
  "piece/columns.ts countPieces",
  "piece/columns.ts emptyColumns",
  "piece/columns.ts joinColumns",
  "piece/columns.ts setColumns",
  "piece/literals.ts propertyKey",
  "piece/piece-of.ts bitsOf",
  "piece/piece-of.ts pieceOf",
  "targets/index.ts contained",
  "targets/index.ts isOwnFile",
  "targets/index.ts placementOf",
  "targets/module/declarations.ts hashLines",
  "targets/module/declarations.ts hashesOf",
  "targets/module/module-file.ts isModuleFile",
  "targets/module/placement.ts findAlone",
  "targets/package/json-list.ts jsonPieces",
];

const recorder = createRecorder(MOST);
for (const room of ["piece", "link", "targets"])
  for (const name of readdirSync(join(SRC, room), { recursive: true, encoding: "utf8" })) {
    const path = `${room}/${name.replaceAll("\\", "/")}`;
    if (path.endsWith(".ts") && !OF_TABLES.has(path) && /^export (?:async )?function/m.test(textOf(path)))
      vi.doMock(join(SRC, path), async (original) => recorder.wrap(path, await original<Record<string, unknown>>()));
  }

function textOf(path: string): string {
  return readFileSync(join(SRC, path), "utf8");
}

const { compileProject } = await import("../support/compile-project.ts");
const { emittedFiles } = await import("../support/emitted-files.ts");
const { compareChanged } = await import("../../src/link/changed-overlaps.ts");
const { markOf } = await import("../../src/model/text-mark.ts");

const body = fc.constantFrom(
  "Tie a knot.\n",
  "See [it](references/a.md) and $ARGUMENTS.\n",
  "See [another](../s0/SKILL.md), and the `tides-on` skill.\n",
  "See [the rules](../../ropes/rules.md).\n",
  "0".repeat(40_000),
);
const about = fc.constantFrom("Reads tide tables and names the hours of high water", "Ties knots", "潮汐 <!--");
const skill = fc.record({
  name: fc.constantFrom<string>("tides", "tides-on", "knots", "constructor"),
  source: fc.constantFrom("plain", "kit", "loaded"),
  fields: fc.constantFrom<string>(
    "",
    "user-invocable: false\n",
    "toolsets: [charts]\n",
    'metadata: { requires-skills: "tides, knots, oars" }\n',
    "disable-model-invocation: true\nallowed-tools: [Read, Bash]\n",
    `metadata: { a: ${"b".repeat(60_000)} }\n`,
  ),
  about,
  body,
  files: fc.dictionary(
    fc.constantFrom("references/a.md", "b.PNG", "scripts/run.ts", "agents/openai.yaml"),
    fc.constantFrom("a", "\0", "export const x = 1;\n", "x".repeat(40_000)),
    { maxKeys: 3 },
  ),
});
const project = fc.record({
  skills: fc.array(skill, { minLength: 1, maxLength: 5 }),
  view: fc.boolean(),
  config: fc.record({
    profile: fc.constantFrom("standard", "carnet"),
    duplicates: fc.constantFrom("first", "last", "error"),
    dependencies: fc.constantFrom({ views: "warn" }, { views: "include" }),
    embed: fc.constantFrom("embed", "copy"),
  }),
});
type Sketch = typeof project extends fc.Arbitrary<infer Value> ? Value : never;

async function compile({ skills, view, config: { embed, ...config } }: Sketch): Promise<void> {
  const files: Record<string, string> = {
    "note.md": "Read this.\n",
    "ropes/rules.md": "Coil them.\n",
    "plain/_oars/pull.py": "import os\n",
    "plain/.keep": "",
    "kit/.keep": "",
    "loaded/.keep": "",
    "plain/crew.agent.md": "---\nname: crew\n---\nSail.\n",
    "agents/crew/AGENT.md": "---\nname: crew\nskills: [tides]\n---\nSail.\n",
  };
  for (const [at, one] of skills.entries()) {
    const dir = `${one.source}/s${at}`;
    files[`${dir}/SKILL.md`] = `---\nname: ${one.name}\ndescription: ${one.about}\n${one.fields}---\n${one.body}`;
    for (const [path, text] of Object.entries(one.files)) files[`${dir}/${path}`] = text;
  }
  const user = {
    ...config,
    sources: [
      "plain",
      // Its name in the flat output is another one, and its document is made from its fields.
      { name: "knots", description: "Ties knots.", instructions: "Tie.\n", namespace: "crew" },
      { dir: "kit", namespace: "kit", mountAs: "deck" },
      { dir: "loaded", preload: true },
    ],
    allowEmpty: true,
    shared: ["ropes", { dir: "plain/_oars", as: "oars", scripts: "copy" }],
    budgets: { indexTokens: 10 },
    package: { name: "crew", version: "1.0.0", description: "Skills of the crew." },
    views: { ships: "plain/*" },
    outputs: [
      {
        outDir: "a",
        emit: ["module", "json", "json-full"],
        module: { assets: embed, runtime: "full", adapters: ["ai-sdk"] },
      },
      { outDir: "c", emit: ["plugin"], plugin: { layout: "marketplace" }, include: { "NOTE.md": "note.md" } },
      { outDir: "e", emit: ["plugin"], plugin: { manifests: ["agent-plugins"], frontmatter: "verbatim" } },
      { outDir: "d", emit: ["tree"], tree: { frontmatter: "closed" } },
      { outDir: "f", emit: ["well-known"], "well-known": { ard: true, baseUrl: "https://crew.example" } },
      { outDir: "g", emit: ["zip"], zip: { for: "openai-api" } },
      { outDir: "h", emit: ["npm"] },
      ...(view
        ? [{ outDir: "b", emit: ["module"], module: { format: "ts", content: "per-skill" }, view: "ships" }]
        : []),
    ],
  } as unknown as UserConfig;
  const { compiled, diagnostics } = await compileProject(createMemoryHost(files), user);
  if (compiled === undefined) throw new Error(diagnostics[0]?.message);
  emittedFiles(compiled.outputs);
  // Of a build that another one has come before.
  compareChanged([ABOUT, `${ABOUT} again`], [ABOUT, `${ABOUT} again`].map(markOf), {
    marks: [ABOUT].map(markOf),
    found: [],
  });
}

const ABOUT = "Reads tide tables and names the hours of high water";

/** Its rows and its contents are too large for one module. */
const LARGE: Sketch = {
  skills: Array.from({ length: 18 }, (_, at) => ({
    name: `knots-${at}`,
    source: "plain",
    fields: `metadata: { a: ${"b".repeat(60_000)} }\n`,
    about: "Ties knots",
    body: "0".repeat(40_000),
    files: { c: `${at}` },
  })),
  view: true,
  config: { profile: "standard", duplicates: "first", embed: "embed", dependencies: { views: "warn" } },
};

/** Two skills that require each other, one of them in a view. */
const BOUND: Sketch = {
  skills: [
    {
      name: "tides",
      source: "plain",
      fields: 'metadata: { requires-skills: "tides-on, knots" }\n',
      about: "Ties knots",
      body: "See [another](../s1/SKILL.md), [the rules](../../ropes/rules.md), and the `oars` skill.\n",
      files: { "scripts/row.py": 'run("../_oars/pull.py")\n' },
    },
    {
      name: "tides-on",
      source: "plain",
      fields: 'metadata: { requires-skills: "tides" }\ndisable-model-invocation: true\n',
      about: "Reads tide tables and names the hours of high water",
      body: "Tie.\n",
      files: {},
    },
  ],
  view: true,
  config: { profile: "standard", duplicates: "first", embed: "embed", dependencies: { views: "include" } },
};

const OTHER: Sketch = {
  skills: [
    { name: "knots", source: "kit", fields: "", about: "Ties knots", body: "Tie.\n", files: { "b.PNG": "\0", c: "a" } },
  ],
  view: true,
  config: { profile: "standard", duplicates: "first", embed: "copy", dependencies: { views: "warn" } },
};

test(
  "every function says the same again, in another order, and after a build of another project",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(project, async (sketch) => {
        recorder.take();
        await compile(sketch);
        const calls = recorder.take();
        const first = calls.map(({ again }) => plainValue(again()));
        await compile(OTHER);
        for (const [at, { name, again }] of [...calls.entries()].reverse())
          expect(plainValue(again()), name).toEqual(first[at]);
      }),
      { numRuns: 8, examples: [[LARGE], [BOUND]] },
    );
    expect([...recorder.functions].flatMap(([name, isCalled]) => (isCalled ? [] : [name])).sort()).toEqual(ONLY_INSIDE);
  },
);
