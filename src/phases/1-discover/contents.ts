/** Bytes of files by location: measured once, pulled again pack by pack while emitting. */
import { isFailure, type Host, type HostFailure } from "../../model/host.ts";
import type { FileDigest } from "../../model/skill.ts";
import { estimateTokens } from "../../model/tokens.ts";

export interface Contents {
  /** Reads a file and tells what is in it. */
  measure(location: string): FileDigest | HostFailure;
  /** Tells what is in bytes that are in hand already. */
  digest(bytes: Uint8Array): FileDigest;
  /** Bytes of a measured file; a failure when it cannot be read or is not what it was when measured. */
  read(location: string, sha256: string): Uint8Array | HostFailure;
}

/** Small builds are read once: what was measured stays in memory up to this many bytes. */
const KEPT_BYTES = 32 * 1024 * 1024;

export function createContents(host: Host): Contents {
  const kept = new Map<string, Uint8Array>();
  let room = KEPT_BYTES;

  const digest = (bytes: Uint8Array): FileDigest => {
    const encoding = isText(bytes) ? "text" : "binary";
    const known = { bytes: bytes.length, sha256: host.sha256(bytes), encoding } as const;
    return encoding === "text" ? { ...known, tokens: estimateTokens(bytes) } : known;
  };

  return {
    digest,
    measure(location) {
      const bytes = host.readFile(location);
      if (isFailure(bytes)) return bytes;
      if (bytes.length <= room && !kept.has(location)) {
        kept.set(location, bytes);
        room -= bytes.length;
      }
      return digest(bytes);
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
