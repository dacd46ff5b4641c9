/** What entries of a lock require of each other, compared with graphlib on random graphs. */
import { alg, Graph } from "@dagrejs/graphlib";
import { expect, test } from "vitest";
import { openEndsOf, unusedIn, withMovedKeys, withTrueRequirers } from "../../../src/refs/lock-graph.ts";
import type { LockEntry, SkillLock } from "../../../src/refs/lock-text.ts";
import fc from "../../support/fast-check.ts";

const key = (at: number): string => `acme/skills/s${at}`;

/** For each entry what it requires, and whether someone has added it. */
const locks = fc
  .array(fc.tuple(fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 3 }), fc.boolean()), { minLength: 1, maxLength: 12 })
  .map((entries): SkillLock => {
    const known = (to: number, at: number): boolean => to < entries.length && to !== at;
    return new Map(
      entries.map(([needs, isByHand], at) => {
        const requires = needs
          .filter((to) => known(to, at))
          .map(key)
          .sort();
        const entry = { path: `p${at}`, integrity: "", files: new Map(), ...(requires.length > 0 && { requires }) };
        return [key(at), (isByHand ? entry : { ...entry, requiredBy: [] }) satisfies LockEntry];
      }),
    );
  });

test("a lock with true requirers is closed, and what no one has added is used if something added reaches it", () => {
  fc.assert(
    fc.property(locks, (lock) => {
      const closed = withTrueRequirers(lock);
      expect(openEndsOf(closed)).toEqual([]);
      const graph = new Graph();
      for (const [from, { requires = [] }] of lock) {
        graph.setNode(from);
        for (const to of requires) graph.setEdge(from, to);
      }
      const added = [...lock].filter(([, { requiredBy }]) => requiredBy === undefined).map(([from]) => from);
      const reached = new Set(added.length === 0 ? [] : alg.preorder(graph, added));
      expect(unusedIn(closed)).toEqual([...lock.keys()].filter((one) => !reached.has(one)));
      for (const [to, { requiredBy }] of closed)
        if (requiredBy !== undefined) expect(requiredBy).toEqual([...(graph.predecessors(to) ?? [])].sort());
    }),
    { numRuns: 300 },
  );
});

test("every entry that is cut out of a closed lock, and is required, leaves it open", () => {
  fc.assert(
    fc.property(locks, fc.nat(), (lock, which) => {
      const closed = withTrueRequirers(lock);
      const [gone = ""] = [...closed.keys()].slice(which % closed.size);
      const cut = new Map([...closed].filter(([one]) => one !== gone));
      const isRequired = [...closed.values()].some(({ requires = [] }) => requires.includes(gone));
      const requiresOthers = (closed.get(gone)?.requires ?? []).some((to) => closed.get(to)?.requiredBy !== undefined);
      expect(openEndsOf(cut).length > 0).toBe(isRequired || requiresOthers);
    }),
    { numRuns: 300 },
  );
});

test("a key that moves is named anew, once", () => {
  const entry = { path: "p", integrity: "", files: new Map<string, string>() };
  const lock = new Map([["b", { ...entry, requires: ["x@v1", "x@v2"] }]]);
  expect(withMovedKeys(lock, new Map([["x@v1", "x@v2"]])).get("b")?.requires).toEqual(["x@v2"]);
});
