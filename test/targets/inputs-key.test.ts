/** An inputs key stands for the bytes: whoever has the bytes of a key need not make them again. */
import { expect, test } from "vitest";
import type { UserConfig } from "../../src/config/user-config.ts";
import { compileMemory, type FileConfig, type MemoryProject } from "../support/compile-project.ts";
import { bytesOf, plainNames } from "../support/emitted-files.ts";

const LONG = "Look at the water. ".repeat(2_000);

const skill = (name: string, body: string, more = ""): string =>
  `---\nname: ${name}\ndescription: About ${name}. Use for ${name}.\n${more}---\n${body}\n`;

const FILES: MemoryProject["files"] = {
  "skills/ebb/SKILL.md": skill("ebb", LONG),
  "skills/ebb/references/tables.md": `${LONG}1`,
  "skills/ebb/assets/seal.bin": new Uint8Array(10_000).fill(0),
  "skills/flood/SKILL.md": skill("flood", "Say $ARGUMENTS."),
};

const ALL: UserConfig["emit"] = ["module", "json", "json-full"];

/** Neighbours in many directions: another text, comment, file, encoding, name, view, option, order of keys. */
const variants: readonly (readonly [MemoryProject["files"], FileConfig])[] = [
  [FILES, {}],
  [FILES, { module: { content: "packs" } }],
  [FILES, { module: { content: "per-skill", format: "ts" } }],
  [FILES, { module: { content: "eager", runtime: "import" } }],
  [FILES, { module: { assets: "copy" } }],
  [FILES, { module: { assets: "copy", format: "ts" } }],
  [{ ...FILES, "skills/ebb/assets/seal.bin": "0".repeat(9_999) + "\0" }, { module: { assets: "copy" } }],
  [FILES, { views: { sea: "skills/ebb" } }],
  [FILES, { profile: "lenient" }],
  [FILES, { sources: [{ dir: "skills", preload: true }] }],
  [FILES, { sources: [{ dir: "skills", mountAs: "sea" }] }],
  [FILES, { sources: [{ dir: "skills", namespace: "sea" }] }],
  [FILES, { files: { exclude: ["**/*.bin"] } }],
  [{ ...FILES, "skills/ebb/SKILL.md": skill("ebb", LONG, "# a comment\n") }, {}],
  [{ ...FILES, "skills/ebb/SKILL.md": skill("ebb", `${LONG}.`) }, { module: { content: "packs" } }],
  [{ ...FILES, "skills/flood/SKILL.md": skill("flood", "Say $1.") }, { module: { content: "packs" } }],
  [{ ...FILES, "skills/ebb/references/tables.md": `${LONG}2` }, { module: { content: "packs" } }],
  [{ ...FILES, "skills/ebb/assets/seal.bin": "0".repeat(10_000) }, {}],
];

interface Emitted {
  readonly path: string;
  readonly key: string;
  readonly bytes: string;
}

async function emitAll([files, config]: (typeof variants)[number]): Promise<readonly Emitted[]> {
  const { compiled } = await compileMemory({ files, config: { emit: ALL, ...config } });
  if (compiled === undefined) throw new Error("the config is good");
  return compiled.outputs
    .flatMap((output) => [...output.files(() => ({ code: "export {};\n", declarations: "export {};\n" }))])
    .map((file) => ({ path: file.path, key: file.inputsKey, bytes: bytesOf(file)?.toString("base64") ?? "" }));
}

test("equal keys mean equal bytes", async () => {
  const bytesByKey = new Map<string, Emitted>();
  for (const variant of variants)
    for (const file of await emitAll(variant)) {
      expect(file.key).toMatch(/^[0-9a-f]{64}$/);
      const known = bytesByKey.get(file.key) ?? file;
      expect({ path: file.path, isSame: file.bytes === known.bytes }).toEqual({ path: known.path, isSame: true });
      bytesByKey.set(file.key, file);
    }
  // Otherwise the test would say nothing.
  expect(bytesByKey.size).toBeGreaterThan(variants.length * 3);
});

test("a key stays while what it stands for stays", async () => {
  const keys = async (variant: (typeof variants)[number]): Promise<ReadonlyMap<string, string>> =>
    new Map((await emitAll(variant)).map(({ path, key }) => [path, key]));
  const packs: FileConfig = { module: { content: "per-skill" } };
  const [before, again, edited] = await Promise.all([
    keys([FILES, packs]),
    keys([Object.fromEntries(Object.entries(FILES).toReversed()), packs]),
    keys([{ ...FILES, "skills/flood/SKILL.md": skill("flood", "Say nothing.") }, packs]),
  ]);
  expect(again).toEqual(before);
  const changed = [...before].filter(([path, key]) => edited.get(path) !== key).map(([path]) => path);
  expect(changed.map((path) => plainNames(path).replace(/-[0-9a-f]{12}\.js$/, ".js"))).toEqual([
    "content/s-flood.js",
    "content.js",
    "index.js",
    "catalog.json",
    "catalog.full.json",
  ]);
});
