/**
 * Notes what a run asks of the file system, so that a later one can tell with one look at each path whether it would get
 * the same answers. A path is looked at before it is read: a change in between shows, because the look is older.
 */
import { basename, dirname, resolve } from "node:path";
import { isFailure, type FileStatus, type Host, type HostResult } from "../model/host.ts";
import { isPlainPath } from "../paths/index.ts";
import { findChanges, type InputChanges } from "./input-changes.ts";
import { openEarlierAnswers, type Before, type EarlierAnswers } from "./earlier-answers.ts";
import { hashOfFile, type Evidence, type Question } from "./input-evidence.ts";
import { readListing, toListing } from "./input-listings.ts";
import { createNotes, type Notes } from "./input-notes.ts";
import { openPaths } from "./path-list.ts";
import { toStatus, type EntryState } from "../host/node-host.ts";

export interface Witness {
  /** Asks, and notes. */
  readonly host: Host;
  /** From now on, the disk is asked again, whatever is known from an earlier run: this one is about to change it. */
  willWrite(): void;
  /**
   * Notes everything in a directory that the run wrote, and that the directory and those above it are there.
   *
   * @param digests SHA-256 of the files as the run wrote or found them, by path below the directory.
   */
  lookBelow(dir: string, digests: ReadonlyMap<string, string>): void;
  /** Notes only the files that the run wrote: the directory contains files of others as well. */
  lookAtFiles(dir: string, digests: ReadonlyMap<string, string>): void;
  /** Returns the SHA-256 of a file that has the state in which the last run left it; undefined for any other. */
  digestOf(path: string, status: EntryState): string | undefined;
  /**
   * Returns what has changed since the earlier run, but for outputs; undefined without one, and if it is unlike this one.
   * @param outputs Absolute paths of directories that the run writes.
   */
  changes(outputs: readonly string[]): InputChanges | undefined;
  /** Takes over what the earlier run was answered about all that has not changed, as if this one had asked. */
  carry(changes: InputChanges): void;
  /** Notes that the run depends on something that cannot be asked again. */
  spoil(): void;
  /** Undefined if the run is spoilt. */
  evidence(): Evidence | undefined;
}

/** Where a project is. */
export interface WitnessPlace {
  /** Absolute path that the paths of the Host are relative to. */
  readonly base: string;
  /** Absolute path of the cache: what is in there changes with every run, and is empty to the run. */
  readonly cache: string;
  /** The answers to an earlier run. */
  readonly before?: Evidence | undefined;
}

/**
 * Wraps the Host of the disk.
 *
 * @param now When the run started, in milliseconds by the clock of the file system.
 * @example
 * const witness = createWitness(createNodeHost(base), { base, cache }, () => start);
 */
export function createWitness(host: Host, { base, cache, before }: WitnessPlace, now: () => number): Witness {
  const known = before && { evidence: before, paths: openPaths(before.paths) };
  const earlier = openEarlierAnswers(known);
  const notes = createNotes(host, { base, earlier }, now);
  /** Files that have not been hashed yet. */
  const unhashed = new Map<Uint8Array, (digest: string) => void>();
  let isSpoilt = false;
  const spoil = (): void => {
    isSpoilt = true;
    unhashed.clear();
  };
  const note = noting(notes);
  const readFile: Host["readFile"] = (path, real, most) => {
    const [add, answer] = [notes.look(path, "readFile", real), host.readFile(path, real, most)];
    if (isFailure(answer)) add?.(notes.digestOf("readFile", answer), true);
    // The compiler hashes most files anyway.
    else if (add !== undefined && !isSpoilt) unhashed.set(answer, (digest) => add(digest, false));
    return answer;
  };
  const sha256: Host["sha256"] = (data) => {
    const digest = host.sha256(data);
    if (typeof data === "string") return digest;
    unhashed.get(data)?.(digest);
    unhashed.delete(data);
    return digest;
  };
  const [readDirectory, isCache] = [noteListing(host, earlier, notes), isPlace(base, cache)];
  const witnessed: Host = {
    ...host,
    readDirectory: (path) => (isCache(path) ? [] : readDirectory(path)),
    narrowListing: (path) => notes.narrowed(path),
    readFile,
    ...(before && { knownDigest: noteKnown(earlier, notes) }),
    ...(host.readPieces && { readPieces: notePieces(host.readPieces.bind(host), notes, spoil) }),
    // Asked of each file, which is looked at anyway.
    status: note("status", (path) => toAnswer(notes.statusOf(path)) ?? host.status(path)),
    entryStatus: note("entryStatus", (path) => toAnswer(notes.statusOf(path)) ?? host.entryStatus(path)),
    realPath: note("realPath", (path) => host.realPath(path)),
    sha256,
  };
  return {
    host: witnessed,
    willWrite: () => notes.lookAgain(),
    lookBelow(dir, digests) {
      if (!noteFiles(witnessed, dir, { notes, digests })) spoil();
      for (let path = dir; path !== dirname(path); path = dirname(path)) noteRealPath(host, path, notes);
      notes.created(dir);
    },
    lookAtFiles(dir, digests) {
      for (const [path, digest] of digests) notes.look(`${dir}/${path}`, "readFile")?.(digest, false);
      for (let path = dir; path !== dirname(path); path = dirname(path)) noteRealPath(host, path, notes);
    },
    digestOf: (path, status) => earlier.digestOf(notes.keyOf(path), status),
    ...following({ host, witnessed, notes }, base, known),
    spoil,
    evidence() {
      for (const bytes of unhashed.keys()) sha256(bytes);
      return isSpoilt ? undefined : notes.evidence();
    },
  };
}

