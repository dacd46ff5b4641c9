/** The contents of many files in one file, each once, so that another machine needs no copy of them. */
import { createHash, hash } from "node:crypto";
import { closeSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../host/attempt.ts";
import { makeDirectories } from "../host/make-directories.ts";
import { isFailure, type Host, type HostFailure, type HostResult } from "../model/host.ts";
import { portablePaths } from "./disk-facts.ts";
import type { KnownBytes } from "./known-disk.ts";
import type { OpenFiles } from "./open-files.ts";
import { partialName } from "./partial-files.ts";

/** Where the bytes of a path are, with their SHA-256; or why there are none. */
export type ContentRow =
  | readonly [path: string, start: number, length: number, sha256: string]
  | readonly [path: string, why: HostFailure];

export interface ContentWriter {
  /** Keeps all that it reads. */
  readonly host: Host;
  /** Ends the file; returns its name and where each path is in it. */
  finish(): { readonly name: string; readonly rows: readonly ContentRow[] };
}

/**
 * Starts a file of contents. It has its name from the moment that it is whole.
 *
 * @example
 * const writer = startContents("/srv/blocks", createNodeHost("/srv/app"));
 * writer.host.readFile("skills/pdf/SKILL.md");
 * const { name, rows } = writer.finish();
 */
export function startContents(dir: string, host: Host): ContentWriter {
  const { toKey } = portablePaths(host);
  makeDirectories(dir);
  const partial = join(dir, partialName("contents"));
  const descriptor = openSync(partial, "wx");
  const rows = new Map<string, ContentRow>();
  const starts = new Map<string, number>();
  let size = 0;
  const append = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
    size += bytes.length;
  };
  const keep = (path: string, read: HostResult<Uint8Array>): HostResult<Uint8Array> => {
    const key = toKey(path);
    if (rows.has(key)) return read;
    if (isFailure(read)) rows.set(key, [key, read]);
    else {
      const digest = hash("sha256", read, "hex");
      const start = starts.get(digest) ?? size;
      if (start === size) append(read);
      starts.set(digest, start);
      rows.set(key, [key, start, read.length, digest]);
    }
    return read;
  };
  const { readPieces } = host;
  return {
    host: {
      ...host,
      readFile: (path, real, most) => keep(path, host.readFile(path, real, most)),
      ...(readPieces && {
        *readPieces(path: string, real?: string) {
          const [key, start] = [toKey(path), size];
          const pieces = readPieces(path, real);
          let next = pieces.next();
          for (; next.done !== true; next = pieces.next()) {
            if (!rows.has(key)) append(next.value);
            yield next.value;
          }
          const digest = next.value;
          if (!rows.has(key)) rows.set(key, isFailure(digest) ? [key, digest] : [key, start, size - start, digest]);
          return digest;
        },
      }),
    },
    finish() {
      closeSync(descriptor);
      const all = [...rows.values()];
      const name = `${hash("sha256", JSON.stringify(all), "hex")}.contents`;
      renameSync(partial, join(dir, name));
      return { name, rows: all };
    },
  };
}

/** A file of contents. */
export interface ContentFile {
  /** Absolute path. */
  readonly path: string;
  readonly rows: readonly ContentRow[];
}

/**
 * Opens files of contents. What is not what was written is a failure.
 *
 * @param tools.damaged Called with the path of a file that is damaged.
 */
export function openContents(
  files: readonly ContentFile[],
  { open, damaged }: { readonly open: OpenFiles; readonly damaged: (path: string) => void },
): KnownBytes {
  const all = new Map(files.flatMap(({ path, rows }) => rows.map((row) => [row[0], { file: path, row }] as const)));
  const find = (path: string): { readonly file: string; readonly row: ContentRow } | undefined => all.get(path);
  const failWith = (file: string): HostFailure => {
    damaged(file);
    return { failure: "other", detail: "its block is damaged" };
  };
  return {
    read(path) {
      const found = find(path);
      if (found === undefined) return undefined;
      const { file, row } = found;
      if (row.length === 2) return row[1];
      const [, start, length, digest] = row;
      const bytes = attempt(() => open.read(file, start, length));
      return isFailure(bytes) || hash("sha256", bytes, "hex") !== digest ? failWith(file) : bytes;
    },
    readPieces(path) {
      const found = find(path);
      if (found === undefined) return undefined;
      return piecesOf(found, open, failWith);
    },
  };
}

/** Bytes that are in memory at once. */
const PIECE = 1024 * 1024;

function* piecesOf(
  { file, row }: { readonly file: string; readonly row: ContentRow },
  open: OpenFiles,
  failWith: (file: string) => HostFailure,
): Generator<Uint8Array, HostResult<string>> {
  if (row.length === 2) return row[1];
  const [, start, length, expected] = row;
  const digest = createHash("sha256");
  for (let at = 0; at < length; at += PIECE) {
    const bytes = attempt(() => open.read(file, start + at, Math.min(PIECE, length - at)));
    if (isFailure(bytes)) return failWith(file);
    digest.update(bytes);
    yield bytes;
  }
  const is = digest.digest("hex");
  return is === expected ? is : failWith(file);
}
