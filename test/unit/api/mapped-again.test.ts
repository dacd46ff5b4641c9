import { expect, test } from "vitest";
import { mapAgain, type Mapped } from "../../../src/api/kept/build-memory.ts";
import fc from "../../support/fast-check.ts";

interface Item {
  readonly name: number;
}

const shared: readonly Item[] = Array.from({ length: 6 }, (_, name) => ({ name }));
const list = fc.array(
  fc.oneof(
    fc.constantFrom(...shared),
    fc.nat(5).map((name): Item => ({ name })),
  ),
  { maxLength: 8 },
);

test("a list that is mapped again has the results of a list that is mapped once", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(list, fc.nat(1)), { maxLength: 6 }), (steps) => {
      let last: Mapped | undefined;
      for (const [items, context] of steps) {
        const before = last;
        let made = 0;
        last = mapAgain(before, { items, context: [context] }, (item) => {
          made++;
          return (item as Item).name + context;
        });
        expect(last.values).toEqual(items.map(({ name }) => name + context));
        if (before?.context[0] !== context) continue;
        // What is at the start and the end as it was is not made again.
        const isSame = items.length === before.items.length && items.every((item, at) => item === before.items[at]);
        expect(made).toBeLessThanOrEqual(isSame ? 0 : items.length);
        if (JSON.stringify(last.values) === JSON.stringify(before.values)) expect(last.values).toBe(before.values);
      }
    }),
  );
});

test("after an added, a removed and a changed item, only what is new is made", () => {
  const [a, b, c, d] = shared as [Item, Item, Item, Item];
  const made: unknown[] = [];
  const step = (last: Mapped | undefined, items: readonly Item[]): Mapped =>
    mapAgain(last, { items, context: [] }, (item) => {
      made.push(item);
      return item;
    });
  let last = step(undefined, [a, b, c]);
  last = step(last, [a, d, b, c]);
  last = step(last, [a, d, c]);
  last = step(last, [a, { name: 9 }, c]);
  expect(last.values).toEqual([a, { name: 9 }, c]);
  expect(made).toEqual([a, b, c, d, { name: 9 }]);
});
