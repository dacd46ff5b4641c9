/**
 * What discovery was answered by the disk, as a value without a path of this machine: another process, on another machine,
 * finds the same skills from it.
 */
import { isFailure, type DirectoryEntry, type DirectoryEntryKind, type FileStatus, type Host } from "../model/host.ts";
import type { HostFailure, HostResult } from "../model/host.ts";
import { compareCodeUnits, isAbsolute, isAtOrBelow, joinPath, parentPath, relativePath } from "../paths/index.ts";

/** A directory: its names joined by NUL, a letter of the kind of each, and, where a file was asked for, size and mode. */
export type ListingRow = readonly [
  dir: string,
  names: string,
  kinds: string,
  sizes?: readonly number[],
  modes?: string,
];

type Row<T> = readonly [path: string, answer: T | HostFailure];

/** All answers, by path in code units. Paths are relative to the base directory. */
export interface DiskFacts {
  readonly listings: readonly (ListingRow | Row<never>)[];
  /** What no listing answers: links, and what is in directories that were not listed. */
  readonly statuses: readonly Row<FileStatus>[];
  readonly entries: readonly Row<FileStatus>[];
  /** Without an answer: the path itself, below the real path of the base directory. */
  readonly reals: readonly (readonly [path: string, answer?: string | HostFailure])[];
  /** In base64. */
  readonly files: readonly Row<string>[];
}

export interface FactRecorder {
  /** Notes every question until `take`. */
  readonly host: Host;
  /** Returns what was noted since the last time, and notes nothing more. */
  take(): DiskFacts;
  /** Notes again. */
  resume(): void;
}

export const KINDS: Readonly<Record<string, DirectoryEntryKind>> = {
  f: "file",
  d: "directory",
  l: "symlink",
  o: "other",
};
const LETTERS = Object.fromEntries(Object.entries(KINDS).map(([letter, kind]) => [kind, letter]));

/** In the modes of a listing: a file that anyone may execute, one that no one may, one of which that is not known. */
export const [EXECUTABLE, PLAIN, UNKNOWN] = ["x", "-", "?"] as const;
/** In the sizes of a listing: no one has asked. */
export const NOT_ASKED = -1;

/** Returns the functions that make paths independent of where the base directory is. */
export function portablePaths(host: Pick<Host, "absolutePath" | "realPath">): {
  readonly realBase: string;
  /** Returns the path relative to the base directory. */
  readonly toKey: (path: string) => string;
} {
  const base = host.absolutePath(".");
  const real = host.realPath(".");
  const realBase = isFailure(real) ? base : real;
  const below = (path: string): string =>
    relativePath(path === realBase || path.startsWith(`${realBase}/`) ? realBase : base, path) ?? path;
  return { realBase, toKey: (path) => (isAbsolute(path) ? below(path) : path) };
}

interface Answers {
  readonly listings: Map<string, HostResult<readonly DirectoryEntry[]>>;
  readonly statuses: Map<string, HostResult<FileStatus>>;
  readonly entries: Map<string, HostResult<FileStatus>>;
  readonly reals: Map<string, HostResult<string>>;
  readonly files: Map<string, HostResult<Uint8Array>>;
}

/**
 * Wraps a Host to note what it is asked.
 *
 * @param hidden Directories in which each machine has something else, such as outputs: nothing is noted of them.
 * @example
 * const recorder = recordFacts(createNodeHost("/srv/app"), ["blocks", "generated/skills"]);
 * discoverAll({ config, contents, host: recorder.host });
 * const facts = recorder.take();
 */
