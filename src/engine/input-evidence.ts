/** The answers of the file system to a run, and whether it would answer the same again. */
import { createHash, hash } from "node:crypto";
import { lstatSync, readSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { isFailure, type DirectoryEntry, type Host, type HostResult } from "../model/host.ts";
import {
  digestIn,
  hasStamp,
  isAboutAll,
  isAboutBytes,
  isAboutStatus,
  isFileAt,
  openAnswers,
  stateAt,
  STAMP_NUMBERS,
  stampOf,
  timeOf,
  type AnswersAt,
} from "./answer-table.ts";
import { entriesOfSearch, toListing } from "./input-listings.ts";
import { attempt, toPosixPath, toStatus, type EntryStats } from "../host/node-host.ts";
import { withRegularFile } from "../host/read-regular.ts";
import { textsOf } from "./path-list.ts";
import { readStored } from "./stored-bytes.ts";
import type { StoredBytes } from "../model/stored-bytes.ts";

export type Question = "readDirectory" | "readFile" | "status" | "entryStatus" | "realPath";

/** A question about a path and a digest of its answer. `real`: as for `Host.readFile`; "" if it is the path itself. */
export type Asked = readonly [question: Question, digest: string, real?: string];

/** The answers to a run. Paths are relative to the project, as far as they move with it. */
export interface Evidence {
  /** Paths whose state proves all answers about them, each with a NUL after it: one text costs less than thousands. */
  readonly paths: StoredBytes;
  /** Of each of them in turn: what `stampOf` returns; no time if it changed right before the run. */
  readonly stamps: Float64Array;
  /** Of each of them in turn: what was asked, and what the answer was; only needed where the state is another one. */
  readonly answers: StoredBytes;
  /** The listings of those of them that are directories (`listing-table.ts`); only needed as `answers` are. */
  readonly listings: StoredBytes;
  /** Gets a 1 at the index of each of them that `askAgain` finds in its state: a run need not look at it again. */
  readonly unchanged?: Uint8Array;
  /** What no state proves: failures, real paths, what is behind links. */
  readonly open: readonly (readonly [path: string, ...asked: Asked])[];
  /** Whether the same questions would be asked of a copy of the project elsewhere. */
  readonly isMovable: boolean;
}

/** File systems count time in steps: what changed just now may change again in the same step. */
export const RACY_MS = 2000;

/**
 * Returns the stamps as they are now if every question would get the same answer, else undefined. They are the same object
 * unless a path has another state, or is old enough by now for its state to prove something.
 *
 * @param base Absolute path that the paths of the Host are relative to.
 * @param now When the run started, in milliseconds by the clock of the file system.
 * @example
 * if (askAgain(createNodeHost(base), base, evidence, () => start) !== undefined) return known;
 */
export function askAgain(host: Host, base: string, evidence: Evidence, now: () => number): Float64Array | undefined {
  const { stamps, unchanged } = evidence;
  const paths = holdsOpen(host, base, evidence) ? readStored(evidence.paths) : undefined;
  if (paths === undefined) return undefined;
  // The system finds a path relative to the working directory faster.
  const prefix = base === process.cwd() ? "" : `${base}/`;
  const looks = createLooks(host, evidence, now);
  let [index, isSame] = [0, true];
  for (const text of textsOf(paths)) {
    for (let at = 0; at < text.length; index++) {
      const end = text.indexOf("\0", at);
      const path = text.slice(at, end);
      at = end + 1;
      const full = isAbsolute(path) ? path : prefix + path;
      if (isSame) isSame = looks.isSame(path, full, index);
      else {
        // The run that has to come needs to know of all others.
        const status = statusAt(full);
        if (status !== undefined && hasStamp(status, stamps, index)) looks.markUnchanged(index);
      }
      if (!isSame && unchanged === undefined) return undefined;
    }
  }
  return isSame ? looks.stamps() : undefined;
}

/** Compares one path after the other with what it was. */
function createLooks(
  host: Host,
  { stamps, unchanged, answers: stored }: Evidence,
  now: () => number,
): {
  isSame(path: string, full: string, index: number): boolean;
  markUnchanged(index: number): void;
  /** As they are now. */
  stamps(): Float64Array;
} {
  let answersAt: AnswersAt | undefined;
  /** Indexes, each with the stamp that it has now. After an edit they are not used: a copy of all stamps would be too early. */
  const renewed: number[] = [];
  /** Whether the last file had another state: in a restored cache, all have. */
  let isNew = false;
  const markUnchanged = (index: number): void => {
    if (unchanged !== undefined) unchanged[index] = 1;
  };
  return {
    markUnchanged,
    stamps: () => (renewed.length === 0 ? stamps : withStamps(stamps, renewed)),
    isSame(path, full, index) {
      // What is read anyway is not looked at before: its state shows when it is open.
      const isRead = isNew && answersAt !== undefined && isFileAt(stamps, index) && isAboutBytes(answersAt(index));
      const read = isRead ? hashFile(full) : undefined;
      const status = isRead ? read?.status : statusAt(full);
      if (status === undefined) return false;
      if (hasStamp(status, stamps, index)) {
        markUnchanged(index);
        isNew &&= !isFileAt(stamps, index);
        return true;
      }
      isNew ||= isFileAt(stamps, index);
      answersAt ??= openAnswers(stored);
      const seen = { path, status, digest: read?.digest };
      if (!isSameAnswer(host, full, seen, { stamps, answers: answersAt(index), index })) return false;
      if (timeOf(status) >= now() - RACY_MS) return true;
      renewed.push(index, ...stampOf(status));
      return true;
    },
  };
}

/** Returns a copy of stamps with others in it. `renewed`: the index of each of them, and its numbers. */
function withStamps(stamps: Float64Array, renewed: readonly number[]): Float64Array {
  const copy = stamps.slice();
  for (let from = 0; from < renewed.length; from += 1 + STAMP_NUMBERS)
    copy.set(renewed.slice(from + 1, from + 1 + STAMP_NUMBERS), STAMP_NUMBERS * (renewed[from] as number));
  return copy;
}

/** Asks again what no state proves; returns whether all answers are the same. */
export function holdsOpen(host: Host, base: string, { open }: Pick<Evidence, "open">): boolean {
  return open.every(([path, question, digest, real]) => {
    const realPath = real === undefined ? undefined : toPosixPath(resolve(base, real === "" ? path : real));
    // What failed is asked as it was: a file that is too large to be read would be hashed.
    const read = digest.startsWith("{") ? host.readFile : hashOfFile.bind(undefined, host);
    const answer = question === "readFile" ? read(path, realPath) : host[question](path);
    return digestOf(host, base, question, answer) === digest;
  });
}

/** Returns the SHA-256 of a file of any size. */
export function hashOfFile(host: Host, path: string, real?: string): HostResult<string> {
  if (host.readPieces === undefined) {
    const bytes = host.readFile(path, real);
    return isFailure(bytes) ? bytes : host.sha256(bytes);
  }
  const pieces = host.readPieces(path, real);
  let next = pieces.next();
  while (next.done !== true) next = pieces.next();
  return next.value;
}

/** What is at a path now, and its digest if it is a file. */
interface Read {
  readonly status: EntryStats;
  readonly digest: string;
}

/** What is at a path now. `path`: as it is noted. `digest`: of a file that was read. */
export interface Seen {
  readonly path: string;
  readonly status: EntryStats;
  readonly digest: string | undefined;
}

/** Compares with as few calls as possible: a restored cache asks about everything. */
export function isSameAnswer(
  host: Host,
  full: string,
  { path, status, digest }: Seen,
  { stamps, answers, index }: { readonly stamps: Float64Array; readonly answers: Uint8Array; readonly index: number },
): boolean {
  const [before, now] = [toStatus(stateAt(stamps, index)), toStatus(status)];
  const isSameKind = before.kind === now.kind;
  const isSameStatus = before.size === now.size && before.executable === now.executable;
  if (!isSameKind || (isAboutStatus(answers) && !isSameStatus)) return false;
  if (!isAboutBytes(answers)) return isAboutStatus(answers);
  // Wherever the bytes are: if they are the same, so is all that follows from them.
  const found =
    digest ?? (now.kind === "directory" ? digestOfListing(host, path, isAboutAll(answers)) : hashFile(full)?.digest);
  return found === digestIn(answers);
}

function digestOfListing(host: Host, path: string, isWhole: boolean): string | undefined {
  const entries = host.readDirectory(path);
  if (isFailure(entries)) return undefined;
  return host.sha256(toListing(isWhole ? entries : entriesOfSearch(path, entries)));
}

const BUFFER_BYTES = 1024 * 1024;
let buffer: Buffer | undefined;

/** Undefined for what is not a file, or cannot be read. */
function hashFile(path: string): Read | undefined {
  const space = (buffer ??= Buffer.allocUnsafe(BUFFER_BYTES));
  const seen = attempt(() =>
    withRegularFile(path, { noFollow: true }, (descriptor, status) => {
      let read = readSync(descriptor, space);
      if (read === status.size) return { status, digest: hash("sha256", space.subarray(0, read), "hex") };
      const parts = createHash("sha256");
      for (; read > 0; read = readSync(descriptor, space)) parts.update(space.subarray(0, read));
      return { status, digest: parts.digest("hex") };
    }),
  );
  return isFailure(seen) ? undefined : seen;
}

/** Names an answer: the same answer has the same digest. */
export function digestOf(host: Host, base: string, question: Question, answer: unknown): string {
  if (answer instanceof Uint8Array) return host.sha256(answer);
  if (typeof answer === "string") return within(base, answer);
  const isListing = question === "readDirectory" && Array.isArray(answer);
  return isListing ? host.sha256(toListing(answer as readonly DirectoryEntry[])) : JSON.stringify(answer);
}

/** A path relative to the project if it is in there. */
export function within(base: string, path: string): string {
  const home = toPosixPath(base);
  if (!path.startsWith(home)) return path;
  if (path === home) return ".";
  const start = home.endsWith("/") ? home.length : home.length + 1;
  return path[start - 1] === "/" ? path.slice(start) : path;
}

/** Returns the status of a path; undefined for a link and for a missing path, whose status proves nothing. */
export function statusAt(path: string): EntryStats | undefined {
  try {
    const status = lstatSync(path, QUIET);
    return status?.isSymbolicLink() === false ? status : undefined;
  } catch {
    return undefined;
  }
}

const QUIET = { throwIfNoEntry: false } as const;
