/** Keeps what is known of the last run of each command, whole or not at all. */
import { hash, randomBytes } from "node:crypto";
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "../host/attempt.ts";
import { makeDirectories } from "../host/make-directories.ts";
import { openRegularFile, readPart } from "../host/read-regular.ts";
import type { RecordPlace } from "./record-place.ts";
import { hashStored, inMemory, readStored, streamStored } from "./stored-bytes.ts";
import type { StoredBytes } from "../model/stored-bytes.ts";

/** Projects and options that are remembered, of each kind. */
const MOST_RECORDS = 32;
const MOST_BYTES = 64 * 1024 * 1024;

/** A part of a record, which is read from its file. It is compared with its digest before any of it is used. */
interface RecordPart extends StoredBytes {
  /** Its length and its digest. */
  readonly listing: string;
}

/**
 * Returns the parts of what was kept; undefined if there is nothing, or if it is not what was written.
 *
 * @example
 * const [head] = readRecord({ dir, kind: "run", key: JSON.stringify(["check", cwd]) }) ?? [];
 */
export function readRecord(place: RecordPlace): readonly Buffer[] | undefined {
  const opened = openRecord(place);
  const parts = opened?.parts.map((part) => readStored(part));
  opened?.close();
  return parts?.includes(undefined) === false ? (parts as readonly Buffer[]) : undefined;
}

/** As `readRecord`, but parts are read when they are needed. The file stays open until then. */
export function openRecord(
  place: RecordPlace,
): { readonly parts: readonly StoredBytes[]; readonly close: () => void } | undefined {
  const opened = attempt(() => {
    const file = openFile(pathOf(place));
    const head = file.head();
    const end = head.indexOf(LINE_FEED);
    const [digest, ...listed] = head.toString("latin1", 0, Math.max(0, end)).split(" ");
    if (digest !== digestOf(place.key, listed)) {
      file.close();
      return undefined;
    }
    let at = end + 1;
    const parts = listed.map((listing) => {
      const part = openPart(file, at, listing);
      at += part.length;
      return part;
    });
    return { parts, close: () => file.close() };
  });
  return isFailure(opened) ? undefined : opened;
}

interface RecordFile {
  /** Returns the sizes and digests of all parts, and what is behind them. */
  head(): Buffer;
  /** Throws if the file is shorter. */
  read(target: Uint8Array, position: number): void;
  /** Closes it; what is read later is in memory. */
  release(): void;
  close(): void;
}

function openFile(path: string): RecordFile {
  const descriptor = openRegularFile(path, { noFollow: true });
  let bytes: Buffer | undefined;
  return {
    head: () => readPart(descriptor, 0, MOST_HEAD_BYTES),
    read(target, position) {
      if (bytes === undefined) readInto(descriptor, target, position);
      else target.set(bytes.subarray(position, position + target.length));
    },
    release() {
      if (bytes !== undefined) return;
      bytes = readPart(descriptor, 0, fstatSync(descriptor).size);
      closeSync(descriptor);
    },
    close: () => closeSync(descriptor),
  };
}

function openPart(file: RecordFile, at: number, listing: string): RecordPart {
  const length = Number.parseInt(listing, 10);
  let isProved: boolean | undefined;
  const copy = (target: Uint8Array, start: number): boolean => !isFailure(attempt(() => file.read(target, at + start)));
  return {
    length,
    listing,
    release: () => file.release(),
    copyTo(target, start) {
      // What is read whole is compared as it was read.
      if (isProved === undefined && target.length === length)
        return (isProved = copy(target, start) && listing === listingOf(inMemory(target)));
      isProved ??= listing === `${length}-${hashStored({ length, copyTo: copy })}`;
      return isProved && copy(target, start);
    },
  };
}

function readInto(descriptor: number, target: Uint8Array, position: number): void {
  for (let filled = 0; filled < target.length;) {
    const read = readSync(descriptor, target, filled, target.length - filled, position + filled);
    if (read === 0) throw new Error("the record is shorter than it was");
    filled += read;
  }
}

function listingOf(part: StoredBytes): string {
  const digest = hashStored(part);
  if (digest === undefined) throw new Error("a part is no longer there");
  return `${part.length}-${digest}`;
}

/** More than the sizes and digests of a few parts. */
const MOST_HEAD_BYTES = 1024;

/** Keeps parts in place of those before, and removes the oldest ones of other runs; a fault of the disk loses them. */
export function writeRecord(place: RecordPlace, parts: readonly StoredBytes[]): void {
  attempt(() => {
    const { dir, key } = place;
    makeDirectories(dir);
    const path = pathOf(place);
    const partial = `${path}.${randomBytes(8).toString("hex")}.tmp`;
    // What is the same as in the record before has its digest.
    const listed = parts.map((part) => (isRecordPart(part) ? part.listing : listingOf(part)));
    const head = Buffer.from(`${[digestOf(key, listed), ...listed].join(" ")}\n`, "latin1");
    try {
      writeAll(partial, [inMemory(head), ...parts]);
      // It replaces no file that is open.
      if (process.platform === "win32") for (const part of parts) part.release?.();
      renameSync(partial, path);
    } finally {
      rmSync(partial, { force: true });
    }
    removeOldest(place);
  });
}

function isRecordPart(part: StoredBytes): part is RecordPart {
  return "listing" in part;
}

/** One after the other: thousands of skills make 12 MB, which need not be in memory. Small pieces are written together. */
function writeAll(path: string, parts: readonly StoredBytes[]): void {
  const descriptor = openSync(path, "wx");
  const together = Buffer.allocUnsafeSlow(TOGETHER);
  let filled = 0;
  const writeTogether = (): void => {
    writeFileSync(descriptor, together.subarray(0, filled));
    filled = 0;
  };
  try {
    for (const part of parts) {
      const isWritten = streamStored(part, (bytes) => {
        if (filled + bytes.length > TOGETHER) writeTogether();
        if (bytes.length > TOGETHER) writeFileSync(descriptor, bytes);
        else {
          together.set(bytes, filled);
          filled += bytes.length;
        }
      });
      if (!isWritten) throw new Error("a part is no longer there");
    }
    writeTogether();
  } finally {
    closeSync(descriptor);
  }
}

/** Bytes that are written at once. */
const TOGETHER = 64 * 1024;
const LINE_FEED = 10;

function removeOldest({ dir, kind }: RecordPlace): void {
  const records = readdirSync(dir).filter((name) => name.endsWith(`.${kind}`));
  const byAge = records
    .map((name) => ({ path: join(dir, name), status: lstatSync(join(dir, name)) }))
    .sort((one, two) => two.status.mtimeMs - one.status.mtimeMs);
  let bytes = 0;
  for (const [index, { path, status }] of byAge.entries()) {
    bytes += status.size;
    if (index >= MOST_RECORDS || (index > 0 && bytes > MOST_BYTES)) rmSync(path, { force: true });
  }
}

function pathOf({ dir, kind, key }: RecordPlace): string {
  return join(dir, `${hash("sha256", key, "hex")}.${kind}`);
}

/** With the key: a record that was copied over another one is not that one's. */
function digestOf(key: string, listed: readonly string[]): string {
  return hash("sha256", [hash("sha256", key, "hex"), ...listed].join(" "), "hex");
}