export function recordFacts(host: Host, hidden: readonly string[]): FactRecorder {
  const { toKey, realBase } = portablePaths(host);
  const answers = noAnswers();
  let isNoting = true;
  const dirs = hidden.map(toKey);
  const note = <T>(known: Map<string, HostResult<T>>, path: string, answer: HostResult<T>): HostResult<T> => {
    const key = toKey(path);
    if (isNoting && !dirs.some((dir) => isAtOrBelow(key, dir))) known.set(key, answer);
    return answer;
  };
  const list = (path: string): HostResult<readonly DirectoryEntry[]> => {
    const listed = host.readDirectory(path);
    const names = dirs.filter((dir) => parentPath(dir) === toKey(path)).map(nameOf);
    return isFailure(listed) || names.length === 0 ? listed : listed.filter(({ name }) => !names.includes(name));
  };
  return {
    host: {
      ...host,
      readDirectory: (path) => note(answers.listings, path, list(path)),
      status: (path) => note(answers.statuses, path, host.status(path)),
      entryStatus: (path) => note(answers.entries, path, host.entryStatus(path)),
      realPath: (path) => note(answers.reals, path, host.realPath(path)),
      readFile: (path, real, most) => note(answers.files, path, host.readFile(path, real, most)),
    },
    take() {
      isNoting = false;
      const facts = toFacts(answers, realBase, host);
      Object.assign(answers, noAnswers());
      return facts;
    },
    resume: () => void (isNoting = true),
  };
}

function noAnswers(): Answers {
  return { listings: new Map(), statuses: new Map(), entries: new Map(), reals: new Map(), files: new Map() };
}

function toFacts({ listings, statuses, entries, reals, files }: Answers, realBase: string, host: Host): DiskFacts {
  const names = new Map(
    Array.from(listings, ([dir, listed]) => [
      dir,
      new Map(isFailure(listed) ? [] : listed.map(({ name, kind }) => [name, kind])),
    ]),
  );
  /** The kind that the listing above says; undefined if there is none, null if there is no such name. */
  const listedAs = (path: string): DirectoryEntryKind | null | undefined => {
    const above = names.get(parentPath(path));
    return above === undefined || path === "." ? undefined : (above.get(nameOf(path)) ?? null);
  };
  const isListed = (path: string, status: HostResult<FileStatus>): boolean => {
    const kind = listedAs(path);
    return isFailure(status) ? kind === null && status.failure === "not-found" : kind === status.kind;
  };
  const rows = sorted(listings).map(([dir, listed]) =>
    isFailure(listed) ? ([dir, listed] as const) : toListing(dir, listed, statuses),
  );
  return {
    listings: rows,
    statuses: sorted(statuses).flatMap(([path, status]) =>
      isListed(path, status) ? [] : [[path, plain(status)] as const],
    ),
    entries: sorted(entries).map(([path, status]) => [path, plain(status)] as const),
    reals: sorted(reals).map(([path, real]) => {
      if (isFailure(real)) return [path, real] as const;
      return real === joinPath(realBase, path) ? [path] : ([path, relativePath(realBase, real) ?? real] as const);
    }),
    files: sorted(files).map(([path, bytes]) => [path, isFailure(bytes) ? bytes : host.encodeBase64(bytes)] as const),
  };
}

function toListing(dir: string, listed: readonly DirectoryEntry[], statuses: Answers["statuses"]): ListingRow {
  const entries = listed.toSorted((one, two) => compareCodeUnits(one.name, two.name));
  const states = entries.map(({ name, kind }) => {
    const status = kind === "file" ? statuses.get(joinPath(dir, name)) : undefined;
    return status === undefined || isFailure(status) ? undefined : status;
  });
  const [names, kinds] = [
    entries.map(({ name }) => name).join("\0"),
    entries.map(({ kind }) => LETTERS[kind]).join(""),
  ];
  if (states.every((state) => state === undefined)) return [dir, names, kinds];
  const modes = states.map((state) =>
    state?.executable === undefined ? UNKNOWN : state.executable ? EXECUTABLE : PLAIN,
  );
  return [dir, names, kinds, states.map((state) => state?.size ?? NOT_ASKED), modes.join("")];
}

/** The size of a directory depends on the file system. */
function plain(status: HostResult<FileStatus>): HostResult<FileStatus> {
  return isFailure(status) || status.kind === "file" ? status : { kind: status.kind, size: 0 };
}

function sorted<T>(answers: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...answers].sort(([one], [two]) => compareCodeUnits(one, two));
}

/** Returns the last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
