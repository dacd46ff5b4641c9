/** The paths of a run as bytes: tens of thousands of texts would cost more than all that is asked about them. */
import { inMemory, readStored, type StoredBytes } from "./stored-bytes.ts";

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
  /** Paths that were searched, or all. */
  const known = new Map<string, number>();
  let isWhole = false;
  const startOf = (index: number): number => (index === 0 ? 0 : (ends[index - 1] ?? bytes.length));
  const at = (index: number): string => bytes.toString("utf8", startOf(index), startOf(index + 1) - 1);
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
      const found = known.get(path);
      if (found !== undefined || isWhole) return found ?? -1;
      if (known.size < FEW) {
        const index = search(path);
        known.set(path, index);
        return index;
      }
      isWhole = true;
      for (const [index, one] of bytes.toString("utf8").split("\0").entries()) known.set(one, index);
      return this.indexOf(path);
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
export function* textsOf(bytes: Buffer): Generator<string> {
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

function endsOf(bytes: Buffer): Uint32Array {
  let ends = new Uint32Array(1024);
  let count = 0;
  for (let end = bytes.indexOf(0) + 1; end > 0; end = bytes.indexOf(0, end) + 1) {
    if (count === ends.length) {
      const more = new Uint32Array(2 * count);
      more.set(ends);
      ends = more;
    }
    ends[count++] = end;
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
