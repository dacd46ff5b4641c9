/** The answers of the file system to a run, and whether it would answer the same again. */
import { createHash, hash } from "node:crypto";
import { lstatSync, readSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { isFailure, type DirectoryEntry, type Host, type HostResult } from "../model/host.ts";
import { attempt, toPosixPath, toStatus, type EntryState, type EntryStats } from "./node-host.ts";
import { withRegularFile } from "./read-regular.ts";

export type Question = "readDirectory" | "readFile" | "status" | "entryStatus" | "realPath";

/** A question about a path and a digest of its answer. `real`: as for `Host.readFile`; "" if it is the path itself. */
export type Asked = readonly [question: Question, digest: string, real?: string];

/** The answers to a run. Paths are relative to the project, as far as they move with it. */
export interface Evidence {
  /** Paths whose state proves all answers about them, each with a NUL after it: one text costs less than thousands. */
  readonly paths: string;
  /** Of each of them in turn: both times in milliseconds, size, mode and inode; NaN if they changed right before the run. */
  readonly stamps: Float64Array;
  /** What was asked about each of them; only needed where the state is another one. */
  readonly asked: () => readonly (readonly Asked[])[];
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
  const { paths, stamps, open } = evidence;
  const isSame = (path: string, [question, digest, real]: Asked): boolean => {
    const realPath = real === undefined ? undefined : toPosixPath(resolve(base, real === "" ? path : real));
    const answer = question === "readFile" ? hashOfFile(host, path, realPath) : host[question](path);
    return digestOf(host, base, question, answer) === digest;
  };
  if (!open.every(([path, ...asked]) => isSame(path, asked))) return undefined;
  // Relative paths are shorter ways, if this is where they start.
  const prefix = base === process.cwd() ? "" : `${base}/`;
  let asked: readonly (readonly Asked[])[] | undefined;
  let renewed: Float64Array | undefined;
  for (let index = 0, at = 0; at < paths.length; index++) {
    const end = paths.indexOf("\0", at);
    const path = paths.slice(at, end);
    at = end + 1;
    const full = isAbsolute(path) ? path : prefix + path;
    const status = statusAt(full);
    if (status !== undefined && hasStamp(status, stamps, index)) continue;
    asked ??= evidence.asked();
    const isKnown = (one: Asked): boolean =>
      status === undefined ? isSame(path, one) : answerAt(host, full, status, one) === one[1];
    if (asked[index]?.every(isKnown) !== true) return undefined;
    if (status === undefined || timeOf(status) >= now() - RACY_MS) continue;
    renewed ??= stamps.slice();
    renewed.set(stampOf(status), UNPROVED.length * index);
  }
  return renewed ?? stamps;
}

/** Returns the SHA-256 of a file of any size. */
function hashOfFile(host: Host, path: string, real: string | undefined): HostResult<string> {
  if (host.readPieces === undefined) {
    const bytes = host.readFile(path, real);
    return isFailure(bytes) ? bytes : host.sha256(bytes);
  }
  const pieces = host.readPieces(path, real);
  let next = pieces.next();
  while (next.done !== true) next = pieces.next();
  return next.value;
}

/** The digest of an answer about what is no link, with as few calls as possible: a restored cache asks about everything. */
function answerAt(host: Host, path: string, status: EntryStats, [question]: Asked): string {
  if (question === "status" || question === "entryStatus") return JSON.stringify(toStatus(status));
  // Wherever the bytes are: if they are the same, so is all that follows from them.
  if (question === "readFile") return hashOfRegular(path, status.size) ?? "";
  const answer = host[question](path);
  return question === "readDirectory" && !isFailure(answer) ? listingOf(host, answer as readonly DirectoryEntry[]) : "";
}

const BUFFER_BYTES = 1024 * 1024;
let buffer: Buffer | undefined;

/** Undefined for what cannot be read. */
function hashOfRegular(path: string, size: number): string | undefined {
  const space = (buffer ??= Buffer.allocUnsafe(BUFFER_BYTES));
  const digest = attempt(() =>
    withRegularFile(path, { noFollow: true }, (descriptor) => {
      let read = readSync(descriptor, space);
      if (read === size) return hash("sha256", space.subarray(0, read), "hex");
      const parts = createHash("sha256");
      for (; read > 0; read = readSync(descriptor, space)) parts.update(space.subarray(0, read));
      return parts.digest("hex");
    }),
  );
  return isFailure(digest) ? undefined : digest;
}

/** Names an answer: the same answer has the same digest. */
export function digestOf(host: Host, base: string, question: Question, answer: unknown): string {
  if (answer instanceof Uint8Array) return host.sha256(answer);
  if (typeof answer === "string") return within(base, answer);
  const isListing = question === "readDirectory" && Array.isArray(answer);
  return isListing ? listingOf(host, answer as readonly DirectoryEntry[]) : JSON.stringify(answer);
}

/** A path relative to the project if it is in there. */
export function within(base: string, path: string): string {
  const home = toPosixPath(base);
  if (!path.startsWith(home)) return path;
  if (path === home) return ".";
  const start = home.endsWith("/") ? home.length : home.length + 1;
  return path[start - 1] === "/" ? path.slice(start) : path;
}

type Stamp = readonly [mtime: number, ctime: number, size: number, mode: number, inode: number];

type Stamped = Omit<EntryState, "kind">;

/** Equal to no stamp. */
export const UNPROVED: Stamp = [NaN, NaN, NaN, NaN, NaN];

/**
 * Both times, size, mode and inode. A checkout writes hundreds of files in one step of the clock: two directories that are
 * swapped afterwards differ in nothing but the inodes of their files.
 */
export function stampOf({ mtimeMs, ctimeMs, size, mode, ino }: Stamped): Stamp {
  return [mtimeMs, ctimeMs, size, mode, ino];
}

/** Returns whether a path has the stamp of the path with an index. */
export function hasStamp({ mtimeMs, ctimeMs, size, mode, ino }: Stamped, stamps: Float64Array, index: number): boolean {
  const at = UNPROVED.length * index;
  const isSameTime = mtimeMs === stamps[at] && ctimeMs === stamps[at + 1];
  return isSameTime && size === stamps[at + 2] && mode === stamps[at + 3] && ino === stamps[at + 4];
}

/** The later one of both times, in milliseconds. */
export function timeOf({ mtimeMs, ctimeMs }: Stamped): number {
  return Math.max(mtimeMs, ctimeMs);
}

/** Undefined for what proves nothing: a link may lead elsewhere, and what is absent has no time. */
export function statusAt(path: string): EntryStats | undefined {
  try {
    const status = lstatSync(path, QUIET);
    return status?.isSymbolicLink() === false ? status : undefined;
  } catch {
    return undefined;
  }
}

const QUIET = { throwIfNoEntry: false } as const;

function listingOf(host: Host, entries: readonly DirectoryEntry[]): string {
  return host.sha256(
    entries
      .map(({ name, kind }) => `${kind} ${name}`)
      .sort()
      .join("\0"),
  );
}
