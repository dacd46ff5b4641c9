/** The readers were run with the targets as they are. */
import { expect, test } from "vitest";
import { keptRecord, presentRecord } from "./by-hand.mjs";

test("what the readers have read is what is here: npm run readers:by-hand reads again", () => {
  const { date, ...kept } = keptRecord();
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(kept).toEqual(presentRecord());
});
