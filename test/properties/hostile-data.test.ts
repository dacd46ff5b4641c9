/** Data that skillc did not write are a SkillError, and what a module hands out cannot be changed. */
import { expect, test } from "vitest";
import { createSkills, SkillError, type AnySkills, type SkillsData } from "../../src/runtime/access.ts";
import { openAsset } from "../../src/runtime/assets/index.ts";
import type { Catalog } from "../../src/runtime/catalog/catalog.ts";
import { createSkillsFromCatalog } from "../../src/runtime/catalog/skills-from-catalog.ts";
import {
  callTool,
  carnetPrompt,
  createCarnetSession,
  createExecutor,
  createTagSelector,
  createToolGate,
  isRefusal,
  mergeCatalogs,
  parseHooks,
  resolveModel,
  searchIndexOf,
  skillTools,
} from "../../src/runtime/index.ts";
import { compileToCatalog } from "../support/compile-project.ts";
import fc from "../support/fast-check.ts";

const BOATS = `---
name: boats
description: Counts boats. Use when asked to.
allowed-tools: Read Grep
disallowed-tools: Bash
metadata: { a: b }
required_scope: [harbour]
model: anthropic://sonnet?a=b
when_to_use: When boats come.
argument-hint: "[n]"
arguments: [n]
paths: ["src/**"]
tags: [sea]
context: fork
agent: Explore
hooks: { PreToolUse: [{ matcher: Bash, hooks: [{ type: command, command: ./a }] }] }
toolsets: [clocks]
files: [{ path: references/a.md, description: About a. }]
---
Count $0, {{ GUEST }}, $SKILL_DIR, see [it](references/a.md).
`;
const { catalog } = await compileToCatalog(
  {
    "/project/skills/boats/SKILL.md": BOATS,
    "/project/skills/boats/references/a.md": "A {{ GUEST }}.\n",
    "/project/skills/boats/assets/a.png": new Uint8Array([0, 1, 2, 255]),
    "/project/skills/nets/SKILL.md": "---\nname: nets\ndescription: Mends nets. Use when torn.\n---\nMend.\n",
    "/project/agents/mate/AGENT.md":
      "---\nname: mate\ndescription: A mate.\ninitialSkills: [boats]\nskills: [nets]\n---\nHelp {{ GUEST }}.\n",
    "/project/toolsets/clocks/TOOLSET.md": "---\nname: clocks\ndescription: Clocks.\ntools: [now]\n---\n",
  },
  { sources: [{ dir: "skills", preload: true }, "agents", "toolsets"], views: { all: ["**"] }, profile: "carnet" },
);

const written = { texts: { a: "Count.\n", b: "AAEC" }, packs: "c p p8" };
const rows = [
  {
    id: "boats",
    name: "boats",
    description: "Counts.",
    path: "skills/boats",
    home: "p0123456789abcdef",
    document: ["a", 0, [1]],
    body: [7, 1, 2, { placeholders: [] }],
    files: [
      ["a.md", 1, "a", { mediaType: "text/markdown", kind: "reference", description: "A." }],
      ["a.png", 3, "b", { encoding: "binary", pack: "" }],
      ["scripts/a.wasm", 3, "", { encoding: "binary", script: "a", asset: `assets/${"0".repeat(64)}` }],
    ],
    preload: true,
    allowedTools: ["Read"],
    disallowedTools: ["Bash"],
    requiredScope: ["harbour"],
    tags: ["sea"],
    toolsets: ["clocks"],
    requires: ["fork"],
    metadata: { a: "b" },
    hooks: { PreToolUse: [] },
    model: { raw: "sonnet", model: "sonnet" },
    arguments: ["n"],
    argumentHint: "[n]",
    whenToUse: "Often.",
    context: "fork",
    paths: ["src/**"],
    extra: {},
  },
  { id: "kit:nets", name: "nets", namespace: "kit", description: "Mends.", document: ["a", 0], body: [7, 1, 2] },
];
/** The text of a part: names or rows without them. */
const parts = [
  {
    names: '["pots",["kit","ropes"]]',
    rows: [
      '[{"description":"","document":["a",0],"body":[7,1,2]},{"description":"","document":["a",0],"body":[7,1,2]}]',
    ],
  },
];
const data = {
  formatVersion: 2,
  hash: "",
  profile: "standard",
  skills: rows,
  parts,
  preloaded: ["boats"],
  mediaTypes: [["png", "image/png"]],
  tokenized: true,
  views: [["all", ["boats"]]],
  agents: [{ name: "mate", description: "", prompt: "", variables: [], initialSkills: ["boats"], skills: [] }],
  toolsets: [{ name: "clocks", description: "", tools: ["now"] }],
  content: written,
};

/** What data have besides JSON. */
const CODE = { openAsset, scripts: (name: string) => (name === "a" ? Promise.resolve({}) : undefined) };

/** Returns JSON with a function wherever there is a string in a list of rows or an object of texts, and for names of packs. */
function withFunctions(json: unknown, parent?: string): unknown {
  if (typeof json === "string") return ["rows", "texts", "packs"].includes(parent ?? "") ? () => json : json;
  if (Array.isArray(json)) return json.map((item) => withFunctions(item, parent));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, withFunctions(value, nameOf(key, parent))]),
  );
}

/** The texts of an object have keys of their own. */
function nameOf(key: string, parent: string | undefined): string {
  return parent === "texts" ? parent : key;
}

