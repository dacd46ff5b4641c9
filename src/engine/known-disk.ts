/** A Host that answers by what was noted on other machines; what was not noted there is asked of this one. */
import { isFailure, MOST_READ, tooLarge } from "../model/host.ts";
import type { DirectoryEntry, DirectoryEntryKind, FileStatus, Host, HostFailure, HostResult } from "../model/host.ts";
import { detach } from "../model/source.ts";
import { isInside, joinPath, normalizePath, parentPath } from "../paths/index.ts";
import { EXECUTABLE, KINDS, nameOf, NOT_ASKED, portablePaths, UNKNOWN, type DiskFacts } from "./disk-facts.ts";

/** Bytes by path, from elsewhere than the disk. */
export interface KnownBytes {
  read(path: string): HostResult<Uint8Array> | undefined;
  readPieces(path: string): Generator<Uint8Array, HostResult<string>> | undefined;
}

export interface KnownDisk {
  readonly host: Host;
  /** From now on nothing in these directories is asked of this machine, but for what is in some others. */
  restrict(dirs: readonly string[], others: readonly string[]): void;
  /** Ends that, and returns the paths that were asked for and are not known. */
  release(): readonly string[];
  /** Lets listings go, which are much of what is known: hardly one is asked for after all skills have been found. */
  forgetListings(): void;
}

type ListingsByDir = Map<string, ListingTexts | HostFailure>;
type ListingTexts = readonly [names: string, kinds: string, sizes?: readonly number[], modes?: string];

/** The answers of all facts, by path. */
interface KnownAnswers {
  readonly listings: ListingsByDir;
  readonly statuses: Map<string, FileStatus | HostFailure>;
  readonly entries: Map<string, FileStatus | HostFailure>;
  readonly reals: Map<string, string | HostFailure | undefined>;
  readonly files: Map<string, string | HostFailure>;
}

/** What was noted of a path differs: not all machines had the same files. */
export class DifferentFacts extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`different answers about ${path}`);
    this.path = path;
  }
}

/**
 * Joins what was noted and answers by it.
 *
 * @param read Returns what was noted; called again if a listing is asked for after discovery.
 * @throws DifferentFacts
 * @example
 * const disk = openKnownDisk(() => facts, { host: createNodeHost("/srv/app"), bytes: undefined });
 * disk.restrict(["skills"], ["generated/skills"]);
 * discoverAll({ config, contents, host: disk.host });
 * const unknown = disk.release();
 * disk.forgetListings();
 */
export function openKnownDisk(
  read: () => readonly DiskFacts[],
  { host, bytes }: { readonly host: Host; readonly bytes: KnownBytes | undefined },
): KnownDisk {
  const { realBase, toKey } = portablePaths(host);
  let restricted: readonly string[] = [];
  let open: readonly string[] = [];
  let missing = new Set<string>();
  /** Asks this machine, unless it must not be asked. */
  const ask: Ask = (path, request) => {
    const isIn = (dir: string): boolean => isInside(dir, path);
    if (!restricted.some(isIn) || open.some(isIn)) return request();
    missing.add(path);
    return NOT_FOUND;
  };
  const { listings, ...known } = joinFacts(read());
  let listing: KnownListings | undefined = openListings(listings);
  const listed = (): KnownListings => (listing ??= openListings(joinFacts(read()).listings));
  return {
    host: answering({ ...known, listed }, { host, bytes, ask, realBase }),
    restrict(dirs, others) {
      [restricted, open] = [dirs.map(normalizePath), others.map(toKey)];
      missing = new Set();
    },
    release() {
      restricted = [];
      return [...missing].sort();
    },
    forgetListings: () => void (listing = undefined),
  };
}

type Ask = <T>(path: string, request: () => HostResult<T>) => HostResult<T>;

interface Elsewhere {
  readonly host: Host;
  readonly bytes: KnownBytes | undefined;
  readonly ask: Ask;
  readonly realBase: string;
}

