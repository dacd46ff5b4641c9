/** Listings that stay are copied, with the indexes that their paths have by then; the table is the same as one made anew. */
import { expect, test } from "vitest";
import { listingAt, readListings, writeListings, type AddedListing } from "../../../src/engine/listing-table.ts";

const NONE = readListings(undefined);
const listings: readonly AddedListing[] = [
  { index: 0, time: 1.5, listing: "file SKILL.md\0directory é" },
  { index: 3, time: 2, listing: "" },
  { index: 4, time: 3, listing: "file a" },
  { index: 9, time: 4.25, listing: "file 潮汐" },
];

test("a table has the listings of its indexes, and no others", () => {
  const table = readListings(writeListings(NONE, [], listings));
  const found = Array.from({ length: 12 }, (_, index) => listingAt(table, index));
  expect(found.map((one, index) => one && { index, ...one }).filter(Boolean)).toEqual(listings);
  expect(listingAt(NONE, 0)).toBeUndefined();
});

test.each([
  [[0, 1, 2, 3], 0],
  [[1, 2], 3],
  [[0, 3], 0],
  [[], 0],
] as const)("of the listings %j, what stays is moved by %i, and others follow", (positions, moved) => {
  const table = readListings(writeListings(NONE, [], listings));
  const kept = positions.map((position) => [position, (listings[position]?.index ?? 0) - moved] as const);
  const added = [{ index: 20, time: 7, listing: "file new" }];
  const wanted = kept.map(([position, index]) => ({ ...(listings[position] as AddedListing), index }));
  // Bytes from a file start at any place of the memory.
  const bytes = Buffer.concat([Buffer.from("x"), writeListings(table, kept, added)]).subarray(1);
  expect(bytes).toEqual(writeListings(NONE, [], [...wanted, ...added]));
  expect([...wanted, ...added].map(({ index }) => listingAt(readListings(bytes), index)?.listing)).toEqual(
    [...wanted, ...added].map(({ listing }) => listing),
  );
});
