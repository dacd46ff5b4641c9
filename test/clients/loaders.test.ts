/** The clients' own loaders were run with the profiles as they are, and agree with them as far as docs/clients.md says. */
import { describe, expect, test } from "vitest";
import { keptLoaders, presentLoaders } from "./loaders.mjs";
import { loaders } from "./loaders/table.mjs";
import { reasonOf, reasons } from "./reasons.mjs";

const record = keptLoaders();

test("what the loaders were compared with is what is here: npm run loaders:by-hand -- --save compares again", () => {
  const { packages, digest } = record;
  expect({ packages, digest }).toEqual(presentLoaders());
});

test("every client was run", () => {
  expect(Object.keys(record.clients)).toEqual(loaders.map(({ name }) => name));
});

describe.each(Object.entries(record.clients))("%s", (name, { counts, mutants, refused, differences, notLoaded }) => {
  test.each(Object.entries(counts))("agrees about %s with 99.9 % of all, and 99 % of the mutants", (_, count) => {
    expect(count.same / count.compared).toBeGreaterThanOrEqual(0.999);
    expect(count.sameMutants / count.mutants).toBeGreaterThanOrEqual(0.99);
    expect(count.mutants).toBeGreaterThan(500);
  });

  test("refuses a fifth of the mutants", () => {
    expect(mutants).toBe(2500);
    expect(refused / mutants).toBeGreaterThanOrEqual(0.2);
  });

  test("differs for a reason that is known", () => {
    expect(differences.filter((one) => reasonOf(name, one) === undefined)).toEqual([]);
  });

  test("loads what portable accepts", () => {
    // `intent validate` counts lines: more than 500 are an error.
    expect(name === "intent" ? [] : notLoaded).toEqual([]);
  });
});

test("each reason has a difference", () => {
  const all = Object.entries(record.clients).flatMap(([name, { differences }]) =>
    differences.map((one) => ({ name, one })),
  );
  const unused = reasons.filter(
    ({ clients, of }) => !all.some(({ name, one }) => clients.includes(name) && of.test(one)),
  );
  expect(unused.map(({ why }) => why)).toEqual([]);
});
