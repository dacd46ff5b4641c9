/** The paths of a run as bytes: tens of thousands of texts would cost more than all that is asked about them. */
import { asBuffer } from "../host/as-buffer.ts";
import { inMemory, readStored } from "./stored-bytes.ts";
import type { StoredBytes } from "../model/stored-bytes.ts";

export interface PathList {
  /** Each path in UTF-8 with a NUL after it. */
  readonly stored: StoredBytes;
  readonly count: number;
  /** Where the path with an index starts in the bytes; after the last one, where they end. */
  startOf(index: number): number;
  at(index: number): string;
  /** -1 for a path that is not in the list. */
  indexOf(path: string): number;
  /** Returns the indexes of a directory and of all that is below it. */
  below(dir: string): readonly number[];
}

/** Searches that cost less than a table of all paths. */
const FEW = 64;

/**
 * Opens a list of paths.
 *
 * @example
 * openPaths(inMemory(Buffer.from("skills\0skills/pdf\0"))).indexOf("skills/pdf") // 1
 */
export function openPaths(stored: StoredBytes): PathList {
  const bytes = readStored(stored) ?? Buffer.alloc(0);
  const ends = endsOf(bytes);
  const known = new Map<string, number>();
  let table: ((path: Uint8Array) => number) | undefined;
  const startOf = (index: number): number => (index === 0 ? 0 : (ends[index - 1] ?? bytes.length));
  const at = (index: number): string => bytes.toString("utf8", startOf(index), startOf(index + 1) - 1);
  /** Behind the last one that was found: paths are mostly asked for in the order in which they were asked for before. */
  let next = 0;
  const search = (path: string): number => {
    const wanted = Buffer.from(`\0${path}\0`, "utf8");
    if (startsWith(bytes, wanted.subarray(1))) return 0;
    const place = bytes.indexOf(wanted);
    return place === -1 ? -1 : indexAt(ends, place + 1);
  };
  return {
    stored: bytes.length === stored.length ? stored : inMemory(bytes),
    count: ends.length,
    startOf,
    at,
    indexOf(path) {
      if (path === "") return -1;
      if (next < ends.length && at(next) === path) return next++;
      let index = known.get(path);
      if (index === undefined && known.size === FEW)
        index = (table ??= createTable(bytes, ends))(Buffer.from(path, "utf8"));
      else if (index === undefined) known.set(path, (index = search(path)));
      if (index !== -1) next = index + 1;
      return index;
    },
    below(dir) {
      const start = Buffer.from(`\0${dir.endsWith("/") ? dir : `${dir}/`}`, "utf8");
      const found: number[] = [];
      const own = this.indexOf(dir);
      if (own !== -1) found.push(own);
      if (startsWith(bytes, start.subarray(1))) found.push(0);
      for (let place = bytes.indexOf(start); place !== -1; place = bytes.indexOf(start, place + 1))
        found.push(indexAt(ends, place + 1));
      return found;
    },
  };
}

const WINDOW = 64 * 1024;

/** Returns the text of all paths in pieces, each with a NUL after its last path. */
export function* textsOf(paths: Uint8Array): Generator<string> {
  const bytes = asBuffer(paths);
  for (let start = 0; start < bytes.length;) {
    const last = bytes.lastIndexOf(0, start + WINDOW);
    // A path may be longer.
    const end = last < start ? bytes.indexOf(0, start) : last;
    yield bytes.toString("utf8", start, end + 1);
    start = end + 1;
  }
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

/** Returns what finds the index of a path, by its hash; numbers take less memory than texts. */
function createTable(bytes: Buffer, ends: Uint32Array): (path: Uint8Array) => number {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * ends.length + 1)));
  const mask = slots.length - 1;
  for (let index = 0, start = 0; index < ends.length; index++) {
    const end = ends[index] as number;
    let slot = hashOf(bytes, start, end - 1) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = index + 1;
    start = end;
  }
  return (path) => {
    for (let slot = hashOf(path, 0, path.length) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const index = (slots[slot] as number) - 1;
      const start = ends[index - 1] ?? 0;
      if (
        ends[index] === start + path.length + 1 &&
        bytes.compare(path, 0, path.length, start, start + path.length) === 0
      )
        return index;
    }
    return -1;
  };
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** A search in a text takes half as long as one in bytes, which leaves JavaScript. */
function endsOf(bytes: Buffer): Uint32Array {
  let ends = new Uint32Array(1024);
  let count = 0;
  for (let start = 0; start < bytes.length; start += WINDOW) {
    const text = bytes.toString("latin1", start, Math.min(bytes.length, start + WINDOW));
    for (let end = text.indexOf("\0") + 1; end > 0; end = text.indexOf("\0", end) + 1) {
      if (count === ends.length) {
        const more = new Uint32Array(2 * count);
        more.set(ends);
        ends = more;
      }
      ends[count++] = start + end;
    }
  }
  return ends.subarray(0, count);
}

/** Returns the index of the path that starts at a place of the bytes. */
function indexAt(ends: Uint32Array, place: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
