/** The evidence of a run: what still holds of the earlier one stays where it is, with what this one asked; then what is new. */
import { ANSWER_BYTES, openAnswers, STAMP_NUMBERS, timeOf, type AnswerTable } from "./answer-table.ts";
import type { KeptAnswers } from "./input-changes.ts";
import type { Evidence } from "./input-evidence.ts";
import type { Listings } from "./input-listings.ts";
import { listingAt, readListings, writeListings, type KeptListing } from "./listing-table.ts";
import { openPaths } from "./path-list.ts";
import { inMemory, joinStored, NO_BYTES, sliceStored, type StoredBytes } from "./stored-bytes.ts";

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
  /** 1 at the index of each path that stays in its place. */
  readonly holds: Uint8Array;
  /** Of those that this run has asked about, the index in its table. */
  readonly asked: ReadonlyMap<number, number>;
  /** Of paths that both asked about, by their index in the table. */
  readonly listings: ReadonlyMap<number, KeptListing>;
}

/** Adds what still holds to what this run asked about the same paths; undefined if such a path has changed by now. */
export function carryAnswers(kept: KeptAnswers, { indexes, table }: Omit<AskedPaths, "listings">): Carried | undefined {
  const { paths, holds: held, stamps, answersAt, isOutput } = kept;
  const holds = held.slice();
  const asked = new Map<number, number>();
  const listings = new Map<number, KeptListing>();
  for (const [path, index] of indexes) {
    const at = isOutput(path) ? -1 : paths.indexOf(path);
    if (at === -1) continue;
    if (held[at] === 1) {
      if (!table.hasStamp(index, stamps, at)) return undefined;
      table.carry(index, answersAt(at));
      const listing = listingAt(kept.listings, at);
      // The stamp may have been renewed because what came since does not count.
      if (listing !== undefined && listing.time === stamps[STAMP_NUMBERS * at]) listings.set(index, listing);
    }
    if (!table.wasAsked(index)) continue;
    holds[at] = 1;
    asked.set(at, index);
  }
  return { from: kept, holds, asked, listings };
}

/** @param old A path that changed at this time or later proves nothing yet. */
export function joinAnswers(
  { indexes, table, listings }: AskedPaths,
  carried: Carried = NOTHING,
  old: number,
): Pick<Evidence, "paths" | "stamps" | "answers" | "listings"> {
  const { from, holds, asked } = carried;
  const known = new Set(asked.values());
  const added = [...indexes].filter(([, index]) => table.wasAsked(index) && !known.has(index));
  const runs = runsOf(holds);
  const places = [...asked.keys()].sort((one, two) => one - two);
  const inPlace = table.select(places.map((at) => asked.get(at) as number));
  const own = table.select(added.map(([, index]) => index));
  for (const [one, at] of places.entries())
    from.stamps.set(inPlace.stamps.subarray(STAMP_NUMBERS * one, STAMP_NUMBERS * (one + 1)), STAMP_NUMBERS * at);
  for (const at of [...places, ...from.renewed]) forgetYoung(from.stamps, at, old);
  for (let at = 0; at < added.length; at++) forgetYoung(own.stamps, at, old);
  const listed = (index: number): KeptListing | undefined => {
    const listing = listings.textOf(index) ?? carried.listings.get(index)?.listing;
    const state = table.stateOf(index);
    // One that may change in the same step of the clock is listed again.
    return listing === undefined || state === undefined || timeOf(state) >= old
      ? undefined
      : { time: state.mtimeMs, listing };
  };
  const text = added.map(([path]) => `${path}\0`).join("");
  const pathsOf = ([first, end]: Range): StoredBytes =>
    sliceStored(from.paths.stored, from.paths.startOf(first), from.paths.startOf(end));
  const answersIn = (range: Range): readonly StoredBytes[] => answersOf(range, from.answers, places, inPlace.answers);
  return {
    paths: joinStored([...runs.map(pathsOf), inMemory(Buffer.from(text, "utf8"))]),
    stamps: joinStamps(from.stamps, runs, own.stamps),
    answers: joinStored([...runs.flatMap(answersIn), inMemory(own.answers)]),
    listings: joinListings(carried, { runs, places, added: added.map(([, index]) => index), old }, listed),
  };
}

/** The first of what follows each other, and where it ends. */
type Range = readonly [first: number, end: number];

