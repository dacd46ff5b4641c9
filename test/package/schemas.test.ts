/** The schemas that ship: `catalog.schema.json` says what the types say, and what skillc writes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import type * as z from "zod";
import { configJsonSchema } from "../../src/schemas/config-json-schema.ts";
import { build, type Catalog } from "../../src/index.ts";
import { catalogJsonSchema, catalogSchema } from "../../src/schemas/catalog-schema.ts";
import { createProject, ROOT, type Project } from "../support/consumer.ts";
import { undescribed, violations, type JsonSchema } from "./json-schema.ts";

/** Without `readonly`, of which JSON knows nothing. */
type Writable<T> = T extends object ? { -readonly [Key in keyof T]: Writable<T[Key]> } : T;

/** One skill with every field that there is, one with hardly any, an inline one, and something left out. */
const FILES = {
  "skills/pilotage/SKILL.md": `---
name: pilotage
description: Guides ships through the harbour entrance.
license: MIT
compatibility: Needs a chart plotter.
metadata: { author: harbour office, tags: "tides, charts", requires-skills: mooring }
allowed-tools: Bash(git add:*) Read
disallowed-tools: Write
version: 1.10
when_to_use: When a ship asks for a pilot.
toolsets: [charts]
required_scope: [pilot]
hooks: { PreToolUse: [{ matcher: Bash }] }
model: openai/gpt-5?effort=high
context: fork
agent: harbour-master
effort: high
argument-hint: "[ship] [berth]"
arguments: [ship, berth]
paths: "charts/**"
shell: bash
disable-model-invocation: true
user-invocable: false
beacon-colour: red
---
Guide $ARGUMENTS to its berth, by [the rules](../_shared/rules.md).
`,
  "skills/_shared/rules.md": "Slowly.\n",
  "skills/pilotage/assets/seal.bin": Uint8Array.of(0, 255),
  "skills/pilotage/scripts/depth.sh": "echo 12\n",
  "skills/pilotage/.DS_Store": "junk",
  "skills/mooring/SKILL.md": "---\nname: mooring\ndescription: Chooses lines.\nmetadata: { index: name-only }\n---\n",
  "skillc.config.json": JSON.stringify({
    $schema: "./node_modules/skillc/config.schema.json",
    sources: [
      { path: "skills", namespace: "acme" },
      { name: "style", description: "House style.", instructions: "Use knots.\n" },
    ],
    emit: ["json", "json-full"],
    shared: ["skills/_shared"],
    views: { all: "", safety: ["skills/mooring"] },
    rules: { "SKC*": "off" },
    files: { exclude: ["**/*.psd"], maxBytes: 1_048_576 },
  }),
};

const schema: JsonSchema = catalogJsonSchema();

let project: Project;
beforeAll(async () => {
  project = createProject(FILES);
  await project.build();
});
afterAll(() => project.remove());

describe("catalog.schema.json", () => {
  test("says what the types say", () => {
    // A difference is a compile error here.
    expectTypeOf<Writable<z.infer<typeof catalogSchema>>>().toEqualTypeOf<Writable<Catalog>>();
  });

  test.each(["catalog.json", "catalog.full.json"])("describes the %s that skillc writes", (name) => {
    const catalog: unknown = JSON.parse(project.read(`generated/skills/${name}`));
    expect(catalogSchema.parse(catalog)).toEqual(catalog);
    expect(violations(schema, catalog)).toEqual([]);
  });

  test("has no key that a skill with every field does not use", () => {
    const catalog = JSON.parse(project.read("generated/skills/catalog.full.json")) as Catalog;
    const used = new Set(catalog.skills.flatMap((skill) => Object.keys(skill)));
    expect(Object.keys(catalogSchema.shape.skills.element.shape).filter((key) => !used.has(key))).toEqual([]);
    expect(catalog.dropped.map(({ file }) => file)).toEqual(["skills/pilotage/.DS_Store"]);
  });

  // The cases of the whole test house, built again for their catalogs.
  const inputs = readdirSync(join(ROOT, "test/cases"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("/input"),
  );
  test("describes the catalogs of all cases", async () => {
    const overrides = { onInvalid: "skip", duplicates: "first", allowEmpty: true } as const;
    const results = await Promise.all(
      inputs.map((input) => build({ cwd: join(ROOT, "test/cases", input), overrides, verify: true })),
    );
    const catalogs = results.flatMap(({ catalog }) => catalog ?? []);
    expect(catalogs.length).toBeGreaterThan(20);
    for (const catalog of catalogs) expect(violations(schema, JSON.parse(JSON.stringify(catalog)))).toEqual([]);
  });

  test("finds what is wrong in a catalog", () => {
    const catalog = JSON.parse(project.read("generated/skills/catalog.json")) as Record<string, unknown>;
    const { hash: _hash, ...rest } = catalog;
    expect(violations(schema, { ...rest, skills: [{ id: "" }], beacon: 1 })).toEqual(
      expect.arrayContaining([
        expect.stringContaining("$: required"),
        "$.skills[0].id: minLength 1",
        "$.beacon: unknown key",
      ]),
    );
  });
});

describe("config.schema.json", () => {
  test("accepts a config, and names a misspelt key", () => {
    const config = JSON.parse(FILES["skillc.config.json"]) as Record<string, unknown>;
    expect(violations(configJsonSchema(), config)).toEqual([]);
    expect(violations(configJsonSchema(), { ...config, outdir: "out" })).toEqual(["$.outdir: unknown key"]);
  });
});

test.each([
  ["catalog.schema.json", catalogJsonSchema()],
  ["config.schema.json", configJsonSchema()],
])("%s describes every key", (_name, described) => {
  expect(undescribed(described)).toEqual([]);
  expect(described["$schema"]).toBe("http://json-schema.org/draft-07/schema#");
});

test.each([
  ["catalog.schema.json", catalogJsonSchema()],
  ["config.schema.json", configJsonSchema()],
])("%s at the root of the package is the one of this source", (name, current) => {
  expect(JSON.parse(readFileSync(join(ROOT, name), "utf8"))).toEqual(current);
});
