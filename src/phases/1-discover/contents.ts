/** Bytes of files by location: measured once, pulled again pack by pack while emitting. */
import { isFailure, type Host, type HostFailure } from "../../model/host.ts";
import type { DocumentDigest, FileDigest } from "../../model/skill.ts";
import { estimateTokens } from "../../model/tokens.ts";

export interface Contents {
  /** Reads a file and tells what is in it. */
  measure(location: string): FileDigest | HostFailure;
  /** Takes in a SKILL.md, whose bytes are in hand already. */
  measureDocument(location: string, bytes: Uint8Array): DocumentDigest;
  /** Bytes of a measured file; a failure when it cannot be read or is not what it was when measured. */
  read(location: string, sha256: string): Uint8Array | HostFailure;
}

/** Small builds are read once: what was measured stays in memory up to this many bytes. */
const KEPT_BYTES = 32 * 1024 * 1024;

export function createContents(host: Host): Contents {
  const kept = new Map<string, Uint8Array>();
  let room = KEPT_BYTES;

  const measureBytes = (location: string, bytes: Uint8Array): DocumentDigest => {
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
      return isText(bytes) ? { ...digest, encoding: "text", tokens: estimateTokens(bytes) } : { ...digest, encoding: "binary" };
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

const strictDecoder = new TextDecoder("utf-8", { fatal: true });

/** Text is valid UTF-8 without NUL. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    strictDecoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}