/** Opens data with their code, and an application that reads assets. */
function openData(json: unknown): AnySkills {
  const isObject = Object(json) === json && !Array.isArray(json);
  const whole = isObject ? { ...CODE, ...(withFunctions(json) as object) } : json;
  return createSkills(whole as SkillsData, { readAsset: () => Uint8Array.of(1, 2, 3) });
}

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
async function useAll(create: () => AnySkills): Promise<void> {
  const attempt = async (use: () => unknown): Promise<void> => {
    try {
      await use();
    } catch (error) {
      expectSkillError(error);
    }
  };
  let skills: AnySkills | undefined;
  await attempt(() => void ((skills = create()), skills.names));
  if (skills === undefined) return;
  const made = skills;
  await attempt(async () => {
    for (const name of made.names) {
      made.find(name);
      await attempt(() => made.load(name));
      for (const { path } of made.get(name).files) {
        await attempt(() => made.readBytes(name, path));
        await attempt(() => made.readText(name, path));
        await attempt(async () => new Response(await made.readStream(name, path)).arrayBuffer());
        await attempt(() => made.script?.(name, path));
      }
    }
    await attempt(() => made.preloaded());
    made.listForDir("");
  });
  await attempt(() => made.view("all"));
  await attempt(() => mergeCatalogs(made, createSkills(data as unknown as SkillsData), { duplicates: "last" }).names);
  await attempt(() => runAll(made));
}

/** Lists, loads and reads through each style of tools, as a model would. */
async function runAll(skills: AnySkills): Promise<void> {
  for (const profile of ["standard", "promptkit", "skillkit", "cognesy", "carnet", "fizeau"] as const) {
    const executor = createExecutor(skills, { profile, grants: ["harbour"] });
    await executor.skillIndex();
    await executor.preloadedPrompt();
    const gate = createToolGate(executor.visible());
    gate.offers("Bash");
    const tools = skillTools(executor, { onFork: () => Promise.resolve("done") });
    for (const id of skills.names) {
      const input = { name: id, skill_name: id, skillName: id, skill: id, path: "references/a.md", query: "boats" };
      for (const { name } of tools) await callTool(tools, name, input);
      const skill = executor.find(id);
      if (isRefusal(skill)) continue;
      resolveModel(skill, { parent: "parent" });
      parseHooks(skill.hooks);
      createTagSelector(["sea"]);
    }
    searchIndexOf(skills);
  }
  for (const { name } of skills.agents ?? []) {
    const session = createCarnetSession(createExecutor(skills, { profile: "carnet" }), { agent: name });
    await carnetPrompt(session);
    session.diagnose({ now: {} });
  }
}

function expectSkillError(error: unknown): void {
  if (!(error instanceof SkillError)) throw error;
}

test("any JSON instead of a catalog", async () => {
  const any = fc.oneof(fc.jsonValue(), mutated(catalog), mutated(catalog));
  const whole = fc.asyncProperty(any, (json) => useAll(() => createSkillsFromCatalog(json as Catalog)));
  await fc.assert(whole, { numRuns: 700 });
});

test("any JSON instead of the data of a module", async () => {
  const any = fc.oneof(fc.jsonValue(), mutated(data), mutated(data));
  await fc.assert(
    fc.asyncProperty(any, (json) => useAll(() => openData(json))),
    { numRuns: 700 },
  );
});

/** Values of every type, some of them like what belongs there. */
const HOSTILE: readonly unknown[] = [
  null,
  -1,
  true,
  "",
  "__proto__",
  [],
  [null],
  ["x"],
  {},
  [{ id: "a", document: [] }],
  "[]",
  '[{"description":"","document":["a",0],"body":[7,1,2],"id":7}, {}]',
  '["a", ["b", "c"], [1]]',
];

test("each value of a catalog or a module in turn replaced by values of every type", { timeout: 60_000 }, async () => {
  const uses: (() => AnySkills)[] = [];
  const parse = (text: string): unknown => JSON.parse(text);
  for (const hostile of HOSTILE) {
    uses.push(
      () => openData(hostile),
      ...Object.keys(CODE).map((key) => () => openData({ ...data, [key]: hostile })),
      () => createSkillsFromCatalog(hostile as Catalog),
    );
    for (const path of pathsOf(data).slice(1)) uses.push(() => openData(withValue(data, path, hostile)));
    for (const path of pathsOf(catalog).slice(1))
      uses.push(() => createSkillsFromCatalog(withValue(catalog, path, hostile) as Catalog));
  }
  const proto = '{ "__proto__": { "skills": [] }, "formatVersion": 1, "skills": [{ "__proto__": { "id": "a" } }] }';
  uses.push(
    () => openData(parse(proto)),
    () => createSkillsFromCatalog(parse(proto) as Catalog),
  );
  const deep = parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
  uses.push(() => createSkills({ ...data, skills: [{ ...rows[0], extra: { deep } }] } as unknown as SkillsData));
  for (const create of uses) await useAll(create);
  expect(uses.length).toBeGreaterThan(1000);
});

test("a catalog without one of its restrictions is not a catalog", () => {
  for (const key of ["requiredScope", "hooks", "allowedTools", "disableModelInvocation", "userInvocable"]) {
    const [first, ...others] = catalog.skills.map((skill) => ({ ...skill }));
    delete (first as unknown as Record<string, unknown>)[key];
    expect(() => createSkillsFromCatalog({ ...catalog, skills: [first, ...others] } as Catalog)).toThrow(SkillError);
  }
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
