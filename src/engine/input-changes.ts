/** What has changed since an earlier run, and what still holds of all that it asked. */
import { isAbsolute } from "node:path";
import type { Host } from "../model/host.ts";
import { toStatus } from "../host/node-host.ts";
import { isAtOrBelow } from "../paths/index.ts";
import { isAboutListing, openAnswers, stampOf, stateAt, STAMP_NUMBERS, type AnswersAt } from "./answer-table.ts";
import type { Before } from "./earlier-answers.ts";
import { holdsOpen, isSameAnswer, statusAt, type Evidence } from "./input-evidence.ts";
import { readListings, type ListingTable } from "./listing-table.ts";
import type { PathList } from "./path-list.ts";
import type { StoredBytes } from "./stored-bytes.ts";

/** Answers to an earlier run that would be the same now. */
export interface KeptAnswers extends Pick<Evidence, "open" | "isMovable"> {
  readonly paths: PathList;
  /** 1 at the index of each path about which they would be. */
  readonly holds: Uint8Array;
  /** As they were when the paths were looked at. */
  readonly stamps: Float64Array;
  /** The indexes of paths with another state and the same answers. */
  readonly renewed: readonly number[];
  readonly answers: StoredBytes;
  readonly answersAt: AnswersAt;
  readonly listings: ListingTable;
  /** Whether a path is in what the run itself writes: it is looked at when it is written. */
  isOutput(path: string): boolean;
}

export interface InputChanges {
  /** Paths with another answer, relative to the project as far as they are in it. */
  readonly changed: readonly string[];
  /** Those of them where nothing is now, or a link. */
  readonly gone: ReadonlySet<string>;
  readonly kept: KeptAnswers;
  /** Returns whether the earlier run asked about a path that is as it was, and whether it listed a directory. */
  wasAsked(path: string): boolean;
  wasListed(dir: string): boolean;
}

/** More paths are as many as all of a project that was copied or checked out again. */
const MOST_LOOKS = 1000;

/**
 * Compares the paths that `askAgain` did not find unchanged. What the run itself writes is left out. Undefined if an answer that
 * no state proves is another one, or if nearly everything is new.
 *
 * @param outputs Paths of output directories as they are noted.
 */
export function findChanges(
  host: Host,
  { base, before: { evidence, paths } }: { readonly base: string; readonly before: Before },
  outputs: readonly string[],
): InputChanges | undefined {
  const { stamps, unchanged, open, isMovable, answers } = evidence;
  const answersAt = openAnswers(answers);
  const isOutput = (path: string): boolean => outputs.some((dir) => isAtOrBelow(path, dir));
  const about = open.filter(([path]) => !isOutput(path));
  if (unchanged === undefined || !holdsOpen(host, base, { open: about })) return undefined;
  const holds = unchanged.slice();
  const renewed: number[] = [];
  const isWritten = new Uint8Array(paths.count);
  for (const index of outputs.flatMap((dir) => paths.below(dir))) isWritten[index] = 1;
  const changed: string[] = [];
  const gone = new Set<string>();
  const prefix = base === process.cwd() ? "" : `${base}/`;
  let looks = 0;
  for (let index = 0; index < holds.length; index++) {
    if (isWritten[index] === 1) holds[index] = 0;
    else if (holds[index] === 0) {
      if (++looks > MOST_LOOKS) return undefined;
      const path = paths.at(index);
      const full = isAbsolute(path) ? path : prefix + path;
      const status = statusAt(full);
      const seen = status && { path, status, digest: undefined };
      if (seen !== undefined && isSameAnswer(host, full, seen, { stamps, answers: answersAt(index), index })) {
        stamps.set(stampOf(seen.status), STAMP_NUMBERS * index);
        holds[index] = 1;
        renewed.push(index);
      } else changed.push(path);
      if (status === undefined) gone.add(path);
    }
  }
  const listings = readListings(evidence.listings);
  const kept = { open: about, isMovable, paths, holds, stamps, renewed, answers, answersAt, listings, isOutput };
  return { changed, gone, kept, ...lookUp(kept) };
}

function lookUp({ paths, holds, stamps, answersAt }: KeptAnswers): Pick<InputChanges, "wasAsked" | "wasListed"> {
  return {
    wasAsked: (path) => holds[paths.indexOf(path)] === 1,
    wasListed(dir) {
      const index = paths.indexOf(dir);
      if (holds[index] !== 1) return false;
      return toStatus(stateAt(stamps, index)).kind === "directory" && isAboutListing(answersAt(index));
    },
  };
}
