/**
 * Notes what a run asks of the file system, so that a later one can tell with one look at each path whether it would get
 * the same answers. A path is looked at before it is read: a change in between shows, because the look is older.
 */
import { basename, dirname, isAbsolute, resolve } from "node:path";
import { isFailure, type FileStatus, type Host, type HostResult } from "../model/host.ts";
import { isPlainPath } from "../paths/index.ts";
import { createAnswerTable, type AnswerTable } from "./answer-table.ts";
import { openEarlierAnswers, type EarlierAnswers } from "./earlier-answers.ts";
import {
  digestOf,
  hashOfFile,
  RACY_MS,
  readListing,
  statusAt,
  toListing,
  within,
  type Asked,
  type Evidence,
  type Question,
} from "./input-evidence.ts";
import { toPosixPath, toStatus, type EntryState } from "../host/node-host.ts";

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
  /** Returns the SHA-256 of a file that has the state in which the last run left it; undefined for any other. */
  digestOf(path: string, status: EntryState): string | undefined;
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
  const earlier = openEarlierAnswers(before);
  const notes = createNotes(host, { base, earlier }, now);
  /** Files that have not been hashed yet. */
  const unhashed = new Map<Uint8Array, (digest: string) => void>();
  let isSpoilt = false;
  const spoil = (): void => {
    isSpoilt = true;
    unhashed.clear();
  };
  const note =
    <T>(question: Question, ask: (path: string) => HostResult<T>): ((path: string) => HostResult<T>) =>
    (path) => {
      const add = notes.look(path, question);
      const answer = ask(path);
      add?.(notes.digestOf(question, answer), isFailure(answer));
      return answer;
    };
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
    },
    digestOf: (path, status) => earlier.digestOf(notes.keyOf(path), status),
    spoil,
    evidence() {
      for (const bytes of unhashed.keys()) sha256(bytes);
      return isSpoilt ? undefined : notes.evidence();
    },
  };
}

/** Recognizes an absolute path, also as it is relative to the base. Most paths end otherwise, and are not resolved. */
function isPlace(base: string, place: string): (path: string) => boolean {
  const name = basename(place);
  return (path) => (path.endsWith(name) || !isPlainPath(path)) && resolve(base, path) === place;
}

/** Before the run it may not have been there; a link is another place than the one that was written to. */
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
    const key = notes.keyOf(path);
    const digest = notes.looksAgain() ? undefined : earlier.digestOf(key, notes.statusOf(path));
    const known = digest === undefined ? undefined : earlier.listingOf(key);
    const add = notes.look(path, "readDirectory");
    if (digest !== undefined && known !== undefined) {
      add?.(digest, false);
      notes.keepListing(path, known);
      return readListing(known);
    }
    const answer = host.readDirectory(path);
    if (isFailure(answer)) add?.(notes.digestOf("readDirectory", answer), true);
    else if (add !== undefined) {
      const listing = toListing(answer);
      add(host.sha256(listing), false);
      notes.keepListing(path, listing);
    }
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

type Add = (digest: string, isFailed: boolean) => void;

interface Notes {
  /** Looks at a path before something is asked; undefined if it was asked already. */
  look(path: string, question: Question, real?: string): Add | undefined;
  /** Sets what the answer to an earlier question would be by now. */
  replace(path: string, question: Question, answer: string): void;
  digestOf(question: Question, answer: unknown): string;
  keyOf(path: string): string;
  /** Makes paths be looked at, whatever is known of them. */
  lookAgain(): void;
  looksAgain(): boolean;
  keepListing(path: string, listing: string): void;
  /** The state of a path as it was first seen; undefined for what is absent, or a link. */
  statusOf(path: string): EntryState | undefined;
  evidence(): Evidence;
}

