/** The frameworks that are too large for CI were tested with the sources as they are. */
import { expect, test } from "vitest";
import { keptRecord, presentRecord } from "./by-hand.mjs";

test("what was tested by hand is what is here: npm run frameworks:by-hand tests it again", () => {
  const { date, ...kept } = keptRecord();
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(kept).toEqual(presentRecord());
});
