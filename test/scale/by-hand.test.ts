/** The recipes of docs/scale.md were run with the programs that they are for. */
import { expect, test } from "vitest";
import { keptRecord, presentRecord } from "./by-hand.mjs";

test("what was run is what is here: npm run scale:by-hand runs it again", () => {
  const { date, node, bazel, results: _results, ...kept } = keptRecord();
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(node).toMatch(/^v\d+/);
  expect(bazel).toMatch(/^bazel-bootstrap \d+/);
  expect(kept).toEqual(presentRecord());
});

test.each(["turborepo", "nx", "bazel"])(
  "%s: a second clone compiles nothing, an edit one package, and the output is a build's",
  (name) => {
    expect(keptRecord().results[name]).toEqual({
      packages: 40,
      skills: 200,
      first: { compiled: 40, restored: 0 },
      second: { compiled: 0, restored: 40 },
      // Bazel asks only for what has changed.
      edited: { compiled: 1, restored: name === "bazel" ? 0 : 39 },
      isSame: true,
      ...(name === "bazel" && {
        outerLinks: { named: ["elsewhere", "tables.md"], isShipped: false },
      }),
    });
  },
);
