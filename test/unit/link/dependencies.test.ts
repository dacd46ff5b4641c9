import { describe, expect, it, test } from "vitest";
import { findCycles, reachedFrom, wayAround, type Requirements } from "../../../src/link/dependencies/cycles.ts";
import { positionsOf, resolveReferences } from "../../../src/link/dependencies/resolve.ts";
import { createMemoryHost } from "../../../src/host/index.ts";
import { compileMemory, compileOutputs, compileToCatalog, type FileConfig } from "../../support/compile-project.ts";
import { processorTime } from "../../support/processor-time.ts";

function skill(path: string, frontmatter = "", body = "Read."): readonly [string, string] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return [
    `${path}/SKILL.md`,
    `---\nname: ${name}\ndescription: ${path}. Use for ${path}.\n${frontmatter}---\n\n${body}\n`,
  ];
}

const requires = (names: string): string => `metadata:\n  requires-skills: ${JSON.stringify(names)}\n`;

async function check(
  skills: readonly (readonly [string, string])[],
  config: FileConfig = { sources: ["skills"] },
): Promise<readonly string[]> {
  const { diagnostics } = await compileMemory({ files: Object.fromEntries(skills), config });
  return diagnostics
    .filter(({ code }) => /^SKC75\d$/.test(code))
    .map(({ severity, message, file }) => `${file}: ${severity} ${message}`);
}

async function dependenciesOf(id: string, files: readonly (readonly [string, string])[], config: FileConfig) {
  const { catalog } = await compileToCatalog(Object.fromEntries(files), config as never);
  return catalog.skills.find((one) => one.id === id)?.dependencies;
}

describe("a name", () => {
  it("is that of a skill in the own namespace, an id, or a name that one skill has", async () => {
    const config = { sources: ["skills", { dir: "acme", namespace: "acme" }, { dir: "other", namespace: "other" }] };
    const files = [
      skill("acme/a", requires("b, c, other:b, d")),
      skill("acme/b"),
      skill("other/b"),
      skill("skills/c"),
      skill("other/d"),
    ];
    expect(await check(files, config)).toEqual([]);
    const found = await dependenciesOf("acme:a", files, config);
    expect(found?.map(({ name, id }) => `${name} ${id}`)).toEqual(["b acme:b", "c c", "other:b other:b", "d other:d"]);
  });

  it.each([["__proto__"], ["constructor"], ["toString"], ["Beta"]])("%j of no skill is missing", async (name) => {
    const nearest = name === "Beta" ? "beta" : "";
    const { diagnostics } = await compileMemory({
      files: Object.fromEntries([skill("skills/a", requires(name)), skill("skills/beta")]),
      config: { sources: ["skills"] },
    });
    const first = diagnostics.find(({ code }) => code === "SKC750");
    expect(first).toMatchObject({ severity: "error", message: `the required skill "${name}" does not exist` });
    expect(first?.help?.[0]).toBe(nearest === "" ? "add the skill, or delete the name" : 'did you mean "beta"?');
  });

  it("of a skill that is left out is reported with its file", async () => {
    const broken = ["skills/b/SKILL.md", "---\nname: [\n---\n"] as const;
    expect(await check([skill("skills/a", requires("b")), broken], { sources: ["skills"], onInvalid: "skip" })).toEqual(
      // With skip, an error leaves the skill that requires it in the catalog: it is a finding of linking.
      ['skills/a/SKILL.md: error the required skill "b" is left out: "skills/b/SKILL.md" cannot be used'],
    );
  });

  it("is optional, named, weak or related: then it may be missing", async () => {
    const fields =
      'metadata:\n  requires-skills: "x?"\n  related-skills: y\n  claw: { requires: { skills: [z] } }\ndepends_on: [swiftlint]\n';
    expect(await check([skill("skills/a", fields)])).toEqual([
      'skills/a/SKILL.md: info the related skill "y" does not exist',
      'skills/a/SKILL.md: info the required skill "z" does not exist',
    ]);
    expect(await dependenciesOf("a", [skill("skills/a", fields)], { sources: ["skills"] })).toEqual([
      { name: "x", kind: "optional", field: "metadata.requires-skills" },
      { name: "y", kind: "related", field: "metadata.related-skills" },
      { name: "z", kind: "required", field: "metadata.claw.requires.skills" },
    ]);
  });
});

test("an inline skill names others in its metadata and in its instructions", async () => {
  const inline = {
    name: "style",
    description: "Styles.",
    instructions: "The `zed` skill.",
    metadata: { "requires-skills": "b, gone" },
  };
  const { diagnostics, compiled } = await compileMemory({
    files: Object.fromEntries([skill("skills/b")]),
    config: { sources: ["skills", inline] },
  });
  expect(diagnostics.filter(({ code }) => code.startsWith("SKC75")).map(({ rule, file }) => `${rule} ${file}`)).toEqual(
    ["dependency-missing sources[1]", "skill-mention-missing sources[1]"],
  );
  const style = compiled?.linked.catalog.skills.find(({ id }) => id === "style");
  expect(style?.dependencies?.map(({ name, id }) => `${name} ${id}`)).toEqual(["b b", "gone undefined"]);
});

