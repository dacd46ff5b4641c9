import { expect, it, test } from "vitest";
import { collisionKey, findCollisions } from "../../../src/paths/index.ts";

const COMPOSED = "references/caf\u00E9.md";
const DECOMPOSED = "references/cafe\u0301.md";

it("tells what differs", () => {
  expect(findCollisions(["readme.md", "forms.md", "README.md"])).toEqual([
    { kind: "case", paths: ["README.md", "readme.md"] },
  ]);
  expect(findCollisions([COMPOSED, DECOMPOSED])).toEqual([{ kind: "normalization", paths: [DECOMPOSED, COMPOSED] }]);
  expect(findCollisions([COMPOSED, DECOMPOSED, COMPOSED.toUpperCase()])).toMatchObject([{ kind: "case" }]);
});

it("sees directories that differ in case, and sorts the groups", () => {
  expect(findCollisions(["Scripts/run.py", "a.md", "scripts/run.py", "A.md"])).toEqual([
    { kind: "case", paths: ["A.md", "a.md"] },
    { kind: "case", paths: ["Scripts/run.py", "scripts/run.py"] },
  ]);
});

it("takes the same path twice for one", () => {
  expect(findCollisions(["forms.md", "forms.md", "constructor", "__proto__"])).toEqual([]);
});

test.each([
  ["straße.md", "STRASSE.md"],
  ["STRA\u1E9EE.md", "straße.md"],
  ["ΟΔΟΣ.md", "οδος.md"],
  ["οδοσ.md", "οδος.md"],
  ["\u212Aelvin.md", "kelvin.md"],
  ["İzmir.md", "i\u0307zmir.md"],
])("%s and %s are one", (one, two) => {
  expect(collisionKey(one)).toBe(collisionKey(two));
});

test.each([
  ["kırmızı.md", "kirmizi.md"],
  ["resume.md", "résumé.md"],
  ["ﬁle-1.md", "file-2.md"],
])("%s and %s are two", (one, two) => {
  expect(collisionKey(one)).not.toBe(collisionKey(two));
});
