/** The answers to an earlier run, about paths that are in the state that they had then. */
import { digestIn, hasStamp, isAboutBytes, readAnswers, stateAt } from "./answer-table.ts";
import type { Evidence } from "./input-evidence.ts";
import type { EntryState } from "../host/node-host.ts";

export interface EarlierAnswers {
  /** Returns the state of a path that `askAgain` found unchanged; undefined for any other. */
  stateOf(path: string): EntryState | undefined;
  /** Returns the digest of what is in a file or directory that has the state which it had; undefined for any other. */
  digestOf(path: string, state: EntryState | undefined): string | undefined;
  /** Returns the listing of a directory that has the state which it had; undefined for any other, and if it was not kept. */
  listingOf(path: string, state: EntryState | undefined): string | undefined;
}

/** Opens the answers to an earlier run; without one, there are none. */
export function openEarlierAnswers(before: Evidence | undefined): EarlierAnswers {
  if (before === undefined) return { stateOf: () => undefined, digestOf: () => undefined, listingOf: () => undefined };
  const { paths, stamps, unchanged } = before;
  let indexes: ReadonlyMap<string, number> | undefined;
  const indexOf = (path: string): number | undefined =>
    (indexes ??= new Map(paths.split("\0").map((one, index) => [one, index]))).get(path);
  let answers: Buffer | undefined;
  let listings: ReadonlyMap<number, KeptListing> | undefined;
  return {
    stateOf(path) {
      const index = indexOf(path);
      return index !== undefined && unchanged?.[index] === 1 ? stateAt(stamps, index) : undefined;
    },
    digestOf(path, state) {
      const index = state && indexOf(path);
      if (state === undefined || index === undefined || !hasStamp(state, stamps, index)) return undefined;
      answers ??= readAnswers(before);
      return answers !== undefined && isAboutBytes(answers, index) ? digestIn(answers, index) : undefined;
    },
    listingOf(path, state) {
      const index = state && indexOf(path);
      if (state === undefined || index === undefined || !hasStamp(state, stamps, index)) return undefined;
      listings ??= readListings(before);
      const kept = listings.get(index);
      // The stamp may have been renewed because what came since does not count.
      return kept?.time === state.mtimeMs ? kept.listing : undefined;
    },
  };
}

export interface KeptListing {
  /** When the directory changed, in milliseconds. */
  readonly time: number;
  readonly listing: string;
}

/** Reads the listings of an earlier run, by the index of their directory. */
export function readListings({ listings }: Evidence): ReadonlyMap<number, KeptListing> {
  const text = new TextDecoder().decode(listings() ?? new Uint8Array());
  const kept = JSON.parse(text === "" ? "[]" : text) as readonly (readonly [number, number, string])[];
  return new Map(kept.map(([index, time, listing]) => [index, { time, listing }]));
}
