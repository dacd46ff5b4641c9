/** The charts of a report as numbers: nothing overlaps, nothing is lost. */
import { describe, expect, test } from "vitest";
import { chooseLinks, layoutGraph, MOST_NODES } from "../../src/report/charts/link-graph.ts";
import { layoutTreemap, type TreemapSkill } from "../../src/report/charts/treemap.ts";
import { NO_SHARES } from "../../src/report/shares.ts";
import type { GraphEdge } from "../../src/api/skill-graph.ts";
import { skillLinks, type SkillLink } from "../../src/report/skill-links.ts";
import fc from "../support/fast-check.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pairs of boxes that share more than a hundredth of a unit. */
function overlaps(boxes: readonly Box[]): readonly (readonly [Box, Box])[] {
  const E = 0.01;
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (two) =>
          one.x + E < two.x + two.width &&
          two.x + E < one.x + one.width &&
          one.y + E < two.y + two.height &&
          two.y + E < one.y + one.height,
      )
      .map((two) => [one, two] as const),
  );
}

describe("the treemap", () => {
  const skills = fc
    .array(fc.record({ index: fc.nat(200), instructions: fc.nat(20_000), text: fc.nat(400_000), binary: fc.nat(5) }), {
      maxLength: 120,
    })
    .map((all) =>
      all.map((tokens, row): TreemapSkill => {
        const share = (value: number) => ({ tokens: value, bytes: value * 4 });
        const { index, instructions, text, binary } = tokens;
        const shares = {
          index: share(index),
          instructions: share(instructions),
          text: share(text),
          binary: share(binary),
        };
        return { row, id: `s${row}`, name: `s${row}`, shares };
      }),
    );

  test("has every token once, in cells that do not overlap and stay inside", () => {
    fc.assert(
      fc.property(skills, fc.constantFrom("tokens", "bytes"), (all, measure) => {
        const size = { width: 1060, height: 460 };
        const groups = layoutTreemap(all, measure, size);
        for (const { kind, value, cells } of groups) {
          expect(value).toBe(all.reduce((sum, { shares }) => sum + shares[kind][measure], 0));
          expect(cells.reduce((sum, cell) => sum + cell.value, 0)).toBe(value);
          const counted = cells.reduce((sum, cell) => sum + cell.skills, 0);
          expect(counted).toBe(all.filter(({ shares }) => shares[kind][measure] > 0).length);
        }
        const cells = groups.flatMap((group) => group.cells);
        // Pixels on both axes, so that an overlap means the same on both.
        const boxes = cells.map((cell) => ({ ...cell, x: cell.x * 10.6, width: cell.width * 10.6 }));
        expect(overlaps(boxes)).toEqual([]);
        expect(boxes.filter(({ x, width, y, height }) => x + width > 1060.01 || y + height > 460 || y < 0)).toEqual([]);
        // Every kind is seen, however small its share is.
        const seen = groups.filter((group) =>
          group.cells.some(({ width, height }) => width * 10.6 >= 2 && height >= 2),
        );
        expect(seen).toEqual(groups);
      }),
      { numRuns: 60 },
    );
  });

  test.each([1060, 350])(
    "gives a readable cell to each of the largest of 400 skills of about one size (%i wide)",
    (width) => {
      const all = Array.from({ length: 400 }, (_, row): TreemapSkill => {
        const shares = { ...NO_SHARES, instructions: { tokens: 2400 - row, bytes: 0 } };
        return { row, id: `s${row}`, name: `s${1000 + row}`, shares };
      });
      const height = width === 1060 ? 460 : 620;
      const [group] = layoutTreemap(all, "tokens", { width, height });
      const cells = group?.cells ?? [];
      const own = cells.filter(({ skill }) => skill !== undefined);
      expect(own.length).toBeGreaterThanOrEqual(25);
      expect(own.map(({ skill }) => skill?.row).sort((one, two) => (one ?? 0) - (two ?? 0))).toEqual(
        own.map((_, at) => at),
      );
      for (const cell of own)
        expect((cell.width * width) / 100 >= 44 && cell.height >= 24, "its label fits").toBe(true);
      const groups = cells.filter(({ skill }) => skill === undefined);
      expect(groups.length).toBeGreaterThan(1);
      // Each has the skills between its two names, and no skill is in two.
      const starts = groups.map(({ span }) => span?.from ?? "");
      expect(starts).toEqual(starts.toSorted((one, two) => (one < two ? -1 : 1)));
      expect(own.length + groups.reduce((sum, { skills }) => sum + skills, 0)).toBe(400);
    },
  );

  test("has no group without a value", () => {
    expect(layoutTreemap([], "tokens", { width: 100, height: 100 })).toEqual([]);
    const one = { row: 0, id: "x", name: "x", shares: { ...NO_SHARES, index: { tokens: 9, bytes: 36 } } };
    expect(layoutTreemap([one], "tokens", { width: 100, height: 100 }).map(({ kind }) => kind)).toEqual(["index"]);
  });
});

