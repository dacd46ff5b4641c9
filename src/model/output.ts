/** Files to be written, with contents that are made while they are read. */
import type { HostFailure } from "./host.ts";

/**
 * When an application needs a file: `startup` is loaded with the first import, `lazy` on demand; `types` only by
 * compilers and editors; `data` by nothing that runs; an `asset` is read by the application itself, on demand.
 */
export type OutputRole = "startup" | "lazy" | "types" | "data" | "asset";

/** A content that can no longer be read, or is not what it was when it was measured. */
export interface ContentFailure extends HostFailure {
  /** Host path of the content. */
  readonly location: string;
}

/** A piece of a file: text, which is written as UTF-8, bytes, or the reason why a piece is missing. */
export type OutputChunk = string | Uint8Array | ContentFailure;

/**
 * The order in which the files of a build are moved into place. `part`: its name contains a hash of its content, so that
 * no build ever changes it. `entry`: has a fixed name and is replaced as a whole. `index`: the application imports it,
 * and its replacement is the moment of the new build.
 */
export type OutputKind = "part" | "entry" | "index";

/**
 * The changes made by a build, or with `verify` those that it would make. Paths are relative to the output directory.
 *
 * @example
 * const { added, changed, removed } = result.changes;
 */
export interface BuildChanges {
  /** In the order of writing. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
}

/** A file to be written. `path` is POSIX and relative to the output directory. */
export interface OutputFile {
  readonly path: string;
  readonly role: OutputRole;
  /** Default: `entry`. */
  readonly kind?: OutputKind;
  /** Whether the file may be executed; undefined where that does not matter, or the system does not record it. */
  readonly isExecutable?: boolean | undefined;
  /** A hash of everything that the bytes depend on. Equal keys of one build of skillc mean equal bytes. */
  readonly inputsKey: string;
  /**
   * Size and SHA-256 of all chunks, if they are known before the chunks are made: then a file can be of any size.
   * `isMarked`: whether it is recognized as a file of skillc by its first bytes, if that is known as well.
   */
  readonly digest?: { readonly sha256: string; readonly bytes: number; readonly isMarked?: boolean };
  /**
   * Creates the pieces in order. With a failure among them the file must not be used. Where a command writes the files, a piece
   * may be written over by the next one.
   */
  readonly chunks: () => Iterable<OutputChunk>;
}
