/** Packages of any skill: the body byte for byte, and no field is lost without a finding. */
import { describe, expect, test } from "vitest";
import { checkEntry } from "../../src/api/check-entry.ts";
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

const text = fc.oneof(
  line,
  fc.constantFrom("", " ", "-", "@@@", "A b", "a--b", "a..b", "@scope/a", "ü", "x".repeat(70), "a\nb"),
);
const address = fc.oneof(
  text,
  fc.constantFrom("https://a.example", "github:a/b", "git+https://a.example/b.git", "a/b"),
);
const author = fc.oneof(
  text,
  fc.constantFrom("A <a@b.example> (https://b.example)", "<a@b>"),
  fc.record({ name: text, email: text, url: address }, { requiredKeys: [] }),
);
/** Of any shape in package.json, of the right types in the config. */
const identity = fc.record(
  {
    name: text,
    version: fc.oneof(text, fc.constantFrom("1.0.0", "1.0.0-rc.1")),
    description: text,
    displayName: text,
    author,
    homepage: address,
    repository: address,
    license: text,
    keywords: fc.array(text, { maxLength: 3 }),
    category: text,
  },
  { requiredKeys: [] },
);
const manifest = fc.oneof(
  identity,
  fc.dictionary(fc.constantFrom("name", "version", "author", "keywords", "repository", "homepage"), fc.jsonValue()),
);

describe("the identity of a package", () => {
  test("is in manifests that its clients accept, or the build does not write them", () =>
    fc.assert(
      fc.asyncProperty(identity, manifest, fc.constantFrom("plugin", "marketplace"), async (own, other, layout) => {
        const { author: by, ...rest } = own;
        const config = {
          outDir: "out",
          emit: ["plugin"],
          package: { ...rest, ...(by !== undefined && by !== "" && { author: by }) },
          plugin: { layout, manifests: ["claude", "codex", "agent-plugins"] },
        };
        const host = createMemoryHost({
          "skillc.config.json": JSON.stringify(config),
          "package.json": JSON.stringify(other),
          "skills/moor/SKILL.md": "---\nname: moor\ndescription: Moors a boat. Use when asked to.\n---\n",
        });
        const snapshot = await createCompiler({
          host,
          config: "skillc.config.json",
          cwd: host.absolutePath("."),
        }).build();
        if (snapshot.diagnostics().some(({ severity }) => severity === "error")) return;
        for (const { path, chunks } of snapshot.outputs("out")) {
          const kind = /(?:^|\/)(plugin|marketplace)\.json$/.exec(path)?.[1];
          if (kind === undefined) continue;
          const entry = path.startsWith(".agents") ? "codex-marketplace" : (kind as "plugin" | "marketplace");
          const found = checkEntry(bytesOf(chunks()), entry, { file: path });
          expect([path, found.map(({ message }) => message)]).toEqual([path, []]);
        }
      }),
      { numRuns: 300 },
    ));
});

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
