/**
 * The graph of skills against programs that no one here wrote: @dagrejs/graphlib and tsort for cycles and orders, semver for
 * ranges.
 */
import { spawnSync } from "node:child_process";
import { alg, Graph } from "@dagrejs/graphlib";
import semver from "semver";
import { expect, test } from "vitest";
import { findCycles, reachedFrom } from "../../src/link/dependencies/cycles.ts";
import { parseRange, parseVersion, satisfies } from "../../src/refs/index.ts";
import { closureOf, SkillError, type Skill } from "../../src/runtime/access.ts";
import fc from "../support/fast-check.ts";
import { skillsOfGraph } from "../support/graph-skills.ts";

const graphs = fc
  .integer({ min: 1, max: 30 })
  .chain((size) =>
    fc.array(fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: 4 }), {
      minLength: size,
      maxLength: size,
    }),
  )
  .map((requirements) => requirements.map((needs, at) => needs.filter((to) => to !== at)));

function toGraph(requirements: readonly (readonly number[])[]): Graph {
  const graph = new Graph();
  for (const [at, needs] of requirements.entries()) {
    graph.setNode(String(at));
    for (const to of needs) graph.setEdge(String(at), String(to));
  }
  return graph;
}

test("skills that require each other are the cycles of graphlib", () => {
  fc.assert(
    fc.property(graphs, (requirements) => {
      const expected = alg.findCycles(toGraph(requirements)).map((group) => group.map(Number).sort((a, b) => a - b));
      expect(findCycles(requirements)).toEqual(expected.sort(([a = 0], [b = 0]) => a - b));
    }),
    { numRuns: 500 },
  );
});

test("a closure has what graphlib reaches, what is required first, cycles in the order of ids", () => {
  fc.assert(
    fc.property(graphs, (requirements) => {
      const graph = toGraph(requirements);
      const components = alg.tarjan(graph);
      const componentOf = new Map(components.flatMap((ids, at) => ids.map((id) => [id, at] as const)));
      const skills = skillsOfGraph(requirements);
      const reached = reachedFrom([0], requirements);
      const closure = closureOf(skills, "s00").map(({ id }) => String(Number(id.slice(1))));
      expect([...closure].sort()).toEqual(
        [...reached]
          .filter((at) => at !== 0)
          .map(String)
          .sort(),
      );
      expect([...closure, "0"].sort()).toEqual(alg.preorder(graph, ["0"]).sort());
      // What is in another component comes before what requires it; a component is in one piece, sorted.
      const order = new Map(closure.map((id, at) => [id, at]));
      for (const from of closure)
        for (const to of graph.successors(from) ?? []) {
          if (to === "0" || componentOf.get(to) === componentOf.get(from)) continue;
          expect(order.get(to)).toBeLessThan(order.get(from) as number);
        }
      for (const ids of components) {
        const places = ids.flatMap((id) => order.get(id) ?? []).sort((a, b) => a - b);
        expect(places).toEqual(places.map((_, at) => (places[0] as number) + at));
        const names = places.map((at) => closure[at] as string).map(Number);
        expect(names).toEqual([...names].sort((a, b) => a - b));
      }
    }),
    { numRuns: 500 },
  );
});

test("without a cycle, a closure is in an order that graphlib accepts", () => {
  fc.assert(
    fc.property(graphs, (requirements) => {
      const acyclic = requirements.map((needs, at) => needs.filter((to) => to > at));
      const topological = alg.topsort(toGraph(acyclic)).toReversed();
      const closure = closureOf(skillsOfGraph(acyclic), "s00").map(({ id }) => String(Number(id.slice(1))));
      const isBefore = (one: string, two: string): boolean => closure.indexOf(one) < closure.indexOf(two);
      expect(new Set(closure)).toEqual(new Set(topological.filter((id) => closure.includes(id))));
      for (const id of closure)
        for (const to of acyclic[Number(id)] ?? []) expect([id, to, isBefore(String(to), id)]).toEqual([id, to, true]);
    }),
    { numRuns: 500 },
  );
});

