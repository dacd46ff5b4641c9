/** Paths in one text are found as in a list, whatever they start or end with. */
import { expect, test } from "vitest";
import { openPaths } from "../../../src/engine/path-list.ts";
import { inMemory } from "../../../src/engine/stored-bytes.ts";
import { isAtOrBelow } from "../../../src/paths/index.ts";

const PATHS = [".", "../a", "/srv/out", "a", "a/b", "a/bc", "b", "out", "out/a", "out/a/b", "outer", "é/a", "x"];
const ASKED = [...PATHS, "", "a/", "c", "ut", "out/", "a/b/c", "/srv", "é"];

test.each([PATHS, PATHS.toReversed(), ["a"], []])("finds indexes, places and directories in %j", (...paths) => {
  const list = openPaths(inMemory(Buffer.from(paths.map((path) => `${path}\0`).join(""))));
  expect(list.count).toBe(paths.length);
  expect(paths.map((_, index) => list.at(index))).toEqual(paths);
  expect(list.startOf(paths.length)).toBe(list.stored.length);
  // The second round is answered by a table.
  for (let round = 0; round < 6; round++)
    for (const path of ASKED) {
      expect(list.indexOf(path)).toBe(paths.indexOf(path));
      const below = paths.flatMap((one, index) => (isAtOrBelow(one, path) ? [index] : []));
      if (path !== "") expect([...list.below(path)].sort((one, two) => one - two)).toEqual(below);
    }
});
