/**
 * Writes a segment of blocks while they come, so that they need not wait in memory. It has its name, and can be read, from
 * the moment that it is whole.
 */
import { hash, randomBytes } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import { attempt } from "../host/attempt.ts";
import { makeDirectories } from "../host/make-directories.ts";
import { readPart } from "../host/read-regular.ts";
import { isFailure } from "../model/host.ts";
import { partialName } from "./partial-files.ts";
import { createReadAhead } from "./read-ahead.ts";

/** Length in bytes and SHA-256 of each section of a block. */
export type SectionList = readonly (readonly [length: number, digest: string])[];

export interface SegmentWriter {
  /** The blocks so far. */
  readonly blocks: ReadonlyMap<string, SectionList>;
  /** Adds a block unless its key is there already; throws what the disk says. */
  add(key: string, sections: readonly Uint8Array[]): void;
  /**
   * Returns what reads the bytes of a block from the disk, where it starts at 0; undefined for a block that is not there. They
   * can be read until the process ends, whatever becomes of the file. Throws what the disk says.
   */
  open(key: string): ReadBytes | undefined;
  /** Ends the segment and returns its path and size; throws what the disk says. */
  finish(): { readonly path: string; readonly size: number };
  /** Removes what is written so far; needed after anything has thrown. */
  discard(): void;
}

/** Reads a part; undefined if it cannot be read. */
export type ReadBytes = (start: number, end: number) => Uint8Array | undefined;

/** Returns the first line of a segment in the directory of a build. */
export function headOf(dir: string): string {
  return `skillc blocks 1 ${basename(dir)}\n`;
}

/** The last line: the length of the index before it, in as many digits as any length has. */
export const TAIL_BYTES = 16;

/** Names a segment by all that is not in a section. */
export function nameOf(head: string, indexAndTail: string | Uint8Array): string {
  const digest = hash("sha256", indexAndTail, "hex");
  return `${hash("sha256", `${head}${digest}`, "hex")}.blocks`;
}

/** Names the bytes of a section. */
export function digestOf(section: Uint8Array): string {
  return hash("sha256", section, "base64url");
}

/** Bytes that are written at once: a run that makes less touches the disk only in the end. */
const ROOM = 256 * 1024;

/**
 * Starts a segment in the directory of a build; nothing is created before the first bytes do not fit into memory.
 *
 * @example
 * const writer = startSegment("/srv/app/node_modules/.cache/skillc/<build>");
 * writer.add(unit.key, [Buffer.from(JSON.stringify(unit))]);
 * const { path } = writer.finish();
 */
export function startSegment(dir: string): SegmentWriter {
  const partial = join(dir, partialName(`${randomBytes(32).toString("hex")}.blocks`));
  const file = createGrowingFile(dir, partial);
  const room = Buffer.allocUnsafeSlow(ROOM);
  const blocks = new Map<string, SectionList>();
  const starts = new Map<string, number>();
  const head = headOf(dir);
  let filled = room.write(head);
  const flush = (): void => {
    file.append(room.subarray(0, filled));
    filled = 0;
  };
  const put = (bytes: Uint8Array): void => {
    if (bytes.length > ROOM - filled) flush();
    if (bytes.length > ROOM) return file.append(bytes);
    room.set(bytes, filled);
    filled += bytes.length;
  };
  return {
    blocks,
    add(key, sections) {
      if (blocks.has(key)) return;
      starts.set(key, file.size() + filled);
      blocks.set(
        key,
        sections.map((section) => [section.length, digestOf(section)] as const),
      );
      for (const section of sections) put(section);
    },
    open(key) {
      const from = starts.get(key);
      if (from === undefined) return undefined;
      flush();
      const read = file.staysOpen();
      return (start, end) => read(from + start, from + end);
    },
    finish() {
      const index = Buffer.from(`${JSON.stringify([...blocks])}\n`);
      const end = Buffer.concat([index, Buffer.from(`${String(index.length).padStart(TAIL_BYTES - 1, "0")}\n`)]);
      put(end);
      flush();
      const path = join(dir, nameOf(head, end));
      file.close();
      renameSync(partial, path);
      return { path, size: file.size() };
    },
    discard() {
      file.close();
      rmSync(partial, { force: true });
    },
  };
}

interface GrowingFile {
  append(bytes: Uint8Array): void;
  size(): number;
  /** Returns what reads it; from then on `close` does nothing. */
  staysOpen(): ReadBytes;
  close(): void;
}

/** A file that is created with its first bytes. */
function createGrowingFile(dir: string, path: string): GrowingFile {
  let size = 0;
  let descriptor: number | undefined;
  let read: ReadBytes | undefined;
  return {
    append(bytes) {
      if (descriptor === undefined) {
        makeDirectories(dir);
        descriptor = openSync(path, "wx+");
      }
      for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
      size += bytes.length;
    },
    size: () => size,
    staysOpen: () =>
      (read ??= createReadAhead((start, length) => {
        const part = attempt(() => readPart(descriptor as number, start, length));
        return isFailure(part) ? undefined : part;
      })),
    close() {
      if (descriptor === undefined || read !== undefined) return;
      closeSync(descriptor);
      descriptor = undefined;
    },
  };
}
