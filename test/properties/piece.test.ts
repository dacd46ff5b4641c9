/** What one skill is in the outputs depends on nothing else, and what is joined of it is what was made of all at once. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { UserConfig } from "../../src/config/user-config.ts";
import { createMemoryHost } from "../../src/host/index.ts";
import type { LinkedSkill } from "../../src/model/linked.ts";
import { concat, createEncoder, inChunks } from "../../src/piece/encoder.ts";
import { homeText, pieceOf, rowTexts, toRow } from "../../src/piece/index.ts";
import { asciiJson } from "../../src/piece/literals.ts";
import { canonicalJson } from "../../src/runtime/verify/canonical-json.ts";
import { divideByHash } from "../../src/targets/module/hash-tree.ts";
import { compileOutputs, compileProject } from "../support/compile-project.ts";
import fc from "../support/fast-check.ts";
import { fieldValues } from "../support/field-values.ts";

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("</script><!--", "\u2028\u007f", "潮汐 🚢 \ud800", '","home":"p0123456789abcdef"'),
);
/** Few contents, so that skills have some in common. */
const content = fc.constantFrom(
  "",
  "See $ARGUMENTS.\n",
  "0".repeat(9_000),
  "\0".repeat(9_000),
  "\0",
  "x".repeat(40_000),
);
const skill = fc.record({
  name: fc.oneof(fc.constantFrom("x", "y", "constructor", "__proto__", "Straße"), fc.stringMatching(/^[a-z]{1,5}$/)),
  source: fc.constantFrom("plain", "kit", "loaded"),
  description: text.map((value) => `Tends ships. ${value}`),
  fields: fieldValues,
  body: fc.oneof(content, text),
  files: fc.dictionary(
    fc.stringMatching(/^(?:scripts\/|references\/)?[a-z]{1,2}(?:\.md|\.MD|\.py|\.dat|\.png|)$/),
    content,
    {
      maxKeys: 3,
    },
  ),
});
type Sketch = typeof skill extends fc.Arbitrary<infer Value> ? Value : never;
const skills = fc.array(skill, { maxLength: 7 });

const config: UserConfig = {
  sources: ["plain", { dir: "kit", namespace: "kit", mountAs: "deck" }, { dir: "loaded", preload: true }],
  duplicates: "first",
  allowEmpty: true,
  views: { ships: "plain/*" },
  files: { exclude: ["**/.keep"] },
  outputs: [
    { outDir: "a", emit: ["module", "json"] },
    { outDir: "b", emit: ["module", "json"], module: { assets: "copy" }, view: "ships" },
  ],
};

function filesOf({ source, name, description, fields, body, files }: Sketch, at: number): [string, string][] {
  const lines = Object.entries({ ...fields, name, description }).map(
    ([field, value]) =>
      `${field}: ${JSON.stringify(value).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}`,
  );
  return [
    [`${source}/s${at}/SKILL.md`, `---\n${lines.join("\n")}\n---\n${body}`],
    ...Object.entries(files).map(([path, bytes]): [string, string] => [`${source}/s${at}/${path}`, bytes]),
  ];
}

const EMPTY = { "plain/.keep": "", "kit/.keep": "", "loaded/.keep": "" };

async function link(files: readonly (readonly [string, string])[]): Promise<readonly LinkedSkill[]> {
  return (await compileOutputs(createMemoryHost({ ...EMPTY, ...Object.fromEntries(files) }), config)).linked.skills;
}

const sha256 = (data: string): string => createHash("sha256").update(data).digest("hex");
const plainTools = { sha256, encode: (value: string) => new TextEncoder().encode(value) };
const policy = { assets: ["copy", "embed"] } as const;

