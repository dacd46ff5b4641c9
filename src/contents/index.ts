/**
 * The byte store: files by location, read once where memory allows, and read again for the output.
 *
 * Takes: a Host. Gives: bytes and digests of files. Never: keeps more than 32 MB in memory; returns bytes that differ
 * from those it measured.
 */
import { isFailure, type Host, type HostFailure } from "../model/host.ts";
import type { FileBytes } from "../model/skill.ts";

export { decodeForeignText } from "./foreign-text.ts";

export interface Contents {
  /** Whether contents are read for an output, or only to be checked. */
  readonly purpose: "build" | "check";
  /** Reads a file for the first time; `real` as for `Host.readFile`. */
  read(location: string, real?: string): FileBytes | HostFailure;
  /** Returns the SHA-256 of a file without reading it; undefined if that is not possible. */
  digest(location: string, real?: string): string | undefined;
  /** Reads a location anew the next time: what is there has changed. */
  forget(location: string): void;
  /** Bytes that are in hand already, with their digest. */
  measure(bytes: Uint8Array): FileBytes;
  /** Bytes of a file that was read; a failure when it cannot be read or is not what it was. */
  readAgain(location: string, sha256: string): Uint8Array | HostFailure;
}

/** Small builds read each file once: what was read stays in memory up to this many bytes. */
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
  const measure = (bytes: Uint8Array): FileBytes => ({ bytes, sha256: isHashed ? host.sha256(bytes) : "" });
  return {
    purpose,
    measure,
    digest: (location, real) => kept.get(location)?.sha256 ?? host.knownDigest?.(location, real),
    forget(location) {
      room += kept.get(location)?.bytes.length ?? 0;
      kept.delete(location);
    },
    read(location, real) {
      const known = kept.get(location);
      if (known !== undefined) return known;
      const bytes = host.readFile(location, real);
      if (isFailure(bytes)) return bytes;
      const file = measure(bytes);
      if (purpose === "build" && bytes.length <= room) {
        kept.set(location, file);
        room -= bytes.length;
      }
      return file;
    },
    readAgain(location, sha256) {
      const known = kept.get(location);
      if (known?.sha256 === sha256) return known.bytes;
      const bytes = host.readFile(location);
      if (isFailure(bytes) || host.sha256(bytes) === sha256) return bytes;
      return { failure: "other", detail: "changed since it was measured" };
    },
  };
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
