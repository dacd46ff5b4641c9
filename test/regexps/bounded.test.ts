/** Slow expressions behind a bound are fast for every text, just below the bound and far over it. */
import { describe, expect, test } from "vitest";
import { processorTime } from "../support/processor-time.ts";
import { ATTACKS, attackText, type Attack } from "./attack-text.ts";
import { bounded } from "./bounded.ts";

const MOST_MS = 50;

describe.skipIf(bounded.length === 0).each(bounded)("$expression", ({ expression, bound, call }) => {
  test.each([bound, bound + 1, 10 * bound])("takes less than 50 ms for %i characters of its attack", (size) => {
    const text = attackText(ATTACKS[expression] as Attack, size).slice(0, size);
    // Once more before it counts: what is called for the first time is compiled.
    const least = Math.min(...[1, 2, 3].map(() => processorTime(() => call(text))));
    expect(least).toBeLessThan(MOST_MS);
  });
});

test("each has an attack", () => {
  expect(bounded.filter(({ expression }) => ATTACKS[expression] === undefined)).toEqual([]);
});
