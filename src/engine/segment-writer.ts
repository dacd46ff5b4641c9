/**
 * Writes a segment of texts while they come, so that they need not wait in memory. It has its name, and can be read, from
 * the moment that it is whole.
 */
import { createHash, randomBytes } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import { makeDirectories } from "../host/make-directories.ts";

export interface SegmentWriter {
  /** Key and number of bytes of each text so far. */
  readonly lengths: ReadonlyMap<string, number>;
  /** Adds a text unless its key is there already; throws what the disk says. */
  add(key: string, text: string | Uint8Array): void;
  /** Ends the segment and returns its path and size; throws what the disk says. */
  finish(): { readonly path: string; readonly size: number };
  /** Removes what is written so far; needed after anything has thrown. */
  discard(): void;
}

/** The first line of a segment; the name of the build is the rest of it. */
export const FORMAT = "skillc units 2";

/** Bytes that are written at once: a run that makes less touches the disk only in the end. */
const BLOCK = 256 * 1024;

/** No character takes more bytes for one UTF-16 unit. */
const BYTES_PER_UNIT = 3;

/**
 * Starts a segment in the directory of a build; nothing is created before the first block is full.
 *
 * @example
 * const writer = startSegment("/srv/app/node_modules/.cache/skillc/<build>");
 * writer.add(unit.key, JSON.stringify(unit));
 * const { path } = writer.finish();
 */
export function startSegment(dir: string): SegmentWriter {
  const partial = join(dir, `${randomBytes(32).toString("hex")}.units.${randomBytes(8).toString("hex")}.tmp`);
  const block = Buffer.allocUnsafeSlow(BLOCK);
  const digest = createHash("sha256");
  const lengths = new Map<string, number>();
  let filled = block.write(`${FORMAT} ${basename(dir)}\n`);
  let size = 0;
  let descriptor: number | undefined;
  const append = (bytes: Uint8Array): void => {
    if (descriptor === undefined) {
      makeDirectories(dir);
      descriptor = openSync(partial, "wx");
    }
    digest.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
    size += bytes.length;
  };
  const flush = (): void => {
    append(block.subarray(0, filled));
    filled = 0;
  };
  /** Returns the number of bytes. */
  const put = (text: string | Uint8Array): number => {
    const most = typeof text === "string" ? text.length * BYTES_PER_UNIT : text.length;
    if (most > BLOCK - filled) flush();
    if (most > BLOCK) {
      const bytes = typeof text === "string" ? Buffer.from(text) : text;
      append(bytes);
      return bytes.length;
    }
    if (typeof text !== "string") block.set(text, filled);
    const length = typeof text === "string" ? block.write(text, filled) : text.length;
    filled += length;
    return length;
  };
  const close = (): void => {
    if (descriptor !== undefined) closeSync(descriptor);
    descriptor = undefined;
  };
  const discard = (): void => {
    close();
    rmSync(partial, { force: true });
  };
  return {
    lengths,
    add(key, text) {
      if (!lengths.has(key)) lengths.set(key, put(text));
    },
    finish() {
      put(`\n${JSON.stringify([...lengths])}\n`);
      flush();
      const path = join(dir, `${digest.digest("hex")}.units`);
      close();
      renameSync(partial, path);
      return { path, size };
    },
    discard,
  };
}
