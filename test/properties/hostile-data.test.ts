/** Data that skillc did not write are a SkillError, and what a module hands out cannot be changed. */
import { expect, test } from "vitest";
import { createSkills, SkillError, type AnySkills, type SkillsData } from "../../src/runtime/access.ts";
import type { Catalog } from "../../src/runtime/catalog/catalog.ts";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import { createExecutor } from "../../src/runtime/executor/index.ts";
import { compileToCatalog } from "../support/compile-project.ts";
import fc from "../support/fast-check.ts";

const { catalog } = await compileToCatalog(
  {
    "/project/skills/boats/SKILL.md":
      "---\nname: boats\ndescription: Counts boats. Use when asked to.\nallowed-tools: Read Grep\nmetadata: { a: b }\nhooks: { Stop: [{ hooks: [] }] }\n---\nCount $0, see [it](references/a.md).\n",
    "/project/skills/boats/references/a.md": "A.\n",
  },
  { sources: ["skills"], views: { all: ["**"] } },
);

const written = { texts: { a: "Count.\n" }, modules: [] };
const rows = [
  { id: "boats", description: "Counts.", document: { key: "a" }, body: {}, files: [{ path: "a.md", key: "a" }] },
];
const data = {
  formatVersion: 1,
  hash: "",
  profile: "standard",
  skills: rows,
  views: [["all", ["boats"]]],
  content: written,
};

/** Paths to every value of some JSON. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([key, one]) => pathsOf(one, [...path, key]))];
}

function withValue(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>;
  const inner = withValue(copy[key], rest, by);
  if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

const mutated = (from: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(fc.tuple(fc.constantFrom(...pathsOf(from).slice(1)), fc.oneof(fc.constant(undefined), fc.jsonValue())), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) =>
      changes.reduce((value, [path, by]) => {
        try {
          return withValue(value, path, by);
        } catch {
          return value;
        }
      }, from),
    )
    // A hole in a list is null in JSON.
    .map((value): unknown => JSON.parse(JSON.stringify(value)));

/** Uses all of it; the only errors are those of skillc. */
async function useAll(create: () => AnySkills, isWhole: boolean): Promise<void> {
  try {
    const skills = create();
    for (const name of skills.names) {
      skills.find(name);
      await skills.load(name).catch(expectSkillError);
      for (const { path } of skills.get(name).files) await skills.readBytes(name, path).catch(expectSkillError);
    }
    await skills.preloaded().catch(expectSkillError);
    skills.listForDir("");
    if (isWhole) await createExecutor(skills).skillIndex();
    skills.view("all");
  } catch (error) {
    expectSkillError(error);
  }
}

function expectSkillError(error: unknown): void {
  if (!(error instanceof SkillError)) throw error;
}

test("any JSON instead of a catalog", async () => {
  const any = fc.oneof(fc.jsonValue(), mutated(catalog), mutated(catalog));
  const whole = fc.asyncProperty(any, (json) => useAll(() => createSkillsFromCatalog(json as Catalog), true));
  await fc.assert(whole, { numRuns: 2000 });
});

test("any JSON instead of the data of a module", async () => {
  const any = fc.oneof(fc.jsonValue(), mutated(data), mutated(data));
  await fc.assert(
    fc.asyncProperty(any, (json) => useAll(() => createSkills(json as SkillsData), false)),
    { numRuns: 2000 },
  );
});

function isDeeplyFrozen(value: unknown): boolean {
  return Object.isFrozen(value) && (typeof value !== "object" || Object.values(value ?? {}).every(isDeeplyFrozen));
}

test("what a module hands out is frozen", async () => {
  const skills = createSkillsFromCatalog(catalog);
  expect(() => Object.assign(skills, { hash: "" })).toThrow(TypeError);
  const out = [skills.names, skills.get("boats"), skills.find("boats"), await skills.load("boats")];
  out.push(...skills.view("all"), ...skills.listForDir(""), ...(await skills.preloaded()));
  for (const one of out) expect(isDeeplyFrozen(one)).toBe(true);
  expect(() => (skills.get("boats").allowedTools as string[]).push("Evil")).toThrow(TypeError);
  expect(skills.get("boats")).toBe(skills.get("boats"));
});