/** Returns what makes a function that asks note the answer. */
function noting(notes: Notes) {
  return <T>(question: Question, ask: (path: string) => HostResult<T>): ((path: string) => HostResult<T>) =>
    (path) => {
      const add = notes.look(path, question);
      const answer = ask(path);
      add?.(notes.digestOf(question, answer), isFailure(answer));
      return answer;
    };
}

/** How a run takes over what an earlier one was answered. */
function following(
  { host, witnessed, notes }: Readonly<Record<"host" | "witnessed", Host>> & { readonly notes: Notes },
  base: string,
  before: Before | undefined,
): Pick<Witness, "changes" | "carry"> {
  return {
    changes: (outputs) =>
      before &&
      findChanges(
        host,
        { base, before },
        outputs.flatMap((dir) => [notes.keyOf(dir), dir]),
      ),
    carry({ changed, kept }) {
      // What was asked about a file besides its bytes, which are read again.
      for (const path of changed) void [witnessed.status(path), witnessed.entryStatus(path)];
      notes.carry(kept);
    },
  };
}

/** Recognizes an absolute path, also as it is relative to the base. Most paths end otherwise, and are not resolved. */
function isPlace(base: string, place: string): (path: string) => boolean {
  const name = basename(place);
  return (path) => (path.endsWith(name) || !isPlainPath(path)) && resolve(base, path) === place;
}

/** Notes the real path of an output directory after the run, which may have created it; of a link, nothing is noted. */
function noteRealPath(host: Host, path: string, notes: Notes): void {
  const real = host.realPath(path);
  if (real === host.absolutePath(path)) notes.replace(path, "realPath", real);
}

function toAnswer(state: EntryState | undefined): FileStatus | undefined {
  return state && toStatus(state);
}

/** Answers from what an earlier run read, and notes that as if it was read again. */
function noteKnown(earlier: EarlierAnswers, notes: Notes): NonNullable<Host["knownDigest"]> {
  return (path, real) => {
    const digest = notes.looksAgain() ? undefined : earlier.digestOf(notes.keyOf(path), notes.statusOf(path));
    if (digest !== undefined) notes.look(path, "readFile", real)?.(digest, false);
    return digest;
  };
}

/** Lists a directory, unless an earlier run has listed it in its state, and notes the listing. */
function noteListing(host: Host, earlier: EarlierAnswers, notes: Notes): Host["readDirectory"] {
  return (path) => {
    const known = notes.looksAgain() ? undefined : earlier.listingOf(notes.keyOf(path), notes.statusOf(path));
    const add = notes.look(path, "readDirectory");
    const answer = known === undefined ? host.readDirectory(path) : readListing(known);
    if (isFailure(answer) || notes.statusOf(path) === undefined)
      add?.(notes.digestOf("readDirectory", answer), isFailure(answer));
    else notes.listed(path, known ?? toListing(answer));
    return answer;
  };
}

/** Asks for a file in pieces, and notes the digest that comes last. */
function notePieces(read: NonNullable<Host["readPieces"]>, notes: Notes, spoil: () => void): typeof read {
  return function* (path, real) {
    const add = notes.look(path, "readFile", real);
    let answer: HostResult<string> | undefined;
    try {
      return (answer = yield* read(path, real));
    } finally {
      // What was not read to its end has no digest.
      if (answer !== undefined) add?.(notes.digestOf("readFile", answer), isFailure(answer));
      else if (add !== undefined) spoil();
    }
  };
}

/** Returns false if there is anything but files and directories. */
function noteFiles(
  host: Host,
  dir: string,
  { notes, digests, below = "" }: { notes: Notes; digests: ReadonlyMap<string, string>; below?: string },
): boolean {
  const listed = host.readDirectory(dir);
  return (isFailure(listed) ? [] : listed).every(({ name, kind }) => {
    const [path, relative] = [`${dir}/${name}`, `${below}${name}`];
    if (kind === "directory") return noteFiles(host, path, { notes, digests, below: `${relative}/` });
    if (kind !== "file") return false;
    const digest = digests.get(relative);
    if (digest === undefined) hashOfFile(host, path);
    else notes.look(path, "readFile")?.(digest, false);
    return true;
  });
}
