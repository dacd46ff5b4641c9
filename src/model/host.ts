/**
 * All outside access. Everything that a phase reads from outside comes through a Host, which never throws. Paths are
 * POSIX and relative to the Host's base directory, or absolute.
 */
import { decodeUtf8, isObject, parseJson } from "./json.ts";

/** Why a request failed. */
export type HostFailureReason = "not-found" | "not-directory" | "is-directory" | "denied" | "loop" | "exists" | "other";

/** A failed request. `detail` is the error code of the system, such as `EACCES`. */
export interface HostFailure {
  readonly failure: HostFailureReason;
  readonly detail: string;
}

/**
 * The result of a request, or why it failed.
 *
 * @example
 * const read: HostResult<Uint8Array> = host.readFile("/work/skills/pdf/SKILL.md");
 */
export type HostResult<T> = T | HostFailure;

/** The entry at a path, without following symbolic links. */
export type DirectoryEntryKind = "file" | "directory" | "symlink" | "other";

/**
 * A name in a directory; the target of a symbolic link is not examined.
 *
 * @example
 * const entry: DirectoryEntry = { name: "SKILL.md", kind: "file" };
 */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: DirectoryEntryKind;
}

/**
 * Kind and size (bytes) of an entry.
 *
 * @example
 * const status: FileStatus = { kind: "file", size: 2048 };
 */
export interface FileStatus {
  readonly kind: DirectoryEntryKind;
  /** Bytes. */
  readonly size: number;
  /** Whether anyone may execute it; undefined if the system does not record that. */
  readonly executable?: boolean;
}

/** The digest of data that comes piece by piece. */
export interface RunningDigest {
  update(piece: Uint8Array): void;
  /** Returns the lower-case hexadecimal digest of all pieces; to be called once. */
  end(): string;
}

/** Reads from the system, synchronously, because on a warm disk this costs a fraction of asynchronous calls. */
export interface Host {
  /** Returns entries in no particular order. */
  readDirectory(path: string): HostResult<readonly DirectoryEntry[]>;
  /**
   * Says that of the entries of a directory that was just listed only those that `countsInSearch` names decide anything.
   * A host that remembers what it was asked then remembers no more; other hosts need nothing of this.
   */
  narrowListing?(path: string): void;
  /**
   * Reads a regular file; a pipe or a device is a failure. With `real`, also a file that really is elsewhere: a path that
   * was checked before may lead somewhere else by now.
   *
   * @param real Absolute path with every symbolic link resolved.
   * @param most Bytes: a larger file is a failure, and is not read. Default: `MOST_READ`.
   */
  readFile(path: string, real?: string, most?: number): HostResult<Uint8Array>;
  /** Returns the SHA-256 of a file that is known to be as it was when it was read before; undefined if it must be read. */
  knownDigest?(path: string, real?: string): string | undefined;
  /**
   * Reads like `readFile`, in pieces that are yielded in order, so that a file of any size is never in memory as a whole.
   * Returns the SHA-256 of them all, or why reading failed. A host without it reads files whole.
   */
  readPieces?(path: string, real?: string): Generator<Uint8Array, HostResult<string>>;
  /** Returns the status of the target of a path; follows symbolic links. */
  status(path: string): HostResult<FileStatus>;
  /** Returns the status of the entry itself; does not follow symbolic links. */
  entryStatus(path: string): HostResult<FileStatus>;
  /** Returns the absolute POSIX path with every symbolic link resolved. */
  realPath(path: string): HostResult<string>;
  /** Returns the absolute POSIX path with only `.` and `..` resolved. */
  absolutePath(path: string): string;
  /** Lower-case hexadecimal SHA-256. */
  sha256(data: Uint8Array | string): string;
  /** The SHA-256 of data in pieces. A host without it gets them as one. */
  sha256OfPieces?(pieces: Iterable<Uint8Array>): string;
  /** Starts the SHA-256 of data that comes piece by piece. A host without it gets them as one. */
  startSha256?(): RunningDigest;
  encodeBase64(bytes: Uint8Array): string;
}

/** Bytes of the largest file that is read whole: escaped or as base64, it still fits into a string of half a gigabyte. */
export const MOST_READ = 128 * 1024 * 1024;

/** Bytes of the largest file that someone has written by hand, such as a SKILL.md or a config: more than any model reads. */
export const LARGEST_TEXT = 8 * 1024 * 1024;

/**
 * Returns the failure of a file that is too large to be read. Sizes in bytes.
 *
 * @example
 * tooLarge(4_294_967_296, LARGEST_TEXT).detail // "4,294,967,296 bytes, max 8,388,608"
 */
export function tooLarge(size: number, most: number): HostFailure {
  return { failure: "other", detail: `${size.toLocaleString("en")} bytes, max ${most.toLocaleString("en")}` };
}

export function isTooLarge(detail: string): boolean {
  return detail.includes(" bytes, max ");
}

export function isFailure(result: unknown): result is HostFailure {
  return typeof result === "object" && result !== null && "failure" in result;
}

export function isDirectory(path: string, host: Pick<Host, "status">): boolean {
  const status = host.status(path);
  return !isFailure(status) && status.kind === "directory";
}

/** Undefined for a file that cannot be read, or is not UTF-8. */
export function readText(host: Pick<Host, "readFile">, path: string): string | undefined {
  const bytes = host.readFile(path);
  return isFailure(bytes) ? undefined : decodeUtf8(bytes);
}

/** Undefined for a file that cannot be read, or is not a JSON object. */
export function readObject(host: Pick<Host, "readFile">, path: string): Readonly<Record<string, unknown>> | undefined {
  const bytes = host.readFile(path);
  const value = isFailure(bytes) ? undefined : parseJson(bytes);
  return isObject(value) ? value : undefined;
}

/** Returns a directory with every symbolic link resolved, as far as that is possible. */
export function realOf(dir: string, host: Pick<Host, "realPath" | "absolutePath">): string {
  const real = host.realPath(dir);
  return isFailure(real) ? host.absolutePath(dir) : real;
}
