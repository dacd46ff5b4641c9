/** A few of the kills and meetings of `npm run fuzz:writes`. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attackWrites } from "./attack.mjs";
import { countSteps, createScenario, inspect, killBuild, repair } from "./scenario.mjs";

let scenario: Awaited<ReturnType<typeof createScenario>>;

beforeAll(async () => {
  scenario = await createScenario();
});

afterAll(() => scenario.remove());

describe("a build that is killed", () => {
  // Among the last two thirds of the steps are all that move or remove a file.
  test.each([0.44, 0.5, 0.6, 0.65, 0.7, 0.8, 0.95])(
    "at %d of its steps leaves an index that loads, and the next build repairs the rest",
    async (part) => {
      const { steps } = await countSteps(scenario, "one", "two");
      expect(await repair(scenario, "one")).toBeUndefined();
      const job = { killAt: Math.round(part * steps), when: "after" } as const;
      expect(await killBuild(scenario, "two", job)).toBe("killed");
      expect(inspect(scenario)).toBeUndefined();
      expect(await repair(scenario, "three")).toBeUndefined();
    },
  );
});

// Dozens of builds: 49 seconds on a slow machine.
test(
  "builds that are killed at any moment, and builds that meet while the output is read",
  { timeout: 240_000 },
  async () => {
    const { faults, killed, reads = 0 } = await attackWrites({ kills: 2, pairs: 2, seed: 20_261_122 });
    expect(faults).toEqual([]);
    expect([killed, reads > 0]).toEqual([{ step: 1, moment: 1 }, true]);
  },
);
