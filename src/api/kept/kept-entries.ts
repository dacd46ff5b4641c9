/** The entries of a catalog as the last build wrote them: those that are the same need not be joined again. */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, readSync, type Stats } from "node:fs";
import {
  inMemory,
  joinStored,
  LostBytes,
  partsOfStored,
  sliceStored,
  streamStored,
} from "../../engine/stored-bytes.ts";
import type { StoredBytes } from "../../model/stored-bytes.ts";
import { attempt } from "../../host/attempt.ts";
import { openRegularFile, readRegular } from "../../host/read-regular.ts";
import { isFailure } from "../../model/host.ts";
import type { Piece } from "../../model/piece.ts";
import type { Catalog } from "../../runtime/catalog/catalog.ts";
import { catalogFrame } from "../../piece/index.ts";
import { runsOf, type SplicedOrder } from "./kept-columns.ts";

/** What is known of a catalog that was written. */
interface WrittenCatalog {
  readonly head: Omit<Catalog, "hash" | "skills">;
  readonly hash: string;
  /** Bytes of each entry. */
  readonly lengths: Uint32Array;
}

/**
 * Returns what reads the entries of other skills, most of which are in a catalog, in parts that the next ones are written over;
 * undefined if the file is not what was written: its own hash says so.
 *
 * @param path Absolute path of `catalog.json`.
 */
export function readEntries(
  path: string,
  { head, hash, lengths }: WrittenCatalog,
  order: SplicedOrder,
): (() => Iterable<Uint8Array>) | undefined {
  const [start, end] = catalogFrame(head, lengths.length).map((text) => Buffer.from(text, "utf8"));
  const written = { ...head, hash };
  const [first] = catalogFrame(written, lengths.length);
  const file = openOutput(path);
  if (file === undefined || start === undefined || end === undefined) return undefined;
  try {
    const from = Buffer.byteLength(first, "utf8");
    // Only the first entry has no comma.
    const size = lengths.reduce((sum, length) => sum + length, -1);
    if (lengths.length === 0 || file.stored.length < from + size) return undefined;
    const found = createHash("sha256").update(start);
    const isRead = streamStored(sliceStored(file.stored, from, from + size), (bytes) => void found.update(bytes));
    if (!isRead || `sha256:${found.update(end).digest("hex")}` !== hash) return undefined;
    const { status } = file;
    return () => entriesIn(path, { status, from, size, lengths, order });
  } finally {
    file.close();
  }
}

interface ProvenEntries {
  /** Of the file when it was read and compared. */
  readonly status: Stats;
  readonly from: number;
  readonly size: number;
  readonly lengths: Uint32Array;
  readonly order: SplicedOrder;
}

function* entriesIn(path: string, { status, from, size, lengths, order }: ProvenEntries): Generator<Uint8Array> {
  const file = openOutput(path);
  try {
    if (file === undefined || !isSameFile(file.status, status)) throw new LostBytes();
    yield* partsOfStored(spliceParts(sliceStored(file.stored, from, from + size), lengths, order));
  } finally {
    file?.close();
  }
}

/** Returns a file that was written, as it is now; undefined if it cannot be read. */
export function readOutput(path: string): Buffer | undefined {
  const bytes = attempt(() => readRegular(path, { noFollow: true }));
  return isFailure(bytes) ? undefined : bytes;
}

interface OpenOutput {
  /** Once the file changes, it is no longer there. */
  readonly stored: StoredBytes;
  readonly status: Stats;
  /** Some systems replace no file that is open. */
  close(): void;
}

function openOutput(path: string): OpenOutput | undefined {
  const descriptor = attempt(() => openRegularFile(path, { noFollow: true }));
  if (isFailure(descriptor)) return undefined;
  const status = fstatSync(descriptor);
  const copyTo = (target: Uint8Array, start: number): boolean =>
    readSync(descriptor, target, 0, target.length, start) === target.length &&
    isSameFile(fstatSync(descriptor), status);
  return { stored: { length: status.size, copyTo }, status, close: () => closeSync(descriptor) };
}

function isSameFile(one: Stats, two: Stats): boolean {
  return one.ino === two.ino && one.size === two.size && one.mtimeMs === two.mtimeMs && one.ctimeMs === two.ctimeMs;
}

/** Of those that are joined, only the first has no comma. */
function spliceParts(entries: StoredBytes, lengths: Uint32Array, order: SplicedOrder): StoredBytes {
  const starts = new Float64Array(lengths.length + 1);
  for (let at = 0, end = -1; at < lengths.length; at++) starts[at + 1] = end += lengths[at] as number;
  const parts: StoredBytes[] = [];
  let done = 0;
  const add = (entry: StoredBytes, isAfterComma: boolean): void => {
    if (done === 0) return void parts.push(isAfterComma ? sliceStored(entry, 1, entry.length) : entry);
    if (!isAfterComma) parts.push(COMMA);
    parts.push(entry);
  };
  const addNew = (until: number): void => {
    for (const one of order.slice(done, until)) {
      add(inMemory((one as Piece).entry), true);
      done++;
    }
  };
  for (const { at, start, end } of runsOf(order)) {
    addNew(at);
    add(sliceStored(entries, starts[start] as number, starts[end] as number), start > 0);
    done += end - start;
  }
  addNew(order.length);
  return joinStored(parts);
}

const COMMA = inMemory(Buffer.from(","));