describe("a piece", () => {
  test("is the same among other skills as alone, unless another one with its id is preloaded", async () => {
    await fc.assert(
      fc.asyncProperty(skills, async (list) => {
        const all = list.map(filesOf);
        for (const { entry, piece } of await link(all.flat())) {
          const own = all.find(([document]) => document?.[0] === entry.source.file) ?? [];
          const [alone] = await link(own);
          if (alone?.entry.preload === entry.preload) expect(piece).toEqual(alone.piece);
        }
      }),
      { numRuns: 12 },
    );
  });

  test("is the same in any order, made again, and after others", async () => {
    await fc.assert(
      fc.asyncProperty(skills, fc.infiniteStream(fc.nat()), async (list, picks) => {
        const linked = await link(list.flatMap(filesOf));
        const tools = { sha256, encode: createEncoder() };
        const made = linked.map((one) => pieceOf(one, policy, plainTools));
        for (const pick of picks.take(2 * linked.length)) {
          const at = pick % linked.length;
          expect(pieceOf(linked[at] as LinkedSkill, policy, tools)).toEqual(made[at]);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("has the text of its row, with and without a home", async () => {
    await fc.assert(
      fc.asyncProperty(skills, fc.constantFrom("embed", "copy"), async (list, assets) => {
        for (const one of await link(list.flatMap(filesOf)))
          for (const home of [undefined, "p0123456789abcdef"]) {
            const { name, head, tail, length } = rowTexts(one, { assets }, sha256);
            const { id, name: written = id, namespace, ...row } = toRow(one, { assets }, home);
            expect(name).toBe(asciiJson(namespace === undefined ? written : [namespace, written]));
            expect(head + homeText(home) + tail).toBe(asciiJson(row));
            expect(length).toBe((name + head + tail).length);
          }
      }),
      { numRuns: 25 },
    );
  });
});

test("pieces, joined, are the catalog of all skills and of a view", async () => {
  await fc.assert(
    fc.asyncProperty(skills, async (list) => {
      const files = Object.fromEntries(list.flatMap(filesOf));
      const { compiled } = await compileProject(createMemoryHost({ ...EMPTY, ...files }), config);
      for (const output of compiled?.outputs ?? []) {
        const all = [...output.files(() => ({ code: "", declarations: "" }))];
        const chunks = [...(all.find(({ path }) => path === "catalog.json")?.chunks() ?? [])];
        const written = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk as Uint8Array))).toString("utf8");
        const { hash, ...catalog } = output.catalog;
        expect(written).toBe(`${canonicalJson(output.catalog)}\n`);
        expect(hash).toBe(`sha256:${sha256(canonicalJson(catalog))}`);
      }
    }),
    { numRuns: 25 },
  );
});

describe("parts are divided by their hashes", () => {
  interface Part {
    readonly hex: string;
    readonly size: number;
  }
  /** The definition: one over the cap is divided by the next bit. */
  const divide = (parts: readonly Part[], cap: number, start = ""): readonly (readonly [string, readonly Part[]])[] => {
    const size = parts.reduce((sum, part) => sum + part.size, 0);
    if (parts.length === 0) return [];
    if (size <= cap || parts.length === 1 || start.length === 64) return [[start, parts]];
    return ["0", "1"].flatMap((bit) =>
      divide(
        parts.filter(({ hex }) => bitsOf(hex).startsWith(start + bit)),
        cap,
        start + bit,
      ),
    );
  };
  const bitsOf = (hex: string): string => BigInt(`0x${hex}`).toString(2).padStart(64, "0");
  const digitsOf = (start: string): string =>
    BigInt(`0b${start.padEnd(64, "0")}`)
      .toString(16)
      .padStart(16, "0")
      .replace(/0+$/, "");

  test("as one by one, whatever the hashes and the sizes are", () => {
    const hex = fc.oneof(
      fc.stringMatching(/^[0-9a-f]{16}$/),
      fc.constantFrom(
        "0000000000000000",
        "ffffffffffffffff",
        "00000000ffffffff",
        "80000000ffffffff",
        "ffffffff00000001",
      ),
    );
    const part = fc.record({ hex, size: fc.nat({ max: 100 }) });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.nat({ max: 200 }), (parts, cap) => {
        const bits = Uint32Array.from(
          parts.flatMap((one) => [one.hex.slice(0, 8), one.hex.slice(8)].map((half) => Number.parseInt(half, 16))),
        );
        const sizes = Float64Array.from(parts, ({ size }) => size);
        const branches = divideByHash({ bits, sizes }, Uint32Array.from(parts.keys()), cap);
        expect(branches.map(({ name, members }) => [name, Array.from(members, (at) => parts[at])])).toEqual(
          divide(parts, cap).map(([start, members]) => [digitsOf(start), members]),
        );
      }),
    );
  });
});

test("texts that are encoded together, and bytes that are written together, are those of each", () => {
  const long = fc.constantFrom("a".repeat(5_000), "潮".repeat(3_000), "b".repeat(70_000));
  fc.assert(
    fc.property(fc.array(fc.oneof(text, long)), fc.func(fc.boolean()), (texts, isKept) => {
      const encode = createEncoder();
      const parts = texts.map((one) => encode(one));
      const whole = parts.map((part) => Buffer.from(part).toString("base64"));
      expect(whole).toEqual(texts.map((one) => Buffer.from(one, "utf8").toString("base64")));
      // With gaps, neighbors are no longer next to each other.
      const kept = parts.filter((_, at) => isKept(at));
      expect(Buffer.from(concat([...inChunks(kept)])).equals(Buffer.concat(kept))).toBe(true);
    }),
  );
});
