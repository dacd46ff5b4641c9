/** The listings of directories that a run leaves, by the index of their path: numbers, and one text of them all. */
import { asBuffer } from "../host/as-buffer.ts";

export interface KeptListing {
  /** When the directory changed, in milliseconds. */
  readonly time: number;
  readonly listing: string;
}

export interface ListingTable {
  /** Indexes of paths in rising order. */
  readonly indexes: Uint32Array;
  readonly times: Float64Array;
  /** Where each listing ends in the bytes. */
  readonly ends: Uint32Array;
  /** The listings in UTF-8, one after the other. */
  readonly bytes: Uint8Array;
}

/** A listing that is added to others. */
export interface AddedListing extends KeptListing {
  readonly index: number;
}

/** Returns the listing of the path with an index; undefined if it was not kept. */
export function listingAt({ indexes, times, ends, bytes }: ListingTable, index: number): KeptListing | undefined {
  let [low, high] = [0, indexes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((indexes[middle] as number) < index) low = middle + 1;
    else high = middle;
  }
  if (indexes[low] !== index) return undefined;
  return { time: times[low] as number, listing: asBuffer(bytes).toString("utf8", ends[low - 1] ?? 0, ends[low]) };
}

/** Reads a table; one without listings if there are no bytes. */
export function readListings(given: Uint8Array | undefined): ListingTable {
  if (given === undefined || given.length === 0) return NONE;
  // Copied: numbers start at any byte of what was read.
  const aligned = Uint8Array.from(given);
  const count = new Uint32Array(aligned.buffer, 0, 1)[0] as number;
  const times = HEAD_BYTES;
  const indexes = times + count * Float64Array.BYTES_PER_ELEMENT;
  const ends = indexes + count * Uint32Array.BYTES_PER_ELEMENT;
  return {
    times: new Float64Array(aligned.buffer, times, count),
    indexes: new Uint32Array(aligned.buffer, indexes, count),
    ends: new Uint32Array(aligned.buffer, ends, count),
    bytes: aligned.subarray(ends + count * Uint32Array.BYTES_PER_ELEMENT),
  };
}

/**
 * Returns the bytes of a table.
 *
 * @param kept Listings of an earlier table that stay, by their position in it, with the index that their path has now.
 * @param added Further ones, in the order of their indexes, which come after those that stay.
 */
export function writeListings(
  table: ListingTable,
  kept: readonly (readonly [position: number, index: number])[],
  added: readonly AddedListing[],
): Uint8Array {
  const count = kept.length + added.length;
  const head = new Uint8Array(HEAD_BYTES);
  new Uint32Array(head.buffer)[0] = count;
  const [times, indexes, ends] = [new Float64Array(count), new Uint32Array(count), new Uint32Array(count)];
  const parts: Uint8Array[] = [];
  let [at, end] = [0, 0];
  const add = (index: number, time: number, length: number): void => {
    indexes[at] = index;
    times[at] = time;
    ends[at++] = end += length;
  };
  for (const run of runsOf(kept)) {
    const [first, last] = run;
    parts.push(table.bytes.subarray(table.ends[first - 1] ?? 0, table.ends[last]));
  }
  for (const [position, index] of kept)
    add(index, table.times[position] as number, (table.ends[position] as number) - (table.ends[position - 1] ?? 0));
  for (const { index, time, listing } of added) {
    const bytes = Buffer.from(listing, "utf8");
    parts.push(bytes);
    add(index, time, bytes.length);
  }
  const numbers = [times, indexes, ends].map(({ buffer }) => new Uint8Array(buffer));
  return Buffer.concat([head, ...numbers, ...parts]);
}

/** Returns the first and the last of positions that follow each other: most do. */
function runsOf(kept: readonly (readonly [position: number, index: number])[]): readonly [number, number][] {
  const runs: [number, number][] = [];
  for (const [position] of kept) {
    const run = runs.at(-1);
    if (run?.[1] === position - 1) run[1] = position;
    else runs.push([position, position]);
  }
  return runs;
}

/** The number of listings, and room, so that times start at a multiple of their size. */
const HEAD_BYTES = 8;

const NONE: ListingTable = {
  indexes: new Uint32Array(),
  times: new Float64Array(),
  ends: new Uint32Array(),
  bytes: new Uint8Array(),
};
