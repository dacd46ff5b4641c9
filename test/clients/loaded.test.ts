/** The loaders of the installed clients agree with the profiles on a hundred mutants, but for what is recorded. */
import { describe, expect, test } from "vitest";
import { differencesOf, keptLoaders } from "./loaders.mjs";
import { answersOf, isInstalled, runLoader } from "./loaders/compare.mjs";
import { fixedSamples } from "./loaders/samples.mjs";
import { loaders } from "./loaders/table.mjs";

const { clients } = keptLoaders();

describe.each(loaders.map((loader) => ({ name: loader.name, loader })))("$name", ({ name, loader }) => {
  const isSkipped = !isInstalled(loader) && process.env["EVERY_CLIENT"] === undefined;
  if (isSkipped) console.warn(`skipped: ${loader.packages[0]} is not installed (npm run clients): it is not compared`);
  test.skipIf(isSkipped)("differs only where it is recorded", async () => {
    const results = await runLoader(loader, fixedSamples());
    expect(results.length).toBe(100);
    const keys = new Set(fixedSamples().map(({ key }) => key));
    const recorded = clients[name]?.differences.filter((one) => keys.has(one.slice(one.indexOf(": ") + 2)));
    expect(differencesOf(loader, results, answersOf)).toEqual(recorded);
  });
});
