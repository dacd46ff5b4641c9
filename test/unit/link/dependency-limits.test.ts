/** References that are too many, too long or named like parts of the language, from the bytes of skills to the findings. */
import { describe, expect, it, test } from "vitest";
import { createFindings } from "../../../src/diagnostics/index.ts";
import { linkReferences, linkRequired } from "../../../src/link/dependencies/skill-graph.ts";
import type { AdmittedSkill } from "../../../src/model/admitted.ts";
import { closureOf } from "../../../src/runtime/index.ts";
import { createSkillsFromCatalog } from "../../../src/runtime/catalog/skills-from-catalog.ts";
import { compileMemory, fullCatalog, type FileConfig } from "../../support/compile-project.ts";
import { processorTime } from "../../support/processor-time.ts";

type Document = readonly [path: string, text: string];

const skill = (name: string, frontmatter = ""): Document => [
  `skills/${name}/SKILL.md`,
  `---\nname: ${name}\ndescription: Reads ${name}. Use for ${name}.\n${frontmatter}---\n\nRead.\n`,
];
const requires = (names: string): string => `metadata:\n  requires-skills: ${JSON.stringify(names)}\n`;

async function check(skills: readonly Document[], config: FileConfig = {}): Promise<readonly string[]> {
  const files = Object.fromEntries(skills);
  const { diagnostics } = await compileMemory({ files, config: { sources: ["skills"], ...config } });
  return diagnostics
    .filter(({ code }) => /^SKC(?:75\d|226)$/.test(code))
    .map(({ code, severity, file, message }) => `${code} ${severity} ${file}: ${message}`);
}

