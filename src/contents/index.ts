/**
 * The byte store: files by location, read once where memory allows, and read again for the output.
 *
 * Takes: a Host. Gives: bytes and digests of files. Never: keeps more than 32 MB in memory; returns bytes that differ
 * from those it measured.
 */
import { isFailure, type Host, type HostFailure, type HostResult } from "../model/host.ts";
import type { FileBytes, FilePieces } from "../model/skill.ts";
import type { FileDigest } from "../model/unit.ts";

export { decodeForeignText } from "./foreign-text.ts";
export { createPieceReader } from "./piece-text.ts";

/**
 * Bytes of the largest file that is read as a whole unless the config says otherwise: many platforms cannot load a
 * module of that size, and no model reads a text that long.
 */
export const LARGEST_WHOLE = 8 * 1024 * 1024;

export interface Contents {
  /** Says how many bytes will be read, at least: what does not fit into memory all together is not kept at all. */
  expect(bytes: number): void;
  /** Reads a file for the first time; `real` and `most` as for `Host.readFile`. */
  read(location: string, real?: string, most?: number): FileBytes | HostFailure;
  /** Returns the SHA-256 of a file without reading it; undefined if that is not possible. */
  digest(location: string, real?: string): string | undefined;
  /** Reads a location anew the next time: what is there has changed. */
  forget(location: string): void;
  /** Bytes that are in hand already, with their digest. */
  measure(bytes: Uint8Array): FileBytes;
  /** Bytes of a file that was read; a failure when it cannot be read or is not what it was. */
  readAgain(location: string, sha256: string): Uint8Array | HostFailure;
  /** Reads a file of any size in pieces, of which none is kept; its digest comes last. */
  readPieces(location: string, real?: string): FilePieces;
  /** Reads it in pieces again; a failure comes last when it cannot be read or is not what it was. */
  readPiecesAgain(location: string, sha256: string): Generator<Uint8Array, HostFailure | undefined>;
}

/**
 * Small builds read each file once: what was read stays in memory. As soon as it is more than this many bytes, or is known to
 * be in the end, all of it is let go: a large build reads most files again anyway, and needs the memory.
 */
const KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Creates a store. A check keeps nothing, because nothing is read again, and hashes only what is looked up in a cache.
 *
 * @example
 * createContents(host, "check").read("skills/pdf/SKILL.md")
 */
export function createContents(
  host: Host,
  purpose: "build" | "check" = "build",
  isHashed = purpose === "build",
): Contents {
  const kept = new Map<string, FileBytes>();
  let room = KEPT_BYTES;
  const keep = (location: string, file: FileBytes): void => {
    room -= file.bytes.length;
    if (room >= 0) kept.set(location, file);
    else kept.clear();
  };
  const measure = (bytes: Uint8Array): FileBytes => ({ bytes, sha256: isHashed ? host.sha256(bytes) : "" });
  return {
    measure,
    expect(bytes) {
      if (bytes > KEPT_BYTES) room = -1;
    },
    digest: (location, real) => kept.get(location)?.sha256 ?? host.knownDigest?.(location, real),
    forget(location) {
      room += kept.get(location)?.bytes.length ?? 0;
      kept.delete(location);
    },
    read(location, real, most) {
      const known = kept.get(location);
      if (known !== undefined) return known;
      const bytes = host.readFile(location, real, most);
      if (isFailure(bytes)) return bytes;
      const file = measure(bytes);
      if (purpose === "build" && room >= 0) keep(location, file);
      return file;
    },
    readAgain(location, sha256) {
      const known = kept.get(location);
      if (known?.sha256 === sha256) return known.bytes;
      const bytes = host.readFile(location);
      return isFailure(bytes) || host.sha256(bytes) === sha256 ? bytes : CHANGED;
    },
    *readPieces(location, real) {
      let bytes = 0;
      const pieces = piecesOf(host, location, real);
      let next = pieces.next();
      for (; next.done !== true; next = pieces.next()) {
        bytes += next.value.length;
        yield next.value;
      }
      return isFailure(next.value) ? next.value : { bytes, sha256: next.value };
    },
    *readPiecesAgain(location, sha256) {
      const known = kept.get(location);
      if (known?.sha256 === sha256) return void (yield known.bytes);
      const digest = yield* piecesOf(host, location);
      if (isFailure(digest)) return digest;
      return digest === sha256 ? undefined : CHANGED;
    },
  };
}

export function measurePieces(pieces: FilePieces): FileDigest | HostFailure {
  let next = pieces.next();
  while (next.done !== true) next = pieces.next();
  return next.value;
}

const CHANGED: HostFailure = { failure: "other", detail: "changed since it was measured" };

function* piecesOf(host: Host, location: string, real?: string): Generator<Uint8Array, HostResult<string>> {
  if (host.readPieces !== undefined) return yield* host.readPieces(location, real);
  const bytes = host.readFile(location, real);
  if (isFailure(bytes)) return bytes;
  yield bytes;
  return host.sha256(bytes);
}

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The text of a file; undefined for a binary one. Text is valid UTF-8 without NUL; a byte order mark stays.
 *
 * @example
 * decodeText(new TextEncoder().encode("# Ports")) // "# Ports"
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}
