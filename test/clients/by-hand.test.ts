/** The clients were run with the listings as they are. */
import { expect, test } from "vitest";
import { keptRecord, presentRecord } from "./by-hand.mjs";

test("what the clients were compared with is what is here: npm run clients:by-hand compares again", () => {
  const { date, ...kept } = keptRecord();
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(kept).toEqual(presentRecord());
});