function answering(
  known: Omit<KnownAnswers, "listings"> & { readonly listed: () => KnownListings },
  { host, bytes, ask, realBase }: Elsewhere,
): Host {
  const { toKey } = portablePaths(host);
  const { listed } = known;
  return {
    ...host,
    readDirectory(path) {
      const key = toKey(path);
      const noted = listed().entriesOf(key) ?? (listed().kindOf(key) === null ? NOT_FOUND : undefined);
      return (
        noted ??
        withImplied(
          ask(key, () => host.readDirectory(path)),
          listed().below(key),
        )
      );
    },
    status(path) {
      const key = toKey(path);
      const noted = known.statuses.get(key) ?? listed().statusOf(key);
      return (
        noted ??
        orImplied(
          ask(key, () => host.status(path)),
          listed().below(key),
        )
      );
    },
    entryStatus(path) {
      const key = toKey(path);
      return known.entries.get(key) ?? listed().statusOf(key) ?? ask(key, () => host.entryStatus(path));
    },
    realPath(path) {
      const key = toKey(path);
      const noted = known.reals.get(key);
      if (noted !== undefined) return isFailure(noted) ? noted : joinPath(realBase, noted);
      // Copied: there are thousands, and a text that is joined keeps its parts.
      return known.reals.has(key) ? detach(joinPath(realBase, key)) : ask(key, () => host.realPath(path));
    },
    readFile(path, real, most = MOST_READ) {
      const key = toKey(path);
      const noted = bytes?.read(key) ?? decode(known.files.get(key));
      if (noted === undefined) return ask(key, () => host.readFile(path, real, most));
      return isFailure(noted) || noted.length <= most ? noted : tooLarge(noted.length, most);
    },
    ...(host.readPieces && {
      readPieces: (path: string, real?: string) =>
        bytes?.readPieces(toKey(path)) ?? (host.readPieces as NonNullable<Host["readPieces"]>)(path, real),
    }),
  };
}

const NOT_FOUND: HostFailure = { failure: "not-found", detail: "ENOENT" };

function decode(text: string | HostFailure | undefined): HostResult<Uint8Array> | undefined {
  return typeof text === "string" ? Buffer.from(text, "base64") : text;
}

function joinFacts(facts: readonly DiskFacts[]): KnownAnswers {
  const known: KnownAnswers = {
    listings: new Map(),
    statuses: new Map(),
    entries: new Map(),
    reals: new Map(),
    files: new Map(),
  };
  for (const { listings, ...rest } of facts) {
    for (const [dir, names, ...more] of listings) {
      const row = typeof names === "string" ? ([names, ...more] as unknown as ListingTexts) : names;
      const before = known.listings.get(dir);
      known.listings.set(dir, before === undefined ? row : joinListings(dir, before, row));
    }
    for (const kind of ["statuses", "entries", "reals", "files"] as const) {
      const answers = known[kind] as Map<string, unknown>;
      for (const [path, answer] of rest[kind]) {
        if (answers.has(path) && JSON.stringify(answers.get(path)) !== JSON.stringify(answer))
          throw new DifferentFacts(path);
        answers.set(path, answer);
      }
    }
  }
  return known;
}

/** One machine may have asked for the sizes of files that another has not asked for. */
function joinListings(
  dir: string,
  one: ListingTexts | HostFailure,
  two: ListingTexts | HostFailure,
): ListingTexts | HostFailure {
  if (isFailure(one) || isFailure(two)) {
    if (JSON.stringify(one) !== JSON.stringify(two)) throw new DifferentFacts(dir);
    return one;
  }
  if (one[0] !== two[0] || one[1] !== two[1]) throw new DifferentFacts(dir);
  const [, , sizes, modes] = one;
  const [, , otherSizes, otherModes] = two;
  if (!sizes || !modes) return two;
  if (!otherSizes || !otherModes) return one;
  const joined = sizes.map((size, at) => (size === NOT_ASKED ? (otherSizes[at] ?? NOT_ASKED) : size));
  const isSame = joined.every((size, at) => otherSizes[at] === NOT_ASKED || otherSizes[at] === size);
  if (!isSame) throw new DifferentFacts(dir);
  return [one[0], one[1], joined, Array.from(modes, (mode, at) => (mode === UNKNOWN ? otherModes[at] : mode)).join("")];
}

