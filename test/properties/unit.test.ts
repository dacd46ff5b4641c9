/** A compiled skill is a value, and its key says what it was made of. */
import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { resolveConfig } from "../../src/config/resolve.ts";
import type { UserConfig } from "../../src/config/user-config.ts";
import { createContents } from "../../src/contents/index.ts";
import { createFindings } from "../../src/diagnostics/index.ts";
import { createMemoryHost } from "../../src/host/index.ts";
import type { SkillUnit } from "../../src/model/unit.ts";
import { compileAll } from "../../src/phases/compile-all.ts";
import { compileSkill } from "../../src/phases/compile-skill.ts";
import { discoverAll } from "../../src/phases/discover-all.ts";
import type { UnitSettings } from "../../src/phases/unit-settings.ts";
import { behaviorOf, findProfile, profileNames, profiles, standardProfile } from "../../src/profiles/index.ts";
import { documentArbitrary } from "../fuzz/documents.ts";
import { fuzzInput } from "../fuzz/inputs.ts";
import { fieldValues } from "../support/field-values.ts";
import { hashing, toInput, type SketchedInput } from "../support/sketched-input.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const SOUND = `---
name: tide-tables
description: Reads tide tables. Use when a departure is planned.
license: MIT
allowed-tools: Read Bash(git:*)
compatibility: Needs a clock
metadata: { version: 1.10, since: 2024-01-02, open: yes, none: ~ }
files:
  - { path: references/ports.md, description: Names of ports }
toolsets: [charts]
user-invocable: "no"
model: opus
---
Read [ports](references/ports.md), [more](references/gone.md#low) and \`scripts/run.sh\` with $ARGUMENTS.
<!-- skillc-disable-next-line ref-missing: it comes later -->
See [gone](gone.md). !\`date\`
`;

/** A mapping as JSON is YAML. */
const byFields = fieldValues.map(
  (fields) => `---\n${JSON.stringify({ name: "tide-tables", description: "Reads tides.", ...fields })}\n---\nRead.\n`,
);

/** Values that only some profiles mind. */
const DISPUTED = [
  "\uFEFF---\nname: tide-tables\ndescription: Use when: asked\n---\nRead.\n",
  "---\nname: tide-tables\ndescription: Reads tides.\nargument-hint: x\n---\nRead $1st and $ARGUMENTSS.\n",
  ...[
    "name: tide-tables\ndescription: null\nlicense: ~\n",
    'name: tide-tables\ndescription: "  "\nlicense: " "\n',
    "name: 007\ndescription: 1.10\nuser-invocable: 0\n",
    "name: tide-tables\ndescription: Reads tides.\ntoolsets: charts\nrequired_scope: { port: 1 }\nmystery: 1\n",
    `name: tide-tables\ndescription: Reads ${"é".repeat(600)}.\n`,
    `name: tide-tables\ndescription: Reads tides.\ncompatibility: ${"x".repeat(501)}\n`,
  ].map((fields) => `---\n${fields}---\nRead.\n`),
];

const document: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.constantFrom(SOUND, ...DISPUTED).map(encode),
  byFields.map(encode),
  documentArbitrary.map(encode),
  fc.nat(100_000).map((seed) => fuzzInput(seed).bytes),
  fc.uint8Array({ maxLength: 40 }),
);

const HIDDEN = "policy:\n  allow_implicit_invocation: false\n";

const EMPTY: SketchedInput = {
  dirName: "tide-tables",
  document: "SKILL.md",
  bytes: encode(SOUND),
  files: {
    "references/ports.md": encode("# Ports\n"),
    "agents/openai.yaml": encode(HIDDEN),
  },
  leftOut: [{ path: "gone.md", reason: "junk" }],
  nested: ["more"],
};

const FILES = [
  "references/ports.md",
  "references/deep/low.md",
  "scripts/run.sh",
  "chart.svg",
  "Notes.TXT",
  "tides.csv",
  "agents/openai.yaml",
];

const content = fc.oneof(
  fc
    .constantFrom("# Ports\n", "See [low](deep/low.md).\n", "curl http://x.y/z | sh\n", "#!/bin/sh\nls\n", "", HIDDEN)
    .map(encode),
  documentArbitrary.map(encode),
  fc.uint8Array({ maxLength: 20 }),
);

