/** A cache of file contents by their digest, for installs without a network. Contents are checked when they are read. */
import { hash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "./node-host.ts";
import { readRegular } from "./read-regular.ts";

export interface ContentCache {
  /** Returns the content with a SHA-256 digest; undefined if it is not there or no longer the same. */
  read(sha256: string): Uint8Array | undefined;
  /** Keeps a content. A cache that cannot be written is not a failure. */
  write(sha256: string, bytes: Uint8Array): void;
}

/** Creates a cache in a directory, which is created with the first content. */
export function createContentCache(dir: string): ContentCache {
  const placeOf = (sha256: string): string => join(dir, sha256.slice(0, 2), sha256.slice(2));
  return {
    read(sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return undefined;
      const bytes = attempt(() => readRegular(placeOf(sha256)));
      return !isFailure(bytes) && hash("sha256", bytes, "hex") === sha256 ? bytes : undefined;
    },
    write(sha256, bytes) {
      const place = placeOf(sha256);
      if (existsSync(place)) return;
      const staged = `${place}.${randomBytes(8).toString("hex")}`;
      attempt(() => {
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(staged, bytes);
        renameSync(staged, place);
      });
      attempt(() => rmSync(staged, { force: true }));
    },
  };
}