interface KnownListings {
  entriesOf(dir: string): HostResult<readonly DirectoryEntry[]> | undefined;
  /** Undefined if the directory above was not listed, null if it has no such name. */
  kindOf(path: string): DirectoryEntryKind | null | undefined;
  /** Undefined if that is not known. */
  statusOf(path: string): HostResult<FileStatus> | undefined;
  /** Names in a directory that was not listed: something below them was. */
  below(dir: string): readonly string[];
}

function openListings(listings: ListingsByDir): KnownListings {
  // Questions about one directory come together.
  let last: { readonly dir: string; readonly at: ReadonlyMap<string, number>; readonly row: ListingTexts } | undefined;
  const rowOf = (dir: string): typeof last => {
    if (last?.dir === dir) return last;
    const row = listings.get(dir);
    if (row === undefined || isFailure(row)) return undefined;
    return (last = { dir, row, at: new Map(namesOf(row).map((name, at) => [name, at])) });
  };
  let implied: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  const find = (path: string): { readonly row: ListingTexts; readonly at: number | undefined } | undefined => {
    const found = path === "." ? undefined : rowOf(parentPath(path));
    return found && { row: found.row, at: found.at.get(nameOf(path)) };
  };
  return {
    entriesOf(dir) {
      const row = listings.get(dir);
      if (row === undefined || isFailure(row)) return row;
      return namesOf(row).map((name, at) => ({ name, kind: kindAt(row, at) }));
    },
    kindOf(path) {
      const found = find(path);
      return found && (found.at === undefined ? null : kindAt(found.row, found.at));
    },
    statusOf(path) {
      const found = find(path);
      if (found === undefined) return undefined;
      const { row, at } = found;
      return at === undefined ? NOT_FOUND : statusAt(row, at);
    },
    below: (dir) => [...((implied ??= impliedBy(listings)).get(dir) ?? [])],
  };
}

function namesOf([names]: ListingTexts): readonly string[] {
  return names === "" ? [] : names.split("\0");
}

function kindAt([, kinds]: ListingTexts, at: number): DirectoryEntryKind {
  return KINDS[kinds[at] ?? ""] ?? "other";
}

function statusAt(row: ListingTexts, at: number): FileStatus | undefined {
  const kind = kindAt(row, at);
  if (kind === "directory") return { kind, size: 0 };
  const [, , sizes, modes] = row;
  const [size, mode] = [sizes?.[at] ?? NOT_ASKED, modes?.[at] ?? UNKNOWN];
  if (kind !== "file" || size === NOT_ASKED) return undefined;
  return mode === UNKNOWN ? { kind, size } : { kind, size, executable: mode === EXECUTABLE };
}

/** The directories above those that were listed exist. */
function impliedBy(listings: ListingsByDir): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const [dir, row] of listings) {
    if (isFailure(row)) continue;
    for (let path = dir; path !== "." && !path.startsWith(".."); path = parentPath(path)) {
      const above = parentPath(path);
      const known = names.get(above);
      if (known?.has(nameOf(path)) === true) break;
      if (known === undefined) names.set(above, new Set([nameOf(path)]));
      else known.add(nameOf(path));
    }
  }
  return names;
}

function withImplied(
  listed: HostResult<readonly DirectoryEntry[]>,
  names: readonly string[],
): HostResult<readonly DirectoryEntry[]> {
  if (names.length === 0) return listed;
  const entries = isFailure(listed) ? [] : listed;
  const more = names.filter((name) => !entries.some((entry) => entry.name === name));
  return [...entries, ...more.map((name): DirectoryEntry => ({ name, kind: "directory" }))];
}

function orImplied(status: HostResult<FileStatus>, names: readonly string[]): HostResult<FileStatus> {
  return isFailure(status) && names.length > 0 ? { kind: "directory", size: 0 } : status;
}
