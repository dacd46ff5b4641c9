/** Rows as literals, as a module of texts, and as several: the same skills through all that the runtime offers. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createMemoryHost } from "../../src/host/index.ts";
import type { ModuleOptions } from "../../src/model/config.ts";
import type { CompiledScript } from "../../src/model/script.ts";
import type { AnySkills, ReadAsset } from "../../src/runtime/access.ts";
import { createExecutor, searchIndexOf } from "../../src/runtime/index.ts";
import type { RowLimits } from "../../src/targets/module/row-files.ts";
import { compileOutputs } from "../support/compile-project.ts";
import { evaluateModule } from "../support/evaluate-module.ts";
import fc from "../support/fast-check.ts";
import { fieldValues } from "../support/field-values.ts";
import { moduleTexts } from "../support/module-texts.ts";

const FORMS = {
  literals: { literals: Infinity, module: 0 },
  module: { literals: 0, module: Infinity },
  modules: { literals: 0, module: 2000 },
} satisfies Readonly<Record<string, RowLimits>>;

const awkward = fc.constantFrom(
  'It\'s "quoted" \\\\ here',
  "</script><!--",
  "\u2028\u2029\u0000\u007f",
  "潮汐 🚢 \ud800",
  "`${a}`",
);
const text = fc.oneof(fc.string({ unit: "binary" }), awkward);
const name = fc.oneof(
  fc.constantFrom("constructor", "__proto__", "8004", "a:b", "x", "y", "z", "Straße", "a.b"),
  fc.stringMatching(/^[a-z]{1,6}$/),
);
const skill = fc.record({
  name,
  source: fc.constantFrom("plain", "kit", "loaded"),
  /** A directory with the name of the skill, or another one. */
  isNamed: fc.boolean(),
  description: text.map((value) => `Tends ships. ${value}`),
  metadata: fc.dictionary(fc.oneof(text, fc.constant("__proto__")), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  fields: fieldValues.map(({ metadata: _metadata, ...fields }) => fields),
  body: fc.oneof(fc.constant("Count $0 in {{ PORT }}.\n"), text),
  files: fc.dictionary(
    fc.stringMatching(
      /^(?:scripts\/|references\/|assets\/|examples\/|other\/)?[a-z]{1,3}(?:\.md|\.MD|\.py|\.png|\.dat|)$/,
    ),
    fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ minLength: 9000, maxLength: 9001 })),
    { maxKeys: 3 },
  ),
});
const skills = fc.uniqueArray(skill, { selector: (one) => `${one.source === "kit"}:${one.name}`, maxLength: 8 });
/** More than the rows of one text. */
const many = fc
  .tuple(skills, fc.integer({ min: 60, max: 150 }))
  .map(([some, count]) => [
    ...some,
    ...Array.from({ length: count }, (_, at) => ({ ...PLAIN, name: `n-${(at * 37) % count}`, fields: {} })),
  ]);
const PLAIN = {
  source: "plain",
  isNamed: true,
  description: "Tends ships.",
  metadata: {},
  body: "Tend.\n",
  files: {},
} as const;

type Sketch = typeof skill extends fc.Arbitrary<infer Value> ? Value : never;