function createNotes(
  host: Host,
  { base, earlier }: { readonly base: string; readonly earlier: EarlierAnswers },
  now: () => number,
): Notes {
  const indexes = new Map<string, number>();
  const table = createAnswerTable();
  const open = createOpenAnswers();
  /** Files that were read in another place. */
  const elsewhere = new Set<string>();
  const listings = new Map<number, string>();
  let isWriting = false;
  let isMovable = true;
  const keyOf = (path: string): string => upwards(within(base, path), base);
  const find = (path: string): number => {
    let index = indexes.get(path);
    if (index === undefined) {
      // A relative path is a shorter way, if this is where it starts.
      const look = (): string => (isAbsolute(path) || base === process.cwd() ? path : `${base}/${path}`);
      index = table.add((isWriting ? undefined : earlier.stateOf(path)) ?? statusAt(look()));
      indexes.set(path, index);
    }
    return index;
  };
  return {
    keyOf,
    lookAgain: () => void (isWriting = true),
    looksAgain: () => isWriting,
    keepListing: (path, listing) => void listings.set(find(keyOf(path)), listing),
    statusOf: (path) => table.stateOf(find(keyOf(path))),
    look(given, question, givenReal) {
      const path = keyOf(given);
      isMovable &&= !isAbsolute(path);
      const index = find(path);
      const place = givenReal === undefined ? undefined : within(base, givenReal);
      const real = place === path ? "" : place;
      const proved = question === "readFile" && real === "" ? "readInPlace" : question;
      const other = real === undefined || real === "" ? undefined : `${path}\0${real}`;
      const isNoted =
        other === undefined ? proved !== "realPath" && table.wasAsked(index, proved) : elsewhere.has(other);
      if (isNoted || open.has(path, question, real)) return undefined;
      return (digest, isFailed) => {
        const isOpen = isFailed || proved === "realPath" || table.stateOf(index) === undefined;
        if (isOpen) return open.add(path, real === undefined ? [question, digest] : [question, digest, real]);
        table.note(index, proved, digest);
        if (other !== undefined) elsewhere.add(other);
      };
    },
    replace: (path, question, answer) => open.replace(keyOf(path), [question, digestOf(host, base, question, answer)]),
    digestOf(question, answer) {
      const digest = digestOf(host, base, question, answer);
      isMovable &&= question !== "realPath" || !isAbsolute(digest);
      return digest;
    },
    evidence: () => ({ ...selectProved({ indexes, table, listings }, now() - RACY_MS), open: open.all(), isMovable }),
  };
}

/** Selects what the states of paths prove. A path that changed at `old` or later proves nothing yet. */
function selectProved(
  {
    indexes,
    table,
    listings,
  }: {
    readonly indexes: ReadonlyMap<string, number>;
    readonly table: AnswerTable;
    readonly listings: ReadonlyMap<number, string>;
  },
  old: number,
): Pick<Evidence, "paths" | "stamps" | "answers" | "listings"> {
  let paths = "";
  const proved: number[] = [];
  const listed: (readonly [index: number, listing: string])[] = [];
  for (const [path, index] of indexes) {
    if (!table.wasAsked(index)) continue;
    paths += `${path}\0`;
    const listing = listings.get(index);
    if (listing !== undefined) listed.push([proved.length, listing]);
    proved.push(index);
  }
  const { stamps, answers } = table.select(proved, old);
  return { paths, stamps, answers: () => answers, listings: () => Buffer.from(JSON.stringify(listed)) };
}

interface OpenAnswers {
  has(path: string, question: Question, real: string | undefined): boolean;
  add(path: string, answer: Asked): void;
  /** Replaces the answers to a question. */
  replace(path: string, answer: Asked): void;
  all(): Evidence["open"];
}

/** What no state proves, by path. */
function createOpenAnswers(): OpenAnswers {
  const answers = new Map<string, readonly Asked[]>();
  const about = (path: string): readonly Asked[] => answers.get(path) ?? [];
  return {
    has: (path, question, real) => about(path).some((answer) => answer[0] === question && answer[2] === real),
    add: (path, answer) => void answers.set(path, [...about(path), answer]),
    replace(path, answer) {
      const now = about(path).map((one) => (one[0] === answer[0] ? answer : one));
      if (now.length > 0) answers.set(path, now);
    },
    all: () => [...answers].flatMap(([path, all]) => all.map((one) => [path, ...one] as const)),
  };
}

/** What is right in a directory above the project, such as its `.git`, is further up from a copy of it as well. */
function upwards(path: string, base: string): string {
  if (!isAbsolute(path)) return path;
  const above = /^(.*?)\/\.git\/info\/exclude$/.exec(path)?.[1] ?? dirname(path);
  const top = above === "" || above.endsWith("/") ? above : `${above}/`;
  const home = `${toPosixPath(base)}/`;
  if (!home.startsWith(top)) return path;
  const steps = home.slice(top.length).split("/").length - 1;
  return `${"../".repeat(steps)}${path.slice(top.length)}`;
}
