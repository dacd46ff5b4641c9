/** Packages of any skill: the body byte for byte, and no field is lost without a finding. */
import { describe, expect, test } from "vitest";
import { createCompiler } from "../../src/api/compiler.ts";
import { parseSkill } from "../../src/api/parse-skill.ts";
import { createMemoryHost } from "../../src/host/index.ts";
import type { OutputChunk } from "../../src/model/output.ts";
import fc from "../support/fast-check.ts";

const word = fc.stringMatching(/^[a-z]{1,8}$/);
/** Some of them end frontmatter or lines for some readers. */
const line = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 .,'"\\{}()é☁-]{0,30}[a-z]$/);

/** Fields as they may be written, by name; none of them restricts. */
const fields = fc.record(
  {
    license: fc.oneof(line, fc.constantFrom("a --- b", "a\u0085b", "a\u2028b", "----")),
    compatibility: line,
    version: fc.constantFrom("1.10", "2.0.0", "1e3"),
    tags: fc.array(word, { minLength: 1, maxLength: 3 }),
    when_to_use: line,
    model: word,
    context: fc.constant("fork"),
    effort: word,
    "argument-hint": line,
    arguments: fc.array(word, { minLength: 1, maxLength: 3 }),
    paths: fc.array(word, { minLength: 1, maxLength: 3 }),
    "user-invocable": fc.constant(false),
    metadata: fc.dictionary(
      fc.oneof(word, fc.constantFrom("model", "tags")),
      fc.oneof(line, fc.integer(), fc.array(word)),
    ),
    custom: fc.oneof(line, fc.integer(), fc.dictionary(word, line)),
  },
  { requiredKeys: [] },
);

const skills = fc.record({
  fields,
  end: fc.constantFrom("\n", "\r\n"),
  bom: fc.constantFrom("", "\u{feff}"),
  body: fc.array(line, { maxLength: 4 }),
});

type Written = typeof skills extends fc.Arbitrary<infer Item> ? Item : never;

const documentOf = ({ fields: written, end, bom, body }: Written): string => {
  const lines = Object.entries(written).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return (
    bom + ["---", "name: moor", "description: Moors a boat. Use when asked to.", ...lines, "---", ...body, ""].join(end)
  );
};

const bytesOf = (chunks: Iterable<OutputChunk>): Buffer =>
  Buffer.concat(
    Array.from(chunks, (chunk) => {
      if (typeof chunk === "object" && "failure" in chunk) throw new Error(chunk.detail);
      return Buffer.from(chunk as Uint8Array);
    }),
  );

async function written(text: string, frontmatter: "verbatim" | "closed") {
  const config = { outDir: "out", emit: ["tree"], tree: { frontmatter }, onInvalid: "skip" };
  const host = createMemoryHost({ "skillc.config.json": JSON.stringify(config), "skills/moor/SKILL.md": text });
  const compiler = createCompiler({ host, config: "skillc.config.json", cwd: host.absolutePath(".") });
  const snapshot = await compiler.build();
  const files = new Map(Array.from(snapshot.outputs("out"), ({ path, chunks }) => [path, chunks]));
  const chunks = files.get("moor/SKILL.md");
  return { snapshot, bytes: chunks && bytesOf(chunks()) };
}

describe("a skill in a package", () => {
  test("is the same bytes, verbatim", () =>
    fc.assert(
      fc.asyncProperty(skills, async (skill) => {
        const text = documentOf(skill);
        const { bytes, snapshot } = await written(text, "verbatim");
        if (snapshot.catalog()?.skills.length === 0) return;
        expect(bytes?.toString("utf8")).toBe(text);
      }),
      { numRuns: 15 },
    ));

  test("is valid in closed form, with its body, and each field that readers miss is reported", () =>
    fc.assert(
      fc.asyncProperty(skills, async (skill) => {
        const text = documentOf(skill);
        const { bytes, snapshot } = await written(text, "closed");
        const [before] = snapshot.catalog()?.skills ?? [];
        if (before === undefined || bytes === undefined) return;
        const { skill: after, diagnostics } = parseSkill(bytes, { profile: "spec" });
        expect(diagnostics.filter(({ rule }) => /^(?:yaml|frontmatter|unknown|metadata)/.test(rule))).toEqual([]);
        const body = Buffer.from(text).subarray(before.source.bodyOffset);
        expect(bytes.subarray(bytes.length - body.length).equals(body)).toBe(true);
        const lost = snapshot.diagnostics().filter(({ rule }) => rule === "target-loss");
        const kept = new Set(["license", "compatibility", "metadata"]);
        for (const key of Object.keys(skill.fields)) {
          if (kept.has(key)) continue;
          const isUnderMetadata = Object.hasOwn(after?.metadata ?? {}, key);
          const isReported = lost.some(({ args }) => String(args["what"]).startsWith(key));
          const isCarriedAlike = ["version", "tags", "custom"].includes(key) && isUnderMetadata;
          expect([key, isCarriedAlike || isReported]).toEqual([key, true]);
        }
        for (const key of Object.keys(skill.fields.metadata ?? {}))
          expect([key, typeof after?.metadata[key]]).toEqual([key, "string"]);
      }),
      { numRuns: 40 },
    ));
});
