import { expect, test } from "vitest";
import { newestTag } from "../../../src/refs/index.ts";

test.each<readonly [tag: string, tags: readonly string[], newest: string | undefined]>([
  ["v1.0.0", ["v1.0.0", "v1.9.0", "v1.10.0"], "v1.10.0"],
  ["v1.10.0", ["v1.9.0", "v1.10.0"], undefined],
  ["v1.0.0", ["v1.1.0-rc.1", "v1.0.1"], "v1.0.1"],
  ["v1.1.0-rc.1", ["v1.1.0-rc.2", "v1.0.9"], "v1.1.0-rc.2"],
  ["v1.1.0-rc.1", ["v1.1.0-rc.2", "v1.1.0"], "v1.1.0"],
  ["1.0", ["1.0", "1.0.1", "v2.0.0"], "1.0.1"],
  ["v1", ["v1.2.0", "v2", "v3.0.0"], "v2"],
  ["pdf-v1.0.0", ["pdf-v1.2.0", "v9.0.0", "xlsx-v3.0.0"], "pdf-v1.2.0"],
  ["@acme/pdf@1.0.0", ["@acme/pdf@1.0.1", "@acme/xlsx@2.0.0"], "@acme/pdf@1.0.1"],
  ["main", ["v1.0.0"], undefined],
  ["2024-01-31", ["2024-02-01", "2023-12-31"], "2024-02-01"],
  ["v1.0.0", ["v1.0.0.1", "v01.2.0", "nightly"], undefined],
])("after %s, the newest of %j is %s", (tag, tags, newest) => {
  expect(newestTag(tag, tags)).toBe(newest);
});
