/** Keeps what is known of the last run of each command, whole or not at all. */
import { createHash, hash, randomBytes } from "node:crypto";
import { closeSync, lstatSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isFailure } from "../model/host.ts";
import { attempt } from "./attempt.ts";
import { makeDirectories } from "./make-directories.ts";
import { readRegular } from "./read-regular.ts";

/** What is kept: outcomes of commands, what is known of the files of outputs, or compiled code. */
export type RecordKind = "run" | "out" | "code";

/** Where something is kept. `dir`: absolute path. */
export interface RecordPlace {
  readonly dir: string;
  readonly kind: RecordKind;
  readonly key: string;
}

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
  const bytes = attempt(() => readRegular(pathOf(place), { noFollow: true }));
  if (isFailure(bytes)) return undefined;
  let at = bytes.indexOf(LINE_FEED) + 1;
  const [digest, ...lengths] = bytes.toString("latin1", 0, at - 1).split(" ");
  if (digest !== digestOf(place.key, [bytes.subarray(at)])) return undefined;
  const parts = lengths.map((length) => bytes.subarray(at, (at += Number(length))));
  return at === bytes.length ? parts : undefined;
}

/** Keeps parts in place of those before, and removes the oldest ones of other runs; a fault of the disk loses them. */
export function writeRecord(place: RecordPlace, parts: readonly Uint8Array[]): void {
  attempt(() => {
    const { dir, key } = place;
    makeDirectories(dir);
    const path = pathOf(place);
    const partial = `${path}.${randomBytes(8).toString("hex")}.tmp`;
    const head = `${[digestOf(key, parts), ...parts.map(({ length }) => length)].join(" ")}\n`;
    try {
      writeAll(partial, [Buffer.from(head, "latin1"), ...parts]);
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
function digestOf(key: string, parts: readonly Uint8Array[]): string {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return hash("sha256", `${hash("sha256", key, "hex")} ${digest.digest("hex")}`, "hex");
}