const sketch: fc.Arbitrary<SketchedInput> = fc.record({
  dirName: fc.constantFrom("tide-tables", "moons", "Tide_Tables", undefined),
  document: fc.constantFrom("SKILL.md", "SKILL.md", "skill.md"),
  bytes: document,
  inline: fc.option(fc.record({ name: fc.constantFrom("tide-tables", "Tide Tables"), description: fc.lorem() }), {
    nil: undefined,
    freq: 8,
  }),
  files: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...FILES), content), { selector: ([path]) => path, maxLength: 4 })
    .map((files) => Object.fromEntries(files)),
  leftOut: fc.subarray([
    { path: "gone.md", reason: "junk" },
    { path: "references/gone.md", reason: "ignored" },
    { path: "cache/", reason: "junk" },
  ]),
  nested: fc.subarray(["more", "references/inner"]),
});

const compileOne = async (input: SketchedInput, settings: UnitSettings): Promise<SkillUnit> => {
  const [unit] = await compileSkill(toInput(input), [settings], hashing);
  return unit as SkillUnit;
};

const allProfiles = [...profiles, ...profileNames.flatMap((name) => findProfile(name, "exact") ?? [])];
const behaviors = allProfiles.map(behaviorOf);
const settingsOfAll = behaviors.map((profile): UnitSettings => ({ profile }));

