/** The clients' own loaders were run with the profiles as they are. */
import { expect, test } from "vitest";
import { keptLoaders, presentLoaders } from "./loaders.mjs";

test("what the loaders were compared with is what is here: npm run loaders:by-hand -- --save compares again", () => {
  const { packages, digest } = keptLoaders();
  expect({ packages, digest }).toEqual(presentLoaders());
});
