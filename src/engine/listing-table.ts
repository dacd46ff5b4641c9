/** The listings of directories that a run leaves, by the index of their path: numbers, and one text of them all. */
import { inMemory, joinStored, NO_BYTES, readStored, sliceStored, type StoredBytes } from "./stored-bytes.ts";

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
  readonly bytes: StoredBytes;
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
  const listing = readStored(bytes, ends[low - 1] ?? 0, ends[low])?.toString("utf8");
  return listing === undefined ? undefined : { time: times[low] as number, listing };
}

/** Reads a table; one without listings if there are no bytes. Of the listings, nothing is read yet. */
export function readListings(given: StoredBytes): ListingTable {
  const head = numbersAt(given, 0, HEAD_BYTES);
  const [count = 0] = head === undefined ? [] : new Uint32Array(head, 0, 1);
  const times = 0;
  const indexes = times + count * Float64Array.BYTES_PER_ELEMENT;
  const ends = indexes + count * Uint32Array.BYTES_PER_ELEMENT;
  const end = ends + count * Uint32Array.BYTES_PER_ELEMENT;
  const numbers = numbersAt(given, HEAD_BYTES, end);
  if (numbers === undefined) return NONE;
  return {
    times: new Float64Array(numbers, times, count),
    indexes: new Uint32Array(numbers, indexes, count),
    ends: new Uint32Array(numbers, ends, count),
    bytes: sliceStored(given, HEAD_BYTES + end, given.length),
  };
}

/** Copied: numbers start at any byte of what was read. */
function numbersAt(given: StoredBytes, from: number, length: number): ArrayBuffer | undefined {
  const bytes = new Uint8Array(length);
  return from + length <= given.length && given.copyTo(bytes, from) ? bytes.buffer : undefined;
}

/** Which listings a table has, in the order of the indexes of their paths. */
export interface ListingOrder {
  readonly indexes: Uint32Array;
  /** Of each, its position in an earlier table; below 0, -1 minus its position among those that are added. */
  readonly positions: Int32Array;
}

/** Returns the bytes of a table of listings of an earlier one, and others. */
export function writeListings(
  table: ListingTable,
  { indexes, positions }: ListingOrder,
  added: readonly KeptListing[],
): StoredBytes {
  const count = indexes.length;
  const head = new Uint8Array(HEAD_BYTES);
  new Uint32Array(head.buffer)[0] = count;
  const [times, ends] = [new Float64Array(count), new Uint32Array(count)];
  const parts: StoredBytes[] = [];
  let end = 0;
  for (let at = 0; at < count;) {
    const position = positions[at] as number;
    if (position < 0) {
      const { time, listing } = added[-1 - position] as KeptListing;
      const bytes = Buffer.from(listing, "utf8");
      parts.push(inMemory(bytes));
      times[at] = time;
      ends[at++] = end += bytes.length;
      continue;
    }
    // Most follow each other.
    const start = table.ends[position - 1] ?? 0;
    const moved = end - start;
    for (let next = position; at < count && positions[at] === next; next++, at++) {
      times[at] = table.times[next] as number;
      ends[at] = end = (table.ends[next] as number) + moved;
    }
    parts.push(sliceStored(table.bytes, start, end - moved));
  }
  const numbers = [times, indexes, ends].map(({ buffer, byteOffset, byteLength }) =>
    inMemory(new Uint8Array(buffer, byteOffset, byteLength)),
  );
  return joinStored([inMemory(head), ...numbers, ...parts]);
}

/** The number of listings, and room, so that times start at a multiple of their size. */
const HEAD_BYTES = 8;

const NONE: ListingTable = {
  indexes: new Uint32Array(),
  times: new Float64Array(),
  ends: new Uint32Array(),
  bytes: NO_BYTES,
};