test("a reference is the installed source that it names, or the skill of it that is named like its end", () => {
  const placed = (dir: string, to: readonly string[] = []) => {
    const name = dir.slice(dir.lastIndexOf("/") + 1);
    const references = to.map((one) => ({ to: one, kind: "required" as const, field: "requires-skills" }));
    return { id: name, place: { dir }, unit: { link: { name, references } } } as never;
  };
  const skills = [
    placed("skills/own", [
      "acme/skills/pdf",
      "acme/skills",
      "acme/one",
      "acme/skills/nope",
      "acme/other/pdf",
      "acme/skill",
    ]),
    placed(".skillc/skills/acme/skills/pdf"),
    placed(".skillc/skills/acme/skills/forms"),
    placed(".skillc/skills/acme/one/only"),
  ];
  const installed = [
    ["acme/skills", ".skillc/skills/acme/skills"],
    ["acme/one", ".skillc/skills/acme/one"],
  ] as const;
  const [found] = resolveReferences(skills, installed, positionsOf(skills));
  expect(found?.map(({ to, several }) => several ?? to)).toEqual([1, [1, 2], 3, undefined, undefined, undefined]);
});

test("findings are those of the catalog: a dependency of a skill has its id, and no other skill changes", async () => {
  const files = [skill("skills/a", requires("b@^1")), skill("skills/b", 'version: "1.2.3"\n')];
  const { catalog } = await compileToCatalog(Object.fromEntries(files), { sources: ["skills"] });
  expect(catalog.skills.map(({ dependencies }) => dependencies)).toEqual([
    [{ name: "b", id: "b", range: "^1", kind: "required", field: "metadata.requires-skills" }],
    undefined,
  ]);
});

test("the types of a module are the same with and without", async () => {
  const typesOf = async (more: string): Promise<string | undefined> => {
    const files = Object.fromEntries([skill("skills/a", more), skill("skills/b")]);
    const { files: written } = await compileOutputs(createMemoryHost(files), { sources: ["skills"], outDir: "out" });
    return written.get("out/index.d.ts") ?? written.get("index.d.ts");
  };
  const types = await typesOf("");
  expect(types).toContain('"a"');
  expect(await typesOf(requires("b"))).toBe(types);
});

describe("views", () => {
  const files = [
    skill("skills/a", requires("b, e?")),
    skill("skills/b", requires("c")),
    skill("skills/c", requires("b")),
    skill("skills/d", "depends_on: [c]\n"),
    skill("skills/e"),
  ];
  const views = { one: "skills/a", two: "skills/d" };

  it("are reported if they lack what is required", async () => {
    expect((await check(files, { sources: ["skills"], views })).filter((one) => one.includes("view"))).toEqual([
      'skills/a/SKILL.md: warning the view "one" contains "a", but not "b", which it requires',
    ]);
    const config: FileConfig = { sources: ["skills"], views, dependencies: { views: "error" } };
    expect((await check(files, config)).filter((one) => one.includes("view"))).toEqual([
      'skills/a/SKILL.md: error the view "one" contains "a", but not "b", which it requires',
    ]);
  });

  it("include what is required, in the order of ids", async () => {
    const { catalog } = await compileToCatalog(Object.fromEntries(files), {
      sources: ["skills"],
      views,
      dependencies: { views: "include" },
    });
    expect(catalog.views).toEqual({ one: ["a", "b", "c"], two: ["b", "c", "d"] });
  });
});

test("the five systems have their own rules", async () => {
  const files = [skill("skills/a", requires("nope, b@@1"), "The `c` skill."), skill("skills/b")];
  for (const profile of ["carnet", "cognesy", "fizeau", "promptkit", "skillkit"])
    expect([profile, await check(files, { sources: ["skills"], profile })]).toEqual([profile, []]);
});

describe("large graphs", () => {
  const chain = (count: number): Requirements =>
    Array.from({ length: count }, (_, at) => (at + 1 < count ? [at + 1] : []));

  it("are searched without recursion", () => {
    const long = chain(100_000);
    expect(findCycles(long)).toEqual([]);
    expect(reachedFrom([0], long).size).toBe(99_999);
    const ring = long.map((needs, at) => (at === 99_999 ? [0] : needs));
    expect(findCycles(ring)[0]).toHaveLength(100_000);
    expect(wayAround(findCycles(ring)[0] ?? [], ring)).toHaveLength(100_000);
    const star = Array.from({ length: 100_000 }, (_, at) =>
      at === 0 ? Array.from({ length: 99_999 }, (_, to) => to + 1) : [0],
    );
    expect(findCycles(star)[0]).toHaveLength(100_000);
    const clique = Array.from({ length: 1_000 }, (_, at) => [...Array(1_000).keys()].filter((to) => to !== at));
    expect(findCycles(clique)[0]).toHaveLength(1_000);
    expect(wayAround(findCycles(clique)[0] ?? [], clique)).toEqual([0, 1]);
  });

  it.each([2, 3, 4, 5, 8, 100])("have each cycle of %i once", (length) => {
    const rings = Array.from({ length: 3 * length }, (_, at) => [
      at % length === length - 1 ? at - length + 1 : at + 1,
    ]);
    expect(findCycles(rings).map((group) => group.length)).toEqual([length, length, length]);
    expect(wayAround(findCycles(rings)[1] ?? [], rings)).toHaveLength(length);
  });

  it("take time that is linear", () => {
    const ladder = (count: number): Requirements =>
      Array.from({ length: count }, (_, at) => [(at * 7 + 1) % count, (at * 13 + 5) % count]);
    findCycles(ladder(10_000));
    const [small, large] = [ladder(20_000), ladder(160_000)].map((graph) => processorTime(() => findCycles(graph)));
    expect(large).toBeLessThan(8 * 8 * (small as number) + 100);
  });
});