describe("the graph of links", () => {
  const link = (from: string, to: string): SkillLink => ({ from, to, kind: "name", count: 1, isMissing: false });
  const links = fc
    .uniqueArray(fc.tuple(fc.nat(25), fc.nat(25)), { maxLength: 60, selector: ([one, two]) => `${one} ${two}` })
    .map((pairs) =>
      pairs.filter(([one, two]) => one !== two).map(([one, two]) => link(`skill-${one}`, `skill-${two}`)),
    );

  test("has every skill and every link once, and no two skills at the same place", () => {
    fc.assert(
      fc.property(links, fc.constantFrom(340, 1060), (all, width) => {
        const graph = layoutGraph(all, { width, longest: 20 });
        expect(graph.nodes.map(({ id }) => id).sort()).toEqual(
          [...new Set(all.flatMap(({ from, to }) => [from, to]))].sort(),
        );
        expect(new Set(graph.edges.map((edge) => edge.link))).toEqual(new Set(all));
        expect(overlaps(graph.nodes)).toEqual([]);
        const inside = graph.nodes.every(
          ({ x, y, width: w, height: h }) =>
            x >= -0.01 && y >= -0.01 && x + w <= graph.width + 1 && y + h <= graph.height + 1,
        );
        expect(inside).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test("does not depend on what was laid out before", () => {
    const all = [link("a", "b"), link("b", "c"), link("d", "a"), link("x", "y")];
    const first = layoutGraph(all, { width: 600, longest: 20 });
    layoutGraph([link("q", "r")], { width: 600, longest: 20 });
    expect(layoutGraph(all, { width: 600, longest: 20 })).toEqual(first);
  });

  test("spells out and cuts names", () => {
    const { nodes } = layoutGraph([link("a\u202Eb", "潮汐".repeat(20))], { width: 600, longest: 12 });
    expect(nodes.map(({ label }) => label)).toEqual(["a<U+202E>b", "潮汐潮汐潮汐潮汐潮汐潮…"]);
  });

  test("keeps the skills with the most links if there are too many", () => {
    const many = Array.from({ length: MOST_NODES + 20 }, (_, index) => link(`leaf-${index}`, "hub"));
    const { links: kept, leftOut } = chooseLinks(many);
    expect(leftOut).toBe(21);
    expect(kept).toHaveLength(MOST_NODES - 1);
    expect(chooseLinks(many.slice(0, 5))).toEqual({ links: many.slice(0, 5), leftOut: 0 });
  });
});

describe("links between skills", () => {
  const edge = (from: string, to: string, more: Partial<GraphEdge> = {}): GraphEdge => ({
    from,
    to,
    kind: "mention",
    file: "SKILL.md",
    resolved: true,
    ...more,
  });

  test("are of the strongest kind, each once, in order", () => {
    const edges = [
      edge("a", "b"),
      edge("a", "b", { kind: "path" }),
      edge("a", "c", { kind: "related", field: "x" }),
      edge("a", "b", { kind: "required", field: "x" }),
      edge("b", "a"),
    ];
    expect(skillLinks(edges).map(({ from, to, kind, count }) => `${from} ${to} ${kind} ${count}`)).toEqual([
      "a b required 3",
      "a c related 1",
      "b a name 1",
    ]);
  });

  test("to skills that do not exist are marked, unless they may be optional or no skills", () => {
    const edges = [
      edge("a", "nope", { kind: "required", field: "x", resolved: false }),
      edge("a", "gone", { resolved: false }),
      edge("a", "maybe", { kind: "optional", field: "x", resolved: false }),
      edge("a", "jq", { kind: "required", field: "depends_on", strength: "weak", resolved: false }),
    ];
    expect(skillLinks(edges).map(({ to, isMissing }) => `${to} ${isMissing}`)).toEqual(["nope true", "gone true"]);
  });
});
