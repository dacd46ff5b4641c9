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
 * In bytes, unless the config says otherwise: many platforms cannot load a larger module, and no model reads a longer
 * text.
 */
export const LARGEST_WHOLE = 8 * 1024 * 1024;

export interface Contents {
  /** Announces the minimum of bytes to read: what does not fit into memory as a whole is not kept at all. */
  expect(bytes: number): void;
  /** `real` and `most` as for `Host.readFile`. */
  read(location: string, real?: string, most?: number): FileBytes | HostFailure;
  /** Undefined if the file must be read to know its SHA-256. */
  digest(location: string, real?: string): string | undefined;
  /** Reads a location again the next time, because it has changed. */
  forget(location: string): void;
  measure(bytes: Uint8Array): FileBytes;
  /** A failure if the file cannot be read or has changed. */
  readAgain(location: string, sha256: string): Uint8Array | HostFailure;
  /** Keeps no piece; the digest comes last. */
  readPieces(location: string, real?: string): FilePieces;
  /** A failure comes last if the file cannot be read or has changed. */
  readPiecesAgain(location: string, sha256: string): Generator<Uint8Array, HostFailure | undefined>;
}

/**
 * Small builds read each file once. When more than this has been read, or is expected, all of it is dropped: a large
 * build reads most files again anyway, and needs the memory.
 */
const KEPT_BYTES = 32 * 1024 * 1024;

/**
 * A check keeps nothing, because nothing is read again, and hashes only what is looked up in a cache.
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
 * Undefined for a binary file. Text is valid UTF-8 without NUL; a byte order mark stays.
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
