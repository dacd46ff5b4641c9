/** 20,000 documents of fixed seeds; `npm run fuzz` takes a million others. */
import { expect, test } from "vitest";
import { examine } from "./examine.ts";
import { fuzzInput } from "./inputs.ts";

const COUNT = 20_000;
const PROFILES = ["standard", "spec", "lenient"];

test(`${COUNT} fuzzed documents: no crash, no span outside, none over a second`, { timeout: 600_000 }, async () => {
  const failures: string[] = [];
  for (let seed = 1; seed <= COUNT && failures.length < 5; seed++) {
    const fault = await examine(fuzzInput(seed).bytes, PROFILES[seed % PROFILES.length] as string);
    if (fault !== undefined) failures.push(`seed ${seed}: ${fault}`);
  }
  expect(failures).toEqual([]);
});
