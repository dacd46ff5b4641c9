/** The evidence of a run: what still holds of the earlier one, which is copied as it is, then what this one asked. */
import { ANSWER_BYTES, STAMP_NUMBERS, timeOf, type AnswerTable } from "./answer-table.ts";
import type { KeptAnswers } from "./input-changes.ts";
import type { Evidence } from "./input-evidence.ts";
import type { Listings } from "./input-listings.ts";
import { listingAt, readListings, writeListings, type AddedListing, type KeptListing } from "./listing-table.ts";
import { openPaths } from "./path-list.ts";

/** What a run asked. */
export interface AskedPaths {
  /** Indexes in the table. */
  readonly indexes: ReadonlyMap<string, number>;
  readonly table: AnswerTable;
  readonly listings: Listings;
}

/** What is taken over from the earlier run. */
export interface Carried {
  readonly from: KeptAnswers;
  /** 1 at the index of each path that this run did not ask about. */
  readonly holds: Uint8Array;
  /** Of paths that both asked about, by their index in the table. */
  readonly listings: ReadonlyMap<number, KeptListing>;
}

/** Adds what still holds to what this run asked about the same paths; undefined if such a path has changed by now. */
export function carryAnswers(kept: KeptAnswers, { indexes, table }: Omit<AskedPaths, "listings">): Carried | undefined {
  const { paths, holds: held, stamps, answers, isOutput } = kept;
  const holds = held.slice();
  const listings = new Map<number, KeptListing>();
  for (const [path, index] of indexes) {
    const at = isOutput(path) ? -1 : paths.indexOf(path);
    if (at === -1 || holds[at] !== 1) continue;
    if (!table.hasStamp(index, stamps, at)) return undefined;
    table.carry(index, answers, at);
    holds[at] = 0;
    const listing = listingAt(kept.listings, at);
    // The stamp may have been renewed because what came since does not count.
    if (listing !== undefined && listing.time === stamps[STAMP_NUMBERS * at]) listings.set(index, listing);
  }
  return { from: kept, holds, listings };
}

/** @param old A path that changed at this time or later proves nothing yet. */
export function joinAnswers(
  { indexes, table, listings }: AskedPaths,
  carried: Carried = NOTHING,
  old: number,
): Pick<Evidence, "paths" | "stamps" | "answers" | "listings"> {
  const { from, holds } = carried;
  const runs = runsOf(holds);
  const count = runs.reduce((sum, [first, end]) => sum + end - first, 0);
  let paths = runs
    .map(([first, end]) => from.paths.text.slice(from.paths.startOf(first), from.paths.startOf(end)))
    .join("");
  const proved: number[] = [];
  const listed: AddedListing[] = [];
  for (const [path, index] of indexes) {
    if (!table.wasAsked(index)) continue;
    paths += `${path}\0`;
    const listing = listings.textOf(index) ?? carried.listings.get(index)?.listing;
    const state = listing === undefined ? undefined : table.stateOf(index);
    // One that may change in the same step of the clock is listed again.
    if (listing !== undefined && state !== undefined && timeOf(state) < old)
      listed.push({ index: count + proved.length, time: state.mtimeMs, listing });
    proved.push(index);
  }
  const own = table.select(proved);
  const stamps = new Float64Array(STAMP_NUMBERS * (count + proved.length));
  const answers = Buffer.alloc(ANSWER_BYTES * (count + proved.length));
  let at = 0;
  for (const [first, end] of runs) {
    stamps.set(from.stamps.subarray(STAMP_NUMBERS * first, STAMP_NUMBERS * end), STAMP_NUMBERS * at);
    answers.set(from.answers.subarray(ANSWER_BYTES * first, ANSWER_BYTES * end), ANSWER_BYTES * at);
    at += end - first;
  }
  stamps.set(own.stamps, STAMP_NUMBERS * count);
  answers.set(own.answers, ANSWER_BYTES * count);
  for (let one = 0; one < stamps.length; one += STAMP_NUMBERS)
    if (Math.max(stamps[one] as number, stamps[one + 1] as number) >= old) stamps[one] = NaN;
  const kept = keptListings(carried, runs, old);
  return { paths, stamps, answers: () => answers, listings: () => writeListings(from.listings, kept, listed) };
}

/** Returns the positions of the listings of paths that are taken over, and the indexes that these paths have now. */
function keptListings(
  { from: { listings, stamps } }: Carried,
  runs: readonly (readonly [first: number, end: number])[],
  old: number,
): readonly (readonly [position: number, index: number])[] {
  const kept: (readonly [number, number])[] = [];
  let [position, before] = [0, 0];
  for (const [first, end] of runs) {
    while ((listings.indexes[position] ?? end) < first) position++;
    for (; (listings.indexes[position] ?? end) < end; position++) {
      const index = listings.indexes[position] as number;
      const [time, change] = [stamps[STAMP_NUMBERS * index] as number, stamps[STAMP_NUMBERS * index + 1] as number];
      if (listings.times[position] === time && Math.max(time, change) < old)
        kept.push([position, before + index - first]);
    }
    before += end - first;
  }
  return kept;
}

/** Returns where there are ones: the first of each run, and where it ends. */
function runsOf(holds: Uint8Array): readonly (readonly [first: number, end: number])[] {
  const runs: (readonly [number, number])[] = [];
  for (let first = holds.indexOf(1); first !== -1;) {
    const zero = holds.indexOf(0, first);
    const end = zero === -1 ? holds.length : zero;
    runs.push([first, end]);
    first = end === holds.length ? -1 : holds.indexOf(1, end);
  }
  return runs;
}

const NOTHING: Carried = {
  from: {
    paths: openPaths(""),
    holds: new Uint8Array(),
    stamps: new Float64Array(),
    answers: new Uint8Array(),
    listings: readListings(undefined),
    isOutput: () => false,
    open: [],
    isMovable: true,
  },
  holds: new Uint8Array(),
  listings: new Map(),
};
