/** The answers to an earlier run, about paths that are in the state that they had then. */
import { digestIn, hasStamp, isAboutBytes, openAnswers, stateAt } from "./answer-table.ts";
import type { Evidence } from "./input-evidence.ts";
import { listingAt, readListings, type ListingTable } from "./listing-table.ts";
import type { PathList } from "./path-list.ts";
import type { EntryState } from "../host/node-host.ts";

/** What an earlier run was answered. */
export interface Before {
  readonly evidence: Evidence;
  readonly paths: PathList;
}

export interface EarlierAnswers {
  /** Returns the state of a path that `askAgain` found unchanged; undefined for any other. */
  stateOf(path: string): EntryState | undefined;
  /** Returns the digest of what is in a file or directory that has the state which it had; undefined for any other. */
  digestOf(path: string, state: EntryState | undefined): string | undefined;
  /** Returns the listing of a directory that has the state which it had; undefined for any other, and if it was not kept. */
  listingOf(path: string, state: EntryState | undefined): string | undefined;
}

/** Opens the answers to an earlier run; without one, there are none. */
export function openEarlierAnswers(before: Before | undefined): EarlierAnswers {
  if (before === undefined) return { stateOf: () => undefined, digestOf: () => undefined, listingOf: () => undefined };
  const { evidence, paths } = before;
  const { stamps, unchanged } = evidence;
  /** Returns the index of a path that has the state which it had; -1 for any other. */
  const indexIn = (path: string, state: EntryState | undefined): number => {
    const index = state === undefined ? -1 : paths.indexOf(path);
    return state !== undefined && index !== -1 && hasStamp(state, stamps, index) ? index : -1;
  };
  const answersAt = openAnswers(evidence.answers);
  let listings: ListingTable | undefined;
  return {
    stateOf(path) {
      const index = paths.indexOf(path);
      return index !== -1 && unchanged?.[index] === 1 ? stateAt(stamps, index) : undefined;
    },
    digestOf(path, state) {
      const index = indexIn(path, state);
      if (index === -1) return undefined;
      const answers = answersAt(index);
      return isAboutBytes(answers) ? digestIn(answers) : undefined;
    },
    listingOf(path, state) {
      const index = indexIn(path, state);
      if (index === -1) return undefined;
      listings ??= readListings(evidence.listings);
      const kept = listingAt(listings, index);
      // The stamp may have been renewed because what came since does not count.
      return kept?.time === state?.mtimeMs ? kept?.listing : undefined;
    },
  };
}