describe("a unit", () => {
  test("is JSON: nothing of it is lost on the way to a file and back", async () => {
    await fc.assert(
      fc.asyncProperty(sketch, async (input) => {
        for (const unit of await compileSkill(toInput(input), settingsOfAll, hashing)) {
          expect(notJson(unit, "unit")).toEqual([]);
          const text = JSON.stringify(unit);
          expect(JSON.stringify(JSON.parse(text))).toBe(text);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("is the same whatever other profiles it is compiled under at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        sketch,
        fc.shuffledSubarray(settingsOfAll, { minLength: 2, maxLength: 4 }),
        async (input, some) => {
          const together = await compileSkill(toInput(input), some, hashing);
          for (const [index, settings] of some.entries())
            expect(JSON.stringify(await compileOne(input, settings))).toBe(JSON.stringify(together[index]));
        },
      ),
      { numRuns: 150 },
    );
  });

  test("contains no path of the machine", async () => {
    const base = "/home/ines-59/hidden-place";
    const host = createMemoryHost(
      {
        "skills/tide-tables/SKILL.md": SOUND.replace("gone.md", "../../../gone.md"),
        "skills/tide-tables/references/ports.md": "# Ports\n\n[up](../../../../up.md) [out](/etc/passwd)\n",
        "skills/tide-tables/closed.md": { failure: "denied" },
        "skills/tide-tables/link.md": { symlink: `${base}/else.md` },
        "else.md": "Else.\n",
        "skills/tide-tables/more/SKILL.md": "no frontmatter\n",
        "/srv/other-place/moons/SKILL.md": "---\nname: moons\n---\n",
      },
      { base },
    );
    const units = await unitsOf(host, {
      sources: ["skills", { dir: "/srv/other-place", mountAs: "vendor" }],
      symlinks: "inside",
    });
    expect(units.length).toBe(3);
    const text = JSON.stringify(units);
    for (const part of ["ines-59", "hidden-place", "other-place", "skills/"]) expect(text).not.toContain(part);
  });
});

describe("the key of a unit", () => {
  test("differs wherever the unit does, whatever was changed", async () => {
    const known = new Map<string, string>();
    const effective = new Set<string>();
    const note = (name: string, { key, ...unit }: SkillUnit, before?: SkillUnit): void => {
      const text = JSON.stringify(unit);
      // Equal keys mean equal units, over all that this test compiles.
      expect(known.get(key) ?? text, name).toBe(text);
      known.set(key, text);
      if (before !== undefined && text !== JSON.stringify({ ...before, key: undefined })) effective.add(name);
    };
    const compileVariants = async (input: SketchedInput, settings: UnitSettings, seed: number): Promise<void> => {
      const unit = await compileOne(input, settings);
      note("itself", unit);
      const variants = settingsVariants(settings);
      const under = await compileSkill(
        toInput(input),
        variants.map(([, one]) => one),
        hashing,
      );
      for (const [index, one] of under.entries()) note(variants[index]?.[0] ?? "", one, unit);
      for (const [name, one] of inputVariants(input, seed)) note(name, await compileOne(one, settings), unit);
    };
    for (const text of [SOUND, ...DISPUTED])
      for (const inline of [undefined, { name: "Tide Tables", description: "Reads tides." }])
        for (const profile of [standardProfile, findProfile("carnet") ?? standardProfile])
          await compileVariants({ ...EMPTY, bytes: encode(text), inline }, { profile: behaviorOf(profile) }, 50);
    const evals = { "evals/evals.json": encode('[{ "query": "When is high water?", "should_trigger": true }]') };
    await compileVariants(
      { ...EMPTY, bytes: encode(SOUND), files: evals },
      { profile: behaviorOf(standardProfile) },
      50,
    );
    await fc.assert(
      fc.asyncProperty(sketch, fc.constantFrom(...behaviors), fc.nat(), (input, profile, seed) =>
        compileVariants(input, { profile }, seed),
      ),
      { numRuns: 20 },
    );
    // The property would hold of changes without effect too.
    const wanted = ["tools", "form", "bytes", "dirName", "document", "leftOut", "nested", "inline", "file bytes"];
    expect(wanted.filter((name) => !effective.has(name))).toEqual([]);
    const touched = new Set([...effective].map((name) => name.split(".")[0]));
    expect(Object.keys(behaviorOf(standardProfile)).filter((name) => !touched.has(name) && !SILENT.has(name))).toEqual(
      [],
    );
  });

  test("differs with the build of skillc", async () => {
    const input = toInput(EMPTY);
    const settings = [{ profile: behaviorOf(standardProfile) }];
    const [one] = await compileSkill(input, settings, hashing);
    const [two] = await compileSkill(input, settings, { ...hashing, build: "next" });
    expect(one?.key).not.toBe(two?.key);
  });

  const tree = {
    "skills/tide-tables/SKILL.md": SOUND,
    "skills/tide-tables/references/ports.md": "# Ports\n",
    "skills/moons/SKILL.md": "---\nname: moons\ndescription: Names moons. Use at night.\n---\nLook up.\n",
  };

  test.each<[string, UserConfig]>([
    ["levels", { rules: { "ref-*": "error", quality: "off" } }],
    ["levels of some files", { overrides: [{ files: "**", rules: { "SKC4*": "off" } }] }],
    ["the platform", { platform: "node" }],
    ["the place of the source", { sources: [{ dir: "skills", mountAs: "elsewhere" }] }],
    ["preloading", { sources: [{ dir: "skills", preload: true }] }],
    ["the namespace", { sources: [{ dir: "skills", namespace: "acme" }] }],
    ["which skills are taken", { sources: [{ dir: "skills", include: ["**"] }] }],
    ["what becomes of faults", { onInvalid: "skip", duplicates: "last", allowEmpty: true }],
    ["what is written", { outDir: "out", emit: ["json"], module: { content: "packs" }, views: { all: "**" } }],
    ["budgets", { budgets: { indexTokens: 1, preloadTokens: 1 } }],
    ["further profiles", { profile: ["standard", "spec", "lenient"] }],
  ])("does not depend on %s", async (_, config) => {
    const keys = async (user: UserConfig): Promise<readonly string[]> =>
      (await unitsOf(createMemoryHost(tree), user)).map(({ key }) => key);
    const plain = await keys({ sources: ["skills"] });
    expect(plain.length).toBe(2);
    expect((await keys({ sources: ["skills"], ...config })).slice(0, 2)).toEqual(plain);
  });

  test("does not depend on the name of a profile, nor on what it does with sources and levels", async () => {
    const other = behaviorOf({
      ...standardProfile,
      name: "goose",
      levelsFrom: "lenient",
      onInvalid: "skip",
      duplicates: "first",
      directories: [".goose/skills"],
      mounts: "as-written",
    });
    const input = EMPTY;
    const keys = [
      await compileOne(input, { profile: other }),
      await compileOne(input, { profile: behaviorOf(standardProfile) }),
    ];
    expect(keys[0]?.key).toBe(keys[1]?.key);
  });
});

/** Parts of the behavior that `parseSkill` and the runtime read, and compiling does not. */
const SILENT: ReadonlySet<string> = new Set(["body", "resources"]);

/** The units of all runs, as the compiler makes them. */
async function unitsOf(host: ReturnType<typeof createMemoryHost>, user: UserConfig): Promise<readonly SkillUnit[]> {
  const config = resolveConfig({ user, host, findings: createFindings(), profiles: profileNames });
  const runs = discoverAll({ config, host, contents: createContents(host) });
  const compiled = await compileAll(runs, { hashing });
  return compiled.flatMap((skills) => skills.flatMap(({ unit }) => unit ?? []));
}

type Change<T> = readonly [name: string, changed: T];

/** The settings with each part of the behavior as any profile has it, and with other tools and forms. */
function settingsVariants({ profile }: UnitSettings): readonly Change<UnitSettings>[] {
  return [
    ...Object.keys(profile).flatMap((key) => partVariants(profile, key)),
    ["tools", { profile, tools: [] }],
    ["tools", { profile, tools: ["Read"] }],
    ["form", { profile, form: "bare" }],
  ];
}

/** Each legal value of one part of a behavior, and of the parts inside it. */
function partVariants(profile: UnitSettings["profile"], key: string): readonly Change<UnitSettings>[] {
  const own = (profile as Record<string, unknown>)[key];
  const known = distinct(behaviors.map((one) => (one as Record<string, unknown>)[key]));
  const values = typeof own === "number" ? [...known, 3] : known;
  const changed = values.map((value): Change<UnitSettings> => [key, { profile: { ...profile, [key]: value } }]);
  if (typeof own !== "object" || own === null || Array.isArray(own)) return changed;
  const inner = values.flatMap((value) =>
    Object.entries((value ?? {}) as Record<string, unknown>).map(([name, part]): Change<UnitSettings> => [
      `${key}.${name}`,
      { profile: { ...profile, [key]: { ...own, [name]: part } } },
    ]),
  );
  return [...changed, ...inner];
}

function distinct(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value) ?? "", value])).values()];
}

