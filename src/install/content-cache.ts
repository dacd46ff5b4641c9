/**
 * File contents by digest, for installs without a network, and notes about them. Contents are checked when they are
 * read.
 */
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "../host/node-host.ts";
import { readRegular } from "../host/read-regular.ts";
import { replaceFile } from "../host/replace-file.ts";

export interface ContentCache {
  /** Undefined if the content is missing or has changed. */
  read(sha256: string): Uint8Array | undefined;
  /** An unwritable cache is not a failure. */
  write(sha256: string, bytes: Uint8Array): void;
  recall(key: string): string | undefined;
  /** Replaces an earlier note of the key. */
  note(key: string, text: string): void;
}

export function createContentCache(dir: string): ContentCache {
  const placeOf = (sha256: string): string => join(dir, sha256.slice(0, 2), sha256.slice(2));
  const noteOf = (key: string): string => {
    const digest = hash("sha256", key, "hex");
    return join(dir, "notes", digest.slice(0, 2), digest.slice(2));
  };
  return {
    read(sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return undefined;
      const bytes = attempt(() => readRegular(placeOf(sha256)));
      return !isFailure(bytes) && hash("sha256", bytes, "hex") === sha256 ? bytes : undefined;
    },
    write(sha256, bytes) {
      if (!existsSync(placeOf(sha256))) attempt(() => replaceFile(placeOf(sha256), bytes));
    },
    recall(key) {
      const text = attempt(() => readRegular(noteOf(key)).toString("utf8"));
      // A truncated note does not start with its key and an end of line.
      return !isFailure(text) && text.startsWith(`${key}\n`) ? text.slice(key.length + 1) : undefined;
    },
    note: (key, text) => void attempt(() => replaceFile(noteOf(key), `${key}\n${text}`)),
  };
}