test.skipIf(process.platform === "win32")(
  "tsort of coreutils finds the same cycles, and a closure is in an order that it accepts",
  () => {
    const sample = fc.sample(graphs, { numRuns: 40, seed: 7 });
    for (const requirements of sample) {
      const pairs = requirements.flatMap((needs, at) => [`${at} ${at}`, ...needs.map((to) => `${to} ${at}`)]);
      const run = spawnSync("tsort", { input: pairs.join("\n"), encoding: "utf8" });
      if (run.error !== undefined) return console.warn("skipped: tsort is not installed");
      const inCycles = new Set(findCycles(requirements).flat().map(String));
      const named = Array.from(run.stderr.matchAll(/^tsort: (\d+)$/gm), ([, id = ""]) => id);
      expect([run.status, named.every((id) => inCycles.has(id))]).toEqual([inCycles.size > 0 ? 1 : 0, true]);
      if (inCycles.size > 0) continue;
      // What the closure says, before the rest: tsort accepts an order if it finds no cycle in it.
      const closure = closureOf(skillsOfGraph(requirements), "s00").map(({ id }) => String(Number(id.slice(1))));
      const chain = [...closure, "0"].map((id, at, all) => `${all[Math.max(0, at - 1)]} ${id}`);
      const among = pairs.filter((pair) => pair.split(" ").every((id) => id === "0" || closure.includes(id)));
      expect(spawnSync("tsort", { input: [...chain, ...among].join("\n"), encoding: "utf8" }).status).toBe(0);
    }
  },
);

test("closures of chains, stars and rings need no recursion", () => {
  const chain = Array.from({ length: 100_000 }, (_, at) => (at < 99_999 ? [at + 1] : []));
  expect(closureOf(skillsOfGraph(chain), "s00").at(0)?.id).toBe("s99999");
  const ring = chain.map((needs, at) => (at === 99_999 ? [0] : needs));
  const closure = closureOf(skillsOfGraph(ring), "s00").map(({ id }) => id);
  expect(closure).toHaveLength(99_999);
  expect(closure).toEqual([...closure].sort());
  const clique = Array.from({ length: 1_000 }, (_, at) => [...Array(1_000).keys()].filter((to) => to !== at));
  expect(closureOf(skillsOfGraph(clique), "s500")).toHaveLength(999);
});

test("a skill that does not exist has no closure, and one that is gone is left out of it", () => {
  const skills = skillsOfGraph([[1], []]);
  expect(() => closureOf(skills, "nope")).toThrow(SkillError);
  const gone: Pick<typeof skills, "has" | "get" | "names"> = {
    ...skills,
    has: (name) => name !== "s01" && skills.has(name),
  };
  expect(closureOf(gone, "s00")).toEqual([] satisfies readonly Skill[]);
});

const part = fc.integer({ min: 0, max: 3 });
const release = fc.tuple(part, part, part).map((parts) => parts.join("."));
const version = fc.oneof(
  release,
  fc.tuple(release, fc.constantFrom("a", "rc.1", "rc.2", "0")).map(([one, pre]) => `${one}-${pre}`),
);
const partial = fc.oneof(
  version,
  fc.tuple(part, part).map((parts) => parts.join(".")),
  part.map(String),
  fc.constantFrom("1.x", "*", "2.*"),
);
const comparator = fc
  .tuple(fc.constantFrom("", "^", "~", ">", ">=", "<", "<=", "="), partial)
  .map(([sign, one]) => sign + one);
const range = fc.oneof(
  comparator,
  fc.tuple(comparator, comparator).map((both) => both.join(" ")),
  fc.tuple(comparator, comparator).map((both) => both.join(" || ")),
  fc.tuple(version, version).map((both) => both.join(" - ")),
);

test("a version satisfies a range as in semver", () => {
  fc.assert(
    fc.property(version, range, (one, written) => {
      const parsed = parseRange(written);
      const own = parseVersion(one);
      expect([one, written, parsed !== undefined && own !== undefined && satisfies(own, parsed)]).toEqual([
        one,
        written,
        semver.satisfies(one, written),
      ]);
    }),
    { numRuns: 2_000 },
  );
});
