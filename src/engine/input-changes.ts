/** What has changed since an earlier run, and what still holds of all that it asked. */
import { isAbsolute } from "node:path";
import type { Host } from "../model/host.ts";
import { toStatus, type EntryState } from "../host/node-host.ts";
import { isAtOrBelow } from "../paths/index.ts";
import { isAboutListing, readAnswers, stateAt } from "./answer-table.ts";
import { readListings, type KeptListing } from "./earlier-answers.ts";
import { holdsOpen, isSameAnswer, statusAt, type Evidence } from "./input-evidence.ts";

/** Answers to an earlier run that would be the same now. */
export interface KeptAnswers extends Pick<Evidence, "open" | "isMovable"> {
  /** Paths as they were when they were looked at, each with its index in the answers. */
  readonly paths: readonly { readonly path: string; readonly at: number; readonly state: EntryState }[];
  readonly answers: Uint8Array;
  /** By index. */
  readonly listings: ReadonlyMap<number, KeptListing>;
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
 * Compares the paths that `askAgain` did not find unchanged. What the run itself writes is left out: it is looked at when it is
 * written. Undefined if an answer that no state proves is another one, or if nearly everything is new.
 *
 * @param outputs Paths of output directories as they are noted.
 */
export function findChanges(
  host: Host,
  { base, before }: { readonly base: string; readonly before: Evidence },
  outputs: readonly string[],
): InputChanges | undefined {
  const { stamps, unchanged, open } = before;
  const answers = readAnswers(before);
  const isOutput = (path: string): boolean => outputs.some((dir) => isAtOrBelow(path, dir));
  const about = open.filter(([path]) => !isOutput(path));
  if (unchanged === undefined || answers === undefined || !holdsOpen(host, base, { open: about })) return undefined;
  const changed: string[] = [];
  const gone = new Set<string>();
  const paths: { path: string; at: number; state: EntryState }[] = [];
  const prefix = base === process.cwd() ? "" : `${base}/`;
  let looks = 0;
  for (const [at, path] of before.paths.split("\0").entries()) {
    if (path === "" || isOutput(path)) continue;
    if (unchanged[at] === 1) {
      paths.push({ path, at, state: stateAt(stamps, at) });
      continue;
    }
    if (++looks > MOST_LOOKS) return undefined;
    const full = isAbsolute(path) ? path : prefix + path;
    const status = statusAt(full);
    const seen = status && { path, status, digest: undefined };
    const isSame = seen !== undefined && isSameAnswer(host, full, seen, { stamps, answers, index: at });
    if (isSame) paths.push({ path, at, state: seen.status });
    else changed.push(path);
    if (status === undefined) gone.add(path);
  }
  const { isMovable } = before;
  const kept = { open: about, isMovable, paths, answers, listings: readListings(before) };
  return { changed, gone, kept, ...lookUp(kept) };
}

/** Most runs do not look up a single path. */
function lookUp({ paths, answers }: KeptAnswers): Pick<InputChanges, "wasAsked" | "wasListed"> {
  let known: ReadonlyMap<string, number> | undefined;
  const indexOf = (path: string): number | undefined =>
    (known ??= new Map(paths.map((one, index) => [one.path, index]))).get(path);
  return {
    wasAsked: (path) => indexOf(path) !== undefined,
    wasListed(dir) {
      const one = paths[indexOf(dir) ?? -1];
      return one !== undefined && toStatus(one.state).kind === "directory" && isAboutListing(answers, one.at);
    },
  };
}
