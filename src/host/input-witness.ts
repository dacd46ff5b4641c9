/**
 * Notes what a run asks of the file system, so that a later one can tell with one look at each path whether it would get
 * the same answers. A path is looked at before it is read: a change in between shows, because the look is older.
 */
import { dirname, isAbsolute, resolve } from "node:path";
import { isFailure, type FileStatus, type Host, type HostResult } from "../model/host.ts";
import {
  digestOf,
  hasStamp,
  RACY_MS,
  stampOf,
  statusAt,
  timeOf,
  UNPROVED,
  within,
  type Asked,
  type Evidence,
  type Question,
} from "./input-evidence.ts";
import { statusOf, toPosixPath, toState, type EntryState, type EntryStats } from "./node-host.ts";

export interface Witness {
  /** Asks, and notes. */
  readonly host: Host;
  /**
   * Notes everything in a directory that the run wrote, and that the directory and those above it are there.
   *
   * @param digests SHA-256 of the files as the run wrote or found them, by path below the directory.
   */
  lookBelow(dir: string, digests: ReadonlyMap<string, string>): void;
  /** Returns the SHA-256 of a file that has the state in which the last run left it; undefined for any other. */
  digestOf(path: string, status: EntryStats): string | undefined;
  /** Notes that the run depends on something that cannot be asked again. */
  spoil(): void;
  /** Undefined if the run is spoilt. */
  evidence(): NotedEvidence | undefined;
}

