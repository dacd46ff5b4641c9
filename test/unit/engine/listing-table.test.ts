/** Listings that stay are copied, with the indexes that their paths have by then; the table is the same as one made anew. */
import { expect, test } from "vitest";
import { listingAt, readListings, writeListings, type KeptListing } from "../../../src/engine/listing-table.ts";
import { inMemory, NO_BYTES, readStored, type StoredBytes } from "../../../src/engine/stored-bytes.ts";

interface Listed extends KeptListing {
  readonly index: number;
}

const NONE = readListings(NO_BYTES);
const listings: readonly Listed[] = [
  { index: 0, time: 1.5, listing: "file SKILL.md\0directory é" },
  { index: 3, time: 2, listing: "" },
  { index: 4, time: 3, listing: "file a" },
  { index: 9, time: 4.25, listing: "file 潮汐" },
];

/** A table that is made anew. */
function tableOf(rows: readonly Listed[]): StoredBytes {
  const order = {
    indexes: Uint32Array.from(rows, ({ index }) => index),
    positions: Int32Array.from(rows, (_, at) => -1 - at),
  };
  return writeListings(NONE, order, rows);
}

test("a table has the listings of its indexes, and no others", () => {
  const table = readListings(tableOf(listings));
  const found = Array.from({ length: 12 }, (_, index) => listingAt(table, index));
  expect(found.map((one, index) => one && { index, ...one }).filter(Boolean)).toEqual(listings);
  expect(listingAt(NONE, 0)).toBeUndefined();
});

test.each([
  [[0, 1, 2, 3], 0, 4],
  [[1, 2], 3, 2],
  [[0, 3], 0, 1],
  [[], 0, 0],
] as const)("of the listings %j, what stays is moved by %i, and another one is in place %i", (positions, moved, at) => {
  const table = readListings(tableOf(listings));
  const kept = positions.map((position) => {
    const row = listings[position] as Listed;
    return { ...row, index: row.index - moved };
  });
  const added = { index: at === 1 ? 5 : 20, time: 7, listing: "file new" };
  const wanted = kept.toSpliced(at, 0, added);
  const order = {
    indexes: Uint32Array.from(wanted, ({ index }) => index),
    positions: Int32Array.from([...positions.slice(0, at), -1, ...positions.slice(at)]),
  };
  // Bytes from a file start at any place of the memory.
  const stored = readStored(writeListings(table, order, [added])) as Buffer;
  const bytes = Buffer.concat([Buffer.from("x"), stored]).subarray(1);
  expect(bytes).toEqual(readStored(tableOf(wanted)));
  const found = wanted.map(({ index }) => listingAt(readListings(inMemory(bytes)), index)?.listing);
  expect(found).toEqual(wanted.map(({ listing }) => listing));
});
