import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import type { UserConfig } from "../../src/config/user-config.ts";
import { canonicalJson } from "../../src/runtime/verify/canonical-json.ts";
import type { Catalog } from "../../src/runtime/catalog/catalog.ts";
import { compileOutputs } from "../support/compile-project.ts";
import { evaluateModule } from "../support/evaluate-module.ts";
import { fieldValues } from "../support/field-values.ts";
import { createMemoryHost } from "../../src/host/index.ts";

/** Names that look like something else. */
const oddName = fc.constantFrom(
  "constructor",
  "__proto__",
  "toString",
  "8004",
  "01",
  "-1",
  "--help",
  "class",
  "a.b",
  "林檎",
  "Straße",
  "null",
);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("</script>", "<!--", "${HOME}", "`", "\\", "\u2028", "\uD83C", "'\"", "\0"),
);
const key = fc.oneof(fc.string({ minLength: 1, unit: "grapheme" }), oddName);
const { value: jsonValue } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    tie("object"),
  ),
  // Objects without a prototype, as everywhere where keys come from skills.
  object: fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: false }),
}));

interface SketchedSkill {
  readonly name: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Further fields, by name in the frontmatter. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly files: readonly { readonly name: string; readonly contents: Uint8Array }[];
}

/** Text without half characters: the same after a round trip through UTF-8. */
const wellFormed = fc.string({ unit: "binary" });
const skill: fc.Arbitrary<SketchedSkill> = fc.record({
  name: fc.oneof(
    oddName,
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
      .filter((name) => name.trim() !== "" && !/\p{Cc}/u.test(name)),
  ),
  description: fc.oneof(wellFormed, fc.lorem()).map((value) => `Tends trees. ${value}`),
  metadata: fc.dictionary(key, jsonValue, { maxKeys: 4 }),
  fields: fieldValues.map(({ metadata: _metadata, ...fields }) => fields),
  body: wellFormed,
  files: fc.uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[a-z]{1,6}\.(?:md|py|png|json)$/),
      contents: fc.oneof(
        fc.uint8Array({ maxLength: 64 }),
        wellFormed.map((value) => new TextEncoder().encode(value)),
        fc.uint8Array({ minLength: 8_200, maxLength: 8_300 }),
      ),
    }),
    { selector: (file) => file.name, maxLength: 3 },
  ),
});
const orchard = fc.uniqueArray(skill, { selector: ({ name }) => name.trim(), minLength: 1, maxLength: 5 });
const mode = fc.constantFrom("auto", "eager", "packs", "per-skill");

const user = (content: "auto" | "eager" | "packs" | "per-skill"): UserConfig => ({
  sources: ["skills"],
  outDir: "generated/skills",
  emit: ["module", "json", "json-full"],
  module: { content },
  files: { exclude: [] },
});

/** JSON is YAML, so that any value can be written down exactly. */
function treeOf(skills: readonly SketchedSkill[]): Record<string, string | Uint8Array> {
  const tree: Record<string, string | Uint8Array> = {};
  for (const [index, { body, files, fields, ...more }] of skills.entries()) {
    const { name, description, metadata } = more;
    const lines = Object.entries({ name, description, metadata, ...fields }).map(
      ([field, value]) => `${field}: ${json(value)}`,
    );
    tree[`skills/s${index}/SKILL.md`] = `---\n${lines.join("\n")}\n---\n${body}`;
    for (const file of files) tree[`skills/s${index}/assets/${file.name}`] = file.contents;
  }
  return tree;
}

/** With everything escaped that YAML may not hold as it is. */
function json(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

describe("a generated module", () => {
  test("says what the catalog says, whatever the names and values are", async () => {
    await fc.assert(
      fc.asyncProperty(orchard, mode, async (skills, content) => {
        const outputs = await compileOutputs(createMemoryHost(treeOf(skills)), user(content));
        const { catalog } = outputs.linked;
        const loaded = evaluateModule(outputs.files);
        expect(loaded.names).toHaveLength(skills.length);
        expect(loaded.names).toEqual(catalog.skills.map(({ id }) => id));
        for (const { source: _source, ...entry } of catalog.skills) {
          const { files, body, ...rest } = loaded.get(entry.id);
          const { hash: _bodyHash, ...bodyFigures } = entry.body;
          expect(body).toEqual(bodyFigures);
          expect(files).toEqual(entry.files.map(({ hash: _hash, tokens: _tokens, ...file }) => file));
          // toEqual takes an absent and an undefined field for the same, as readers do.
          expect(rest).toEqual({ ...entry, files: undefined, body: undefined });
        }
      }),
      { numRuns: 150 },
    );
  });

  test("and the full catalog give back every body and every file byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(orchard, mode, async (skills, content) => {
        const outputs = await compileOutputs(createMemoryHost(treeOf(skills)), user(content));
        const loaded = evaluateModule(outputs.files);
        const full = JSON.parse(outputs.files.get("catalog.full.json") ?? "") as Catalog;
        for (const entry of full.skills) {
          const written = skills[Number(/\d+/.exec(entry.source.file)?.[0])] as SketchedSkill;
          expect((await loaded.load(entry.id)).instructions).toBe(written.body);
          expect(entry.instructions).toBe(written.body);
          for (const { path, encoding, content: stored = "" } of entry.files) {
            const contents = written.files.find(({ name }) => path === `assets/${name}`)?.contents as Uint8Array;
            expect(Buffer.from(await loaded.readBytes(entry.id, path)).equals(contents)).toBe(true);
            expect(Buffer.from(stored, encoding === "binary" ? "base64" : "utf8").equals(contents)).toBe(true);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test("is plain ASCII, so that no engine stores it in two bytes a character", async () => {
    await fc.assert(
      fc.asyncProperty(orchard, mode, async (skills, content) => {
        const { files } = await compileOutputs(createMemoryHost(treeOf(skills)), user(content));
        for (const [path, contents] of files)
          if (path.endsWith(".js")) expect([path, /[^\n\x20-\x7e]/.exec(contents)]).toEqual([path, null]);
      }),
      { numRuns: 50 },
    );
  });
});

describe("canonical JSON", () => {
  test("reads back as what was written", () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("does not depend on the order of keys, and is its own canonical form", () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const written = canonicalJson(value);
        expect(canonicalJson(backwards(value))).toBe(written);
        expect(canonicalJson(JSON.parse(written))).toBe(written);
        expect(written).not.toMatch(/\r|[ \t]\n/);
      }),
    );
  });
});

/** The same value, its keys in the opposite order. */
function backwards(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(backwards);
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([name, item]): [string, unknown] => [name, backwards(item)]));
}
