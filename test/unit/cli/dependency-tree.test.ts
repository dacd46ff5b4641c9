import { afterAll, describe, expect, test } from "vitest";
import type { GraphEdge, GraphFacts } from "../../../src/api/skill-graph.ts";
import { dependencyTree } from "../../../src/cli/dependency-tree.ts";
import { createProject } from "../../support/consumer.ts";
import { runCli } from "../../support/run-cli.ts";

const skill = (name: string, more = "", body = "Read."): string =>
  `---\nname: ${name}\ndescription: Explains ${name}. Use when asked about ${name}.\n${more}---\n${body}\n`;

const project = createProject({
  "skills/alpha/SKILL.md": skill("alpha", 'metadata:\n  requires-skills: "beta, nope"\n'),
  "skills/beta/SKILL.md": skill("beta", 'metadata:\n  requires-skills: "gamma@^1.2"\n  related-skills: alpha\n'),
  "skills/delta/SKILL.md": skill("delta"),
  "skills/gamma/SKILL.md": skill("gamma", 'metadata:\n  version: "1.4.0"\n'),
  "skills/ring/SKILL.md": skill("ring", "metadata:\n  requires-skills: ring-2\n"),
  "skills/ring-2/SKILL.md": skill("ring-2", "metadata:\n  requires-skills: ring, beta\ndepends_on: [jq]\n"),
  "skills/writer/SKILL.md": skill("writer", "", "Then use the `gamma` skill, see [it](../gamma/SKILL.md)."),
});
afterAll(() => project.remove());

test("list --tree", async () => {
  const { stdout, exitCode } = await runCli(["list", "skills", "--tree"], project.dir);
  expect(stdout.split("\n")).toEqual([
    "alpha  skills/alpha",
    "├─ beta  required (skills/alpha/SKILL.md:5)",
    "│  ├─ gamma ^1.2  required, version 1.4.0 (skills/beta/SKILL.md:5)",
    "│  └─ alpha  related (skills/beta/SKILL.md:6) (cycle)",
    "└─ nope  required, does not exist (skills/alpha/SKILL.md:5)",
    "delta  skills/delta  (no dependencies)",
    "writer  skills/writer  (no dependencies)",
    "ring  skills/ring",
    "└─ ring-2  required (skills/ring/SKILL.md:5)",
    "   ├─ ring  required (skills/ring-2/SKILL.md:5) (cycle)",
    "   ├─ beta  required (skills/ring-2/SKILL.md:5) …",
    "   └─ jq  required, not a skill here (skills/ring-2/SKILL.md:6)",
    "7 skills, 8 dependencies, 2 missing, 1 cycle",
    "",
  ]);
  expect(exitCode).toBe(1);
});

test("list --tree --json", async () => {
  const { stdout } = await runCli(["list", "skills", "--tree", "--json"], project.dir);
  const { nodes, edges, cycles } = JSON.parse(stdout) as GraphFacts;
  expect(nodes.find(({ id }) => id === "gamma")).toEqual({ id: "gamma", path: "skills/gamma", version: "1.4.0" });
  expect(cycles).toEqual([["ring", "ring-2"]]);
  expect(edges.map(({ from, to, kind, resolved }) => `${from} ${kind} ${to} ${resolved}`)).toEqual([
    "alpha required beta true",
    "alpha required nope false",
    "beta required gamma true",
    "beta related alpha true",
    "ring required ring-2 true",
    "ring-2 required ring true",
    "ring-2 required beta true",
    "ring-2 required jq false",
    "writer mention gamma true",
    "writer path gamma true",
  ]);
});

describe("why", () => {
  test("names what requires a skill, itself and through others, and what names it", async () => {
    const { stdout, exitCode } = await runCli(["why", "gamma", "skills"], project.dir);
    expect([exitCode, stdout]).toEqual([
      0,
      `gamma 1.4.0 is required by
  beta    skills/beta/SKILL.md:5  metadata.requires-skills
  alpha   through beta
  ring-2  through beta
  ring    through ring-2
named in the instructions of: writer (skills/writer/SKILL.md:5)
`,
    ]);
  });

  test("says that nothing requires a skill", async () => {
    const { stdout, exitCode } = await runCli(["why", "alpha", "skills"], project.dir);
    expect([exitCode, stdout]).toEqual([
      0,
      "nothing requires alpha\ndeclared by\n  beta  skills/beta/SKILL.md:6  related\n",
    ]);
    expect((await runCli(["why", "delta", "skills"], project.dir)).stdout).toBe("nothing requires delta\n");
  });

  test("exits 2 for a name that no skill has, with the nearest one", async () => {
    const { stderr, exitCode } = await runCli(["why", "gama", "skills"], project.dir);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('unknown skill "gama" (did you mean "gamma"?)');
    expect((await runCli(["why"], project.dir)).exitCode).toBe(2);
  });

  test("prints JSON", async () => {
    const { stdout } = await runCli(["why", "gamma", "skills", "--json"], project.dir);
    expect(JSON.parse(stdout)).toMatchObject({
      skill: "gamma",
      version: "1.4.0",
      requiredBy: [{ skill: "beta" }, { skill: "alpha", through: "beta" }, {}, {}],
      mentionedBy: [
        { from: "writer", kind: "mention" },
        { from: "writer", kind: "path" },
      ],
    });
  });
});

test("a chain of 100,000 skills is printed in trees that are not too deep", () => {
  const id = (at: number): string => `s${at}`;
  const edges = Array.from({ length: 100_000 }, (_, at): GraphEdge => {
    return { from: id(at), to: id(at + 1), kind: "required", field: "x", file: "f", resolved: true };
  });
  const nodes = Array.from({ length: 100_001 }, (_, at) => ({ id: id(at), path: id(at) }));
  const lines = dependencyTree({ nodes, edges, cycles: [] });
  expect(lines.filter((line) => line.startsWith("s")).length).toBe(Math.ceil(100_000 / 33));
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(200);
});

test("names are escaped", () => {
  const node = { id: "a\u202eb", path: "p\u0007" };
  const lines = dependencyTree({ nodes: [node], edges: [], cycles: [] }).join("\n");
  expect(lines).not.toContain("\u202e");
  expect(lines).not.toContain("\u0007");
});
