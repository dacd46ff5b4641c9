/** Keeps what is known of the last run of each command, whole or not at all. */
import { hash, randomBytes } from "node:crypto";
import { closeSync, lstatSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "../host/attempt.ts";
import { makeDirectories } from "../host/make-directories.ts";
import { readPart, withRegularFile } from "../host/read-regular.ts";
import type { RecordPlace } from "./record-place.ts";

/** Projects and options that are remembered, of each kind. */
const MOST_RECORDS = 32;
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Returns the parts of what was kept; undefined if there is nothing, or if it is not what was written.
 *
 * @example
 * const [head] = readRecord({ dir, kind: "run", key: JSON.stringify(["check", cwd]) }) ?? [];
 */
export function readRecord(place: RecordPlace): readonly Buffer[] | undefined {
  return openRecord(place, () => true)?.map((part) => part() as Buffer);
}

/**
 * As `readRecord`, but a part is only read right away if `isNeeded` says so of its index. Another one is undefined if by
 * then it is no longer there, or not what was written.
 */
export function openRecord(
  place: RecordPlace,
  isNeeded: (index: number) => boolean,
): readonly (() => Buffer | undefined)[] | undefined {
  const parts = attempt(() =>
    withRegularFile(pathOf(place), { noFollow: true }, (descriptor, { size }) => {
      const head = readPart(descriptor, 0, Math.min(size, MOST_HEAD_BYTES));
      const end = head.indexOf(LINE_FEED);
      const [digest, ...listed] = head.toString("latin1", 0, Math.max(0, end)).split(" ");
      if (digest !== digestOf(place.key, listed)) return undefined;
      let at = end + 1;
      return listed.map((one, index) => {
        const [length, start] = [Number.parseInt(one, 10), at];
        at += length;
        const read = (from: number): Buffer | undefined => {
          const bytes = readPart(from, start, length);
          return one === listing(bytes) ? bytes : undefined;
        };
        if (!isNeeded(index)) return () => openAgain(place, read);
        const bytes = read(descriptor);
        if (bytes === undefined) throw new Error("it is not what was written");
        return () => bytes;
      });
    }),
  );
  return isFailure(parts) ? undefined : parts;
}

function listing(part: Uint8Array): string {
  return `${part.length}-${hash("sha256", part, "hex")}`;
}

/** More than the sizes and digests of a few parts. */
const MOST_HEAD_BYTES = 1024;

function openAgain(place: RecordPlace, read: (descriptor: number) => Buffer | undefined): Buffer | undefined {
  const bytes = attempt(() => withRegularFile(pathOf(place), { noFollow: true }, read));
  return isFailure(bytes) ? undefined : bytes;
}

/** Keeps parts in place of those before, and removes the oldest ones of other runs; a fault of the disk loses them. */
export function writeRecord(place: RecordPlace, parts: readonly Uint8Array[]): void {
  attempt(() => {
    const { dir, key } = place;
    makeDirectories(dir);
    const path = pathOf(place);
    const partial = `${path}.${randomBytes(8).toString("hex")}.tmp`;
    const listed = parts.map(listing);
    const head = Buffer.from(`${[digestOf(key, listed), ...listed].join(" ")}\n`, "latin1");
    try {
      writeAll(partial, [head, ...parts]);
      renameSync(partial, path);
    } finally {
      rmSync(partial, { force: true });
    }
    removeOldest(place);
  });
}

/** One after the other: thousands of skills make 12 MB, which need not be in memory twice. */
function writeAll(path: string, parts: readonly Uint8Array[]): void {
  const descriptor = openSync(path, "wx");
  try {
    for (const part of parts) writeFileSync(descriptor, part);
  } finally {
    closeSync(descriptor);
  }
}

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