/** What a run noted: of each of its paths what was asked about it, one after the other. */
export interface NotedEvidence extends Omit<Evidence, "asked"> {
  readonly asked: () => Iterable<readonly Asked[]>;
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
  const notes = createNotes(host, base, now);
  const digestBefore = before === undefined ? () => undefined : openDigests(before);
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
  const readFile: Host["readFile"] = (path, real) => {
    const add = notes.look(path, "readFile", real);
    const answer = host.readFile(path, real);
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
  const readDirectory = note("readDirectory", (path) => host.readDirectory(path));
  const witnessed: Host = {
    ...host,
    readDirectory: (path) => (resolve(base, path) === cache ? [] : readDirectory(path)),
    readFile,
    ...(before && { knownDigest: noteKnown(digestBefore, notes) }),
    ...(host.readPieces && { readPieces: notePieces(host.readPieces.bind(host), notes, spoil) }),
    // Asked of each file, which is looked at anyway.
    status: note("status", (path) => toAnswer(notes.statusOf(path)) ?? host.status(path)),
    entryStatus: note("entryStatus", (path) => toAnswer(notes.statusOf(path)) ?? host.entryStatus(path)),
    realPath: note("realPath", (path) => host.realPath(path)),
    sha256,
  };
  return {
    host: witnessed,
    lookBelow(dir, digests) {
      if (!noteFiles(witnessed, dir, { notes, digests })) spoil();
      for (let path = dir; path.startsWith(base) && path !== base; path = dirname(path))
        noteRealPath(host, path, notes);
    },
    digestOf: (path, status) => digestBefore(notes.keyOf(path), toState(status)),
    spoil,
    evidence() {
      for (const bytes of unhashed.keys()) sha256(bytes);
      return isSpoilt ? undefined : notes.evidence();
    },
  };
}

/** Before the run it may not have been there; a link is another place than the one that was written to. */
function noteRealPath(host: Host, path: string, notes: Notes): void {
  const real = host.realPath(path);
  if (real === host.absolutePath(path)) notes.replace(path, "realPath", real);
}

function toAnswer(state: EntryState | undefined): FileStatus | undefined {
  return state && statusOf(state.kind, state);
}

/** Finds the digest of a file that has the state in which it was read. */
function openDigests({ paths, stamps, asked }: Evidence): (path: string, status?: EntryState) => string | undefined {
  let files: ReadonlyMap<string, number> | undefined;
  let about: readonly (readonly Asked[])[] = [];
  return (path, status) => {
    if (status === undefined) return undefined;
    if (files === undefined) {
      about = asked();
      files = new Map(paths.split("\0").map((one, index) => [one, index]));
    }
    const index = files.get(path);
    if (index === undefined || !hasStamp(status, stamps, index)) return undefined;
    return about[index]?.find(([question]) => question === "readFile")?.[1];
  };
}

/** Answers from what an earlier run read, and notes that as if it was read again. */
function noteKnown(find: ReturnType<typeof openDigests>, notes: Notes): NonNullable<Host["knownDigest"]> {
  return (path, real) => {
    const digest = find(notes.keyOf(path), notes.statusOf(path));
    if (digest !== undefined) notes.look(path, "readFile", real)?.(digest, false);
    return digest;
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
    if (digest === undefined) host.readFile(path);
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
  /** The state of a path as it was first seen; undefined for what is absent, or a link. */
  statusOf(path: string): EntryState | undefined;
  evidence(): NotedEvidence;
}

/** An answer about a path, and the ones before it: a list of its own for each of thousands of paths takes four times as much. */
interface Answer {
  readonly question: Question;
  readonly real: string | undefined;
  digest: string;
  readonly isOpen: boolean;
  readonly before: Answer | undefined;
}

interface Known {
  readonly status: EntryState | undefined;
  last: Answer | undefined;
}

function* answersOf({ last }: Known): Generator<Answer> {
  for (let answer = last; answer !== undefined; answer = answer.before) yield answer;
}

function createNotes(host: Host, base: string, now: () => number): Notes {
  const known = new Map<string, Known>();
  let isMovable = true;
  const keyOf = (path: string): string => upwards(within(base, path), base);
  const find = (path: string): Known => {
    let one = known.get(path);
    if (one === undefined) {
      // A relative path is a shorter way, if this is where it starts.
      const stats = statusAt(isAbsolute(path) || base === process.cwd() ? path : `${base}/${path}`);
      known.set(path, (one = { status: stats && toState(stats), last: undefined }));
    }
    return one;
  };
  return {
    keyOf,
    statusOf: (path) => find(keyOf(path)).status,
    look(given, question, givenReal) {
      const path = keyOf(given);
      isMovable &&= !isAbsolute(path);
      const one = find(path);
      const place = givenReal === undefined ? undefined : within(base, givenReal);
      const real = place === path ? "" : place;
      for (const each of answersOf(one)) if (each.question === question && each.real === real) return undefined;
      return (digest, isFailed) => {
        const isOpen = isFailed || question === "realPath" || one.status === undefined;
        one.last = { question, real, digest, isOpen, before: one.last };
      };
    },
    replace(given, question, answer) {
      const digest = digestOf(host, base, question, answer);
      const one = known.get(keyOf(given));
      if (one !== undefined) for (const each of answersOf(one)) if (each.question === question) each.digest = digest;
    },
    digestOf(question, answer) {
      const digest = digestOf(host, base, question, answer);
      isMovable &&= question !== "realPath" || !isAbsolute(digest);
      return digest;
    },
    evidence: () => toEvidence(known, now() - RACY_MS, isMovable),
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

function toEvidence(known: ReadonlyMap<string, Known>, old: number, isMovable: boolean): NotedEvidence {
  let paths = "";
  let count = 0;
  const stamps = new Float64Array(UNPROVED.length * known.size);
  const open: [string, ...Asked][] = [];
  for (const [path, one] of known) {
    for (const answer of answersOf(one)) if (answer.isOpen) open.push([path, ...toAsked(answer)]);
    if (one.status === undefined || !isProved(one)) continue;
    paths += `${path}\0`;
    stamps.set(timeOf(one.status) < old ? stampOf(one.status) : UNPROVED, UNPROVED.length * count++);
  }
  function* asked(): Generator<readonly Asked[]> {
    for (const one of known.values())
      if (isProved(one)) yield [...answersOf(one)].filter(({ isOpen }) => !isOpen).map(toAsked);
  }
  return { paths, stamps: stamps.slice(0, UNPROVED.length * count), asked, open, isMovable };
}

/** Whether the state of a path proves an answer about it. */
function isProved(one: Known): boolean {
  for (const { isOpen } of answersOf(one)) if (!isOpen) return true;
  return false;
}

function toAsked({ question, digest, real }: Answer): Asked {
  return real === undefined ? [question, digest] : [question, digest, real];
}
