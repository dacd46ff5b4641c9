/**
 * The one door to the world. Everything that a phase learns from outside comes through a Host; a Host never
 * throws. Paths are POSIX and relative to the Host's base directory, or absolute.
 */

/** Why the world said no. */
export type HostFailureReason = "not-found" | "not-directory" | "is-directory" | "denied" | "loop" | "exists" | "other";

/** A refused request. `detail` is the system's own word for it, such as `EACCES`. */
export interface HostFailure {
  readonly failure: HostFailureReason;
  readonly detail: string;
}

export type HostResult<T> = T | HostFailure;

/** What stands at a path, symbolic links not followed. */
export type EntryKind = "file" | "directory" | "symlink" | "other";

export interface DirectoryEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface FileStatus {
  readonly kind: EntryKind;
  /** Bytes. */
  readonly size: number;
}

/** Reading side of the world: synchronous, because that costs a fraction of the asynchronous calls on a warm disk. */
export interface Host {
  /** Entries in no particular order. */
  readDirectory(path: string): HostResult<readonly DirectoryEntry[]>;
  readFile(path: string): HostResult<Uint8Array>;
  /** Status of what a path leads to, symbolic links followed. */
  status(path: string): HostResult<FileStatus>;
  /** Status of the entry itself, symbolic links not followed. */
  entryStatus(path: string): HostResult<FileStatus>;
  /** Absolute POSIX path with every symbolic link resolved. */
  realPath(path: string): HostResult<string>;
  /** Absolute POSIX path, nothing resolved but `.` and `..`. */
  absolutePath(path: string): string;
  /** Lower-case hexadecimal SHA-256. */
  sha256(data: Uint8Array | string): string;
  encodeBase64(bytes: Uint8Array): string;
}

/** Tells a refusal from a result. */
export function isFailure(result: unknown): result is HostFailure {
  return typeof result === "object" && result !== null && "failure" in result;
}
