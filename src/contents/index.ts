/**
 * The byte store: files by location, measured once and read again pack by pack while emitting.
 *
 * Takes: a Host. Gives: sizes, digests, texts and bytes of files. Never: keeps more than 32 MB in memory, returns bytes
 * that differ from the measured ones.
 */
import { isFailure, type Host, type HostFailure } from "../model/host.ts";
import type { DocumentDigest, FileDigest } from "../model/skill.ts";
import { estimateTokens } from "../runtime/prompt/token-count.ts";

export interface MeasuredFile {
  readonly digest: FileDigest;
  /** Undefined for binary files. Includes a byte order mark. */
  readonly text?: string;
}

export interface Contents {
  /** Reads and measures a file; its text is returned, but not kept. */
  measure(location: string): MeasuredFile | HostFailure;
  /** Adds a SKILL.md whose bytes are already loaded. */
  measureDocument(location: string, bytes: Uint8Array): DocumentDigest;
  /** Returns the bytes of a measured file; a failure if it cannot be read or has changed since. */
  read(location: string, sha256: string): Uint8Array | HostFailure;
}

/** Measured files stay in memory up to this many bytes, so that small builds read each file once. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** With `purpose: "check"` nothing is hashed or kept, because nothing is read again. */
export function createContents(host: Host, purpose: "build" | "check" = "build"): Contents {
  const kept = new Map<string, Uint8Array>();
  let room = KEPT_BYTES;

  const measureBytes = (location: string, bytes: Uint8Array): DocumentDigest => {
    if (purpose === "check") return { bytes: bytes.length, sha256: "" };
    if (bytes.length <= room && !kept.has(location)) {
      kept.set(location, bytes);
      room -= bytes.length;
    }
    return { bytes: bytes.length, sha256: host.sha256(bytes) };
  };

  return {
    measureDocument: measureBytes,
    measure(location) {
      const bytes = host.readFile(location);
      if (isFailure(bytes)) return bytes;
      const digest = measureBytes(location, bytes);
      const text = readText(bytes);
      return text === undefined
        ? { digest: { ...digest, encoding: "binary" } }
        : { digest: { ...digest, encoding: "text", tokens: estimateTokens(bytes) }, text };
    },
    read(location, sha256) {
      const inMemory = kept.get(location);
      if (inMemory !== undefined) return inMemory;
      const bytes = host.readFile(location);
      if (isFailure(bytes) || host.sha256(bytes) === sha256) return bytes;
      return { failure: "other", detail: "changed since it was measured" };
    },
  };
}

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Text is valid UTF-8 without NUL. */
function readText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}
