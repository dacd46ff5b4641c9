/** docs/benchmarks.md and its picture are those of the recorded run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { benchmarksPage, type Recorded, type Row, type Tree } from "./benchmarks-page.mjs";
import { benchmarksPicture } from "./benchmarks-picture.mjs";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const recorded = JSON.parse(read("test/bench/recorded.json")) as Recorded;

test("docs/benchmarks.md shows the recorded run: npm run docs updates it", () => {
  expect(read("docs/benchmarks.md")).toBe(benchmarksPage(recorded));
  expect(read("docs/benchmarks.svg")).toBe(benchmarksPicture(recorded));
});

test("the recorded run has every number of skills, every command and a profile", () => {
  // And 50,000, of which only the slope is of interest.
  expect(recorded.trees.map(({ n }) => n).slice(0, 4)).toEqual([1, 100, 1000, 10_000]);
  for (const { rows } of recorded.trees.slice(0, 4)) {
    const ids = rows.map(({ id }) => id);
    for (const command of ["build", "check"])
      for (const state of ["cold", "none", "restored", "edit", "same"]) expect(ids).toContain(`${command}-${state}`);
  }
  expect(recorded.profile?.parts.length).toBeGreaterThan(5);
});

describe("a run with known figures", () => {
  const row = (id: string, cpu: readonly number[], more: Partial<Row> = {}): Row => ({
    id,
    group: id.split("-")[0] ?? "",
    label: id,
    cpu,
    wall: cpu,
    ...more,
  });
  const anchor = (id: string, cpu: readonly number[]) => row(id, cpu, { group: "anchors" });
  const tree = (n: number, rows: readonly Row[]): Tree => ({
    n,
    files: 2 * n,
    bytes: 1e7,
    rounds: 3,
    rows: [
      anchor("node", [41, 41, 41]),
      anchor("walk", [60, 60, 60]),
      // The second round is twice as slow.
      anchor("read", [100, 200, 100]),
      anchor("floor", [300, 300, 300]),
      ...rows,
    ],
  });
  const run: Recorded = {
    ...recorded,
    trees: [
      tree(1000, [
        row("build-cold", [900, 1800, 900]),
        row("build-same", [73, 73, 73]),
        row("build-velite", [700, 1400, 700], { label: "velite 9, SKILL.md only", isPeer: true }),
        row("build-agents", [], { label: "a <broken> peer", isPeer: true, failed: "it ended with 1" }),
      ]),
      tree(10_000, [row("build-cold", [2000, 4000, 2000], { memory: 251e6 })]),
    ],
  };
  const page = benchmarksPage(run);

  test("compares round by round, so that a slow round changes nothing", () => {
    expect(page).toContain("\n| **skillc build**, build-cold | 9.0 | 20 |\n");
    expect(page).toContain("\n| velite 9, SKILL.md only | 7.0 |  |\n");
  });

  test("says which goals are reached", () => {
    expect(page).toContain("\n| build, empty cache | 1,000 | 10 R | 9.0 R | yes |\n");
    expect(page).toContain("\n| build, empty cache | 10,000 | 15 R | 20 R | no |\n");
    expect(page).toContain("\n| build, nothing changed | 1,000 | 1.8 E | 1.78 E | yes |\n");
    expect(page).toContain("\n| memory: build, empty cache | 10,000 | 230 MB | 251 MB | no |\n");
  });

  test("names what was not measured", () => {
    expect(page).toContain("\n- a &#60;broken&#62; peer at 1,000 skills: it ended with 1\n");
    expect(benchmarksPicture(run)).not.toContain("broken");
  });

  test("is drawn to scale", () => {
    const picture = benchmarksPicture(run);
    const bars = Array.from(picture.matchAll(/class="(own|other)" .*width="([\d.]+)"/g), ([, kind, width]) => [
      kind,
      Number(width),
    ]);
    expect(bars.map(([kind]) => kind)).toEqual(["own", "own", "other"]);
    const [same = 0, cold = 0, velite = 0] = bars.map(([, width]) => Number(width));
    expect(cold / same).toBeCloseTo(9 / 0.73, 0);
    expect(velite / cold).toBeCloseTo(7 / 9, 2);
  });

  test("says that the machine was busy", () => {
    expect(benchmarksPage({ ...run, load: 0.2 })).toContain("The machine was idle before (load 0.2).");
    expect(benchmarksPage({ ...run, load: 4.2 })).toContain("**The machine was busy with other work (load 4.2)**");
  });
});