describe("what is written", () => {
  it("in a list is read, and the list is a finding; a null is nothing", async () => {
    expect(await check([skill("a", "metadata:\n  requires-skills: [b, gone]\n"), skill("b")])).toEqual([
      expect.stringContaining("SKC226 "),
      'SKC750 error skills/a/SKILL.md: the required skill "gone" does not exist',
    ]);
    for (const field of ["requires-skills:\n", "requires-skills: null\n", "metadata: { requires-skills: null }\n"])
      expect((await check([skill("a", field)])).filter((one) => !one.startsWith("SKC226"))).toEqual([]);
  });

  it.each([
    ["60 kB", "b".repeat(60_000)],
    ["a range of 10 kB", `b@${"1".repeat(10_240)}`],
    ["10 kB of alternatives", `b@${"^1 || ".repeat(1_500)}2`],
    ["a control character", "b\u0000c"],
    ["an escape", "b\u001b[31mc"],
    ["a mark that turns the text", "b\u202ec"],
  ])("is malformed as %s, and shown short and escaped", async (_name, item) => {
    const found = await check([skill("a", requires(item)), skill("b")]);
    expect(found).toEqual([expect.stringMatching(/^SKC758 warning skills\/a\/SKILL\.md: "b/)]);
    expect(found[0]?.length).toBeLessThan(300);
    // What is printed is escaped when it is printed; a finding has the text.
    expect(await check([skill("a", requires("b")), skill("b")])).toEqual([]);
  });

  it("twice, in one field or in two, is told once", async () => {
    const twice = "metadata:\n  requires-skills: gone, gone\nrequires-skills: gone\n";
    expect(await check([skill("a", twice)])).toHaveLength(1);
  });
});

describe("skills that are named like properties of objects", () => {
  const names = ["constructor", "prototype", "tostring", "valueof", "hasownproperty"];
  const skills = names.map((name, at) => skill(name, requires(names[at + 1] ?? "proto")));

  it("require each other like any others, also in views, closures and cycles", async () => {
    const config: FileConfig = {
      sources: ["skills"],
      emit: ["json-full"],
      views: { constructor: "skills/constructor" },
      dependencies: { views: "include" },
    };
    const files = Object.fromEntries([...skills, skill("proto")]);
    const built = await compileMemory({ files, config });
    expect(built.diagnostics.filter(({ code }) => code.startsWith("SKC75"))).toEqual([]);
    const catalog = fullCatalog(built);
    expect(catalog.views).toEqual({ constructor: [...names, "proto"].sort() });
    const all = createSkillsFromCatalog(catalog);
    expect(closureOf(all, "constructor").map(({ id }) => id)).toEqual(["proto", ...names.slice(1).reverse()]);
    const round = await check([...skills, skill("proto", requires("constructor"))]);
    expect(round).toEqual([expect.stringContaining("SKC751 warning")]);
  });
});

test("a version before a release does not satisfy its range, as in npm", async () => {
  const files = (range: string): readonly Document[] => [
    skill("a", requires(`b@${range}`)),
    skill("b", "version: 1.0.0-rc.1\n"),
  ];
  expect(await check(files("^1.0.0"))).toEqual([
    'SKC755 error skills/a/SKILL.md: "a" requires "b" ^1.0.0, but the version here is 1.0.0-rc.1',
  ]);
  expect(await check(files("^1.0.0-rc.0"))).toEqual([]);
});

test("only what is required makes a cycle", async () => {
  const round = (back: string): Promise<readonly string[]> => check([skill("a", requires("b")), skill("b", back)]);
  expect(await round(requires("a"))).toEqual([expect.stringContaining('"a" and "b" require each other')]);
  expect(await round(requires("a?"))).toEqual([]);
  expect(await round("metadata:\n  related-skills: a\n")).toEqual([]);
});

test("two views lack a skill, each is told once, however many outputs have it", async () => {
  const views = { one: "skills/a", two: "skills/a", whole: "skills/*" };
  const outputs = ["one", "two", "whole", "one"].map((view, at) => ({ outDir: `out-${at}`, emit: ["json"], view }));
  const found = await check([skill("a", requires("b")), skill("b")], { views, outputs } as never);
  expect(found.map((one) => /the view "(\w+)" contains "a", but not "b"/.exec(one)?.[1])).toEqual(["one", "two"]);
});

const AT = { line: 0, span: { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 2, offset: 1 } } };

/** Skills as linking sees them, with what each requires. */
function graphOf(requirements: readonly (readonly number[])[]): readonly AdmittedSkill[] {
  const nameOf = (at: number): string => `s${String(at).padStart(6, "0")}`;
  return requirements.map((needs, number) => {
    const references = needs.map((to) => ({ to: nameOf(to), kind: "required", field: "requires-skills", at: AT }));
    const name = nameOf(number);
    const fields = { requiredScope: [], metadata: {} };
    const unit = { link: { name, references, toolsets: [] }, lines: ["x"], at: {}, facts: { fields } };
    return { id: name, number, place: { file: `${name}/SKILL.md`, dir: name, path: name }, unit } as never;
  });
}

/** Returns the rules of the findings, each with how often it is there, and the skills of the view. */
function linkAll(requirements: readonly (readonly number[])[]): readonly [Readonly<Record<string, number>>, number] {
  const found = createFindings();
  const findings = { of: () => found, groups: () => [] };
  const skills = graphOf(requirements);
  const config = { profile: "standard", sources: [], installed: { roots: [], locked: [], refs: [] } };
  const graph = linkReferences(skills, config, { findings, dropped: [] });
  const views = { first: [skills[0]?.id ?? ""] };
  const linked = linkRequired(views, graph, { dependencies: { views: "include" }, findings });
  const counts: Record<string, number> = {};
  for (const { rule } of found.findings) counts[rule] = (counts[rule] ?? 0) + 1;
  return [counts, linked.views["first"]?.length ?? 0];
}

describe("large graphs are linked in linear time and without recursion:", () => {
  const chain = (count: number): readonly (readonly number[])[] =>
    Array.from({ length: count }, (_, at) => (at + 1 < count ? [at + 1] : []));
  const ring = (count: number): readonly (readonly number[])[] =>
    chain(count).map((needs, at) => (at + 1 === count ? [0] : needs));
  const star = (count: number): readonly (readonly number[])[] =>
    Array.from({ length: count }, (_, at) => (at === 0 ? Array.from({ length: count - 1 }, (_one, to) => to + 1) : []));
  const clique = (count: number): readonly (readonly number[])[] =>
    Array.from({ length: count }, (_, at) => [...Array(count).keys()].filter((to) => to !== at));

  it("a chain of 100,000, and a ring, which is one cycle", () => {
    const small = processorTime(() => linkAll(chain(12_500)));
    let found: unknown;
    const large = processorTime(() => (found = linkAll(chain(100_000))));
    expect(found).toEqual([{}, 100_000]);
    expect(large).toBeLessThan(8 * 4 * small + 200);
    expect(linkAll(ring(100_000))).toEqual([{ "dependency-cycle": 1 }, 100_000]);
  });

  it("a star and a clique of 1,000", () => {
    expect(linkAll(star(1_000))).toEqual([{}, 1_000]);
    const small = processorTime(() => linkAll(clique(250)));
    let found: unknown;
    const large = processorTime(() => (found = linkAll(clique(1_000))));
    expect(found).toEqual([{ "dependency-cycle": 1 }, 1_000]);
    // 16 times as many references.
    expect(large).toBeLessThan(16 * 4 * small + 200);
  });

  it("10,000 skills that require one that is not there, each with its finding", () => {
    const beta = Array.from({ length: 10_000 }, () => [999_999]);
    let found: unknown;
    expect(processorTime(() => (found = linkAll(beta)))).toBeLessThan(1_000);
    expect(found).toEqual([{ "dependency-missing": 10_000 }, 1]);
  });
});