/** JSON is YAML, so that any value can be written down exactly. */
function treeOf(list: readonly Sketch[]): Record<string, string | Uint8Array> {
  const tree: Record<string, string | Uint8Array> = { "kit/.keep": "", "plain/.keep": "", "loaded/.keep": "" };
  for (const [index, one] of list.entries()) {
    const { description, metadata, fields } = one;
    const lines = Object.entries({ name: one.name, description, metadata, ...fields }).map(
      ([field, value]) => `${field}: ${asciiJson(value)}`,
    );
    const dir = `${one.source}/${one.isNamed && /^[a-z]+$/.test(one.name) ? one.name : `s${index}`}`;
    tree[`${dir}/SKILL.md`] = `---\n${lines.join("\n")}\n---\n${one.body}`;
    for (const [path, contents] of Object.entries(one.files)) tree[`${dir}/${path}`] = contents;
  }
  return tree;
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Bytes as a string: comparing thousands of them one by one takes most of the time. */
function asText(value: unknown): unknown {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString("latin1")}`;
  return value instanceof ArrayBuffer ? `buffer ${Buffer.from(value).toString("latin1")}` : value;
}

/** Everything that the runtime says of some skills, errors included. */
async function observe(made: AnySkills): Promise<unknown> {
  const seen: unknown[] = [made.formatVersion, made.hash, made.profile, made.names];
  const attempt = async (what: string, use: () => unknown): Promise<void> => {
    try {
      seen.push([what, asText(await use())]);
    } catch (error) {
      const { code, message, nearest } = error as { code: string; message: string; nearest: readonly string[] };
      seen.push([what, code, message, nearest]);
    }
  };
  const asked = [...made.names, ...made.names.map((id) => ` ${id.slice(id.indexOf(":") + 1)} `), "nx", "toString", ""];
  for (const one of asked) {
    await attempt("has", () => made.has(one));
    await attempt("find", () => made.find(one));
    await attempt("get", () => made.get(one));
    await attempt("load", () => made.load(one));
    const paths = (made.find(one)?.files ?? []).map(({ path }) => path);
    for (const path of [...paths, "SKILL.md", "./SKILL.md", "../x", "nx.md"]) {
      await attempt("hasFile", () => [made.hasFile(one, path), made.hasFile(one, path, "text")]);
      await attempt("readText", () => made.readText(one, path));
      await attempt("readBytes", () => made.readBytes(one, path));
      await attempt("readStream", async () => new Response(await made.readStream(one, path)).arrayBuffer());
      await attempt("script", async () => made.script && { ...((await made.script(one, path)) as object) });
    }
  }
  for (const dir of ["", ".", "plain", "kit/", "plain/x", "nx"]) await attempt("list", () => made.listForDir(dir));
  for (const view of ["ships", "nx"]) await attempt("view", () => made.view(view));
  await attempt("preloaded", () => made.preloaded());
  await attempt("search", () => searchIndexOf(made));
  const executor = createExecutor(made);
  await attempt("index", () => executor.skillIndex());
  await attempt("prompt", () => executor.preloadedPrompt());
  return seen;
}

/** How a module is written, other than its rows. */
interface Way extends Pick<ModuleOptions, "content" | "assets"> {
  /** Whether the files in `scripts/` are modules as well. */
  readonly isScripted: boolean;
}

const ways: fc.Arbitrary<Way> = fc.record({
  content: fc.constantFrom<ModuleOptions["content"]>("auto", "packs", "per-skill"),
  assets: fc.constantFrom<ModuleOptions["assets"]>("embed", "copy"),
  isScripted: fc.boolean(),
});
const PLAIN_WAY: Way = { content: "auto", assets: "embed", isScripted: false };

/** Finds files by their hashes, as a server of `assets/` does. */
function serve(tree: Readonly<Record<string, string | Uint8Array>>): ReadAsset {
  const nameOf = (bytes: string | Uint8Array): string => `assets/${createHash("sha256").update(bytes).digest("hex")}`;
  const served = new Map(Object.values(tree).map((bytes) => [nameOf(bytes), bytes]));
  return (path) => {
    const bytes = served.get(path);
    return bytes === undefined ? null : new Uint8Array(Buffer.from(bytes));
  };
}

function scriptsOf(tree: object): ReadonlyMap<string, CompiledScript> {
  const paths = Object.keys(tree).filter((path) => /^\w+\/[^/]+\/scripts\//.test(path));
  return new Map(
    paths.map((path) => [
      path,
      { code: `export const path = ${JSON.stringify(path)};\n`, exports: ["path"], computed: [] },
    ]),
  );
}

type Form = keyof typeof FORMS;

/** The module of some skills in each of some forms. */
async function inForms(
  list: readonly Sketch[],
  { content, assets, isScripted }: Way,
  forms: readonly Form[] = ["literals", "module", "modules"],
): Promise<Record<Form, AnySkills>> {
  const tree = treeOf(list);
  const host = createMemoryHost(tree);
  const { linked } = await compileOutputs(host, {
    sources: ["plain", { dir: "kit", namespace: "kit" }, { dir: "loaded", preload: true }],
    duplicates: "first",
    allowEmpty: true,
    views: { ships: "plain/*" },
    files: { exclude: ["**/.keep"] },
    rules: {},
  });
  const entries = forms.map((form) => {
    const texts = moduleTexts(host, linked, {
      limits: FORMS[form],
      content,
      assets,
      ...(isScripted && { scripts: scriptsOf(tree) }),
    });
    if (form === "modules" && linked.skills.length > 20)
      expect([...texts.keys()].filter((path) => path.startsWith("rows/")).length).toBeGreaterThan(1);
    return [form, evaluateModule(texts, assets === "copy" ? serve(tree) : undefined)];
  });
  return Object.fromEntries(entries) as Record<Form, AnySkills>;
}

describe("the form of the rows does not show", () => {
  test.each([
    ["few skills", skills, 30],
    ["more than one text", many, 3],
  ] as const)("%s", { timeout: 60_000 }, async (_title, arbitrary, numRuns) => {
    await fc.assert(
      fc.asyncProperty(arbitrary as fc.Arbitrary<Sketch[]>, ways, async (list, way) => {
        const { literals, module, modules } = await inForms(list, way);
        const expected = await observe(literals);
        expect(await observe(module)).toEqual(expected);
        expect(await observe(modules)).toEqual(expected);
      }),
      { numRuns },
    );
  });

  test("in whatever order skills are asked for", async () => {
    const list = Array.from({ length: 150 }, (_, at) => ({ ...PLAIN, name: `n-${at}`, fields: {} })) as Sketch[];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(
          list.map((one) => one.name),
          { maxLength: 5 },
        ),
        async (asked) => {
          const { literals, modules } = await inForms(list, PLAIN_WAY);
          for (const one of asked) expect(modules.get(one)).toEqual(literals.get(one));
          expect(modules.names).toEqual(literals.names);
        },
      ),
      { numRuns: 5 },
    );
  });
});

test.each(["literals", "module", "modules"] as const)(
  "files and scripts are what they are on disk, with %s",
  async (form) => {
    await fc.assert(
      fc.asyncProperty(skills, ways, async (list, way) => {
        const tree = treeOf(list);
        const made = (await inForms(list, way, [form]))[form];
        for (const id of made.names)
          for (const { path, encoding, asset, compiled } of made.get(id).files) {
            const location = `${made.get(id).path}/${path}`;
            const bytes = new Uint8Array(Buffer.from(tree[location] ?? ""));
            expect(asText(await made.readBytes(id, path))).toEqual(asText(bytes));
            expect(asset !== undefined).toBe(way.assets === "copy" && encoding === "binary");
            expect(compiled === true).toBe(way.isScripted && path.startsWith("scripts/"));
            if (compiled === true) expect(await made.script?.(id, path)).toEqual({ path: location });
          }
      }),
      { numRuns: 30 },
    );
  },
);