/** The input with one thing about it changed. */
function inputVariants(input: SketchedInput, seed: number): readonly Change<SketchedInput>[] {
  const { files, bytes, leftOut, nested } = input;
  const other = encode("# Else\n\ncurl http://x.y/z | sh\n");
  const cut = bytes.subarray(0, seed % (bytes.length + 1));
  const described = { name: "tide-tables", description: "Reads tides." };
  return [
    ["dirName", { ...input, dirName: "elsewhere" }],
    ["dirName", { ...input, dirName: undefined }],
    ["document", { ...input, document: "Skill.md" }],
    ["bytes", { ...input, bytes: cut }],
    ["bytes", { ...input, bytes: encode(SOUND) }],
    ["inline", { ...input, inline: described }],
    ["inline", { ...input, inline: { ...described, description: "" } }],
    ["inline", { ...input, inline: { ...described, name: "Tide Tables" } }],
    ["leftOut", { ...input, leftOut: [...leftOut, { path: "references/ports.md", reason: "ignored" }] }],
    ["leftOut", { ...input, leftOut: leftOut.map((one) => ({ ...one, reason: "too large" })) }],
    ["leftOut", { ...input, leftOut: [] }],
    ["nested", { ...input, nested: [...nested, "references"] }],
    ["nested", { ...input, nested: [] }],
    ["file", { ...input, files: { ...files, "added.md": other } }],
    ...Object.keys(files).flatMap((path): Change<SketchedInput>[] => {
      const { [path]: own = other, ...rest } = files;
      return [
        ["file bytes", { ...input, files: { ...files, [path]: other } }],
        ["file bytes", { ...input, files: { ...files, [path]: new Uint8Array([0]) } }],
        ["file failure", { ...input, files: { ...files, [path]: { failure: "denied", detail: "EACCES" } } }],
        ["file failure", { ...input, files: { ...files, [path]: { failure: "other", detail: "EIO" } } }],
        ["file name", { ...input, files: { ...rest, [`x-${path}`]: own } }],
        ["file", { ...input, files: rest }],
      ];
    }),
  ];
}

/** Paths of what JSON would drop, change or refuse. */
function notJson(value: unknown, path: string): readonly string[] {
  if (value === null || typeof value === "string" || typeof value === "boolean") return [];
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? [] : [path];
  if (Array.isArray(value)) return value.flatMap((item, index) => notJson(item, `${path}[${index}]`));
  const isPlain = typeof value === "object" && [null, Object.prototype].includes(Object.getPrototypeOf(value) as null);
  if (!isPlain) return [path];
  return Object.entries(value).flatMap(([key, item]) => notJson(item, `${path}.${key}`));
}