function forgetYoung(stamps: Float64Array, index: number, old: number): void {
  const at = STAMP_NUMBERS * index;
  if (Math.max(stamps[at] as number, stamps[at + 1] as number) >= old) stamps[at] = NaN;
}

function joinStamps(from: Float64Array, runs: readonly Range[], own: Float64Array): Float64Array {
  const kept = runs.map(([first, end]) => from.subarray(STAMP_NUMBERS * first, STAMP_NUMBERS * end));
  const count = kept.reduce((sum, { length }) => sum + length, own.length);
  const [first] = kept;
  // After most edits, all are where they were.
  if (first !== undefined && first.length === count) return first;
  const stamps = new Float64Array(count);
  let at = 0;
  for (const some of [...kept, own]) {
    stamps.set(some, at);
    at += some.length;
  }
  return stamps;
}

/** The answers about what follows each other, with others in some places. */
function answersOf(
  [first, end]: Range,
  answers: StoredBytes,
  places: readonly number[],
  inPlace: Buffer,
): readonly StoredBytes[] {
  const parts: StoredBytes[] = [];
  let done = first;
  for (const [one, at] of places.entries()) {
    if (at < first || at >= end) continue;
    parts.push(sliceStored(answers, ANSWER_BYTES * done, ANSWER_BYTES * at));
    parts.push(inMemory(inPlace.subarray(ANSWER_BYTES * one, ANSWER_BYTES * (one + 1))));
    done = at + 1;
  }
  return [...parts, sliceStored(answers, ANSWER_BYTES * done, ANSWER_BYTES * end)];
}

interface ListedPaths {
  readonly runs: readonly Range[];
  /** The indexes of paths that were asked in the earlier list, in order. */
  readonly places: readonly number[];
  /** Of those that come after it, in the table. */
  readonly added: readonly number[];
  readonly old: number;
}

/** Joins the listings of paths that stay and those of paths that were asked, in the order of the paths. */
function joinListings(
  { from: { listings, stamps }, asked }: Carried,
  { runs, places, added, old }: ListedPaths,
  listed: (index: number) => KeptListing | undefined,
): StoredBytes {
  const most = listings.indexes.length + places.length + added.length;
  const [indexes, positions] = [new Uint32Array(most), new Int32Array(most)];
  const news: KeptListing[] = [];
  let [count, before, position, place] = [0, 0, 0, 0];
  const add = (index: number, asked: number): void => {
    const own = listed(asked);
    if (own === undefined) return;
    indexes[count] = index;
    positions[count++] = -1 - news.length;
    news.push(own);
  };
  /** Whether a listing is that of its directory as it is. */
  const isListed = (one: number): boolean => {
    const at = STAMP_NUMBERS * (listings.indexes[one] as number);
    return listings.times[one] === stamps[at] && Math.max(stamps[at] as number, stamps[at + 1] as number) < old;
  };
  for (const [first, end] of runs) {
    while ((listings.indexes[position] ?? end) < first) position++;
    for (;;) {
      const index = Math.min(listings.indexes[position] ?? end, places[place] ?? end);
      if (index >= end) break;
      const isKept = listings.indexes[position] === index;
      if (places[place] === index) {
        add(before + index - first, asked.get(index) as number);
        place++;
      } else if (isListed(position)) {
        indexes[count] = before + index - first;
        positions[count++] = position;
      }
      if (isKept) position++;
    }
    before += end - first;
  }
  for (const [at, index] of added.entries()) add(before + at, index);
  return writeListings(
    listings,
    { indexes: indexes.subarray(0, count), positions: positions.subarray(0, count) },
    news,
  );
}

/** Returns where there are ones. */
function runsOf(holds: Uint8Array): readonly Range[] {
  const runs: Range[] = [];
  for (let at = holds.indexOf(1); at !== -1;) {
    const end = holds.indexOf(0, at);
    runs.push([at, end === -1 ? holds.length : end]);
    at = end === -1 ? -1 : holds.indexOf(1, end);
  }
  return runs;
}

const NOTHING: Carried = {
  from: {
    paths: openPaths(NO_BYTES),
    holds: new Uint8Array(),
    stamps: new Float64Array(),
    renewed: [],
    answers: NO_BYTES,
    answersAt: openAnswers(NO_BYTES),
    listings: readListings(NO_BYTES),
    isOutput: () => false,
    open: [],
    isMovable: true,
  },
  holds: new Uint8Array(),
  asked: new Map(),
  listings: new Map(),
};
