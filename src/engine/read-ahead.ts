/** Reads parts of a file that are asked for one at a time: those in order many at once, the others alone. */

/** Reads a part of a file; less at its end, and undefined if it cannot be read. */
type ReadPart = (start: number, length: number) => Buffer | undefined;

/** Where the last part of a row ends, what was read from `start` on, and how many bytes were read the last time. */
interface Row {
  end: number;
  start: number;
  bytes: Buffer;
  length: number;
}

/** Bytes that are read at once in a long row. */
const MOST_AHEAD = 64 * 1024;
/** Bytes that are read at once where a row begins, and how many times more each time: it may end soon. */
const [LEAST_AHEAD, GROWTH] = [16 * 1024, 4];
/** What lies between two parts of a row: those of skills that are not asked for. */
const MOST_BETWEEN = 8 * 1024;
/** How many rows are followed: each skill has parts in some sections of its block. */
const MOST_ROWS = 8;

/**
 * Creates a function that reads a part, and what is behind it if the part before it was read, too: what follows will be asked
 * for next. Parts in no order would waste that.
 *
 * @returns A function of the first byte and that behind the last one; undefined if they cannot be read.
 */
export function createReadAhead(read: ReadPart): (start: number, end: number) => Buffer | undefined {
  /** The one that was used last comes first. */
  const rows: Row[] = [];
  const take = (isWanted: (row: Row) => boolean): Row | undefined => {
    const at = rows.findIndex(isWanted);
    if (at > 0) rows.unshift(...rows.splice(at, 1));
    return at < 0 ? undefined : rows[0];
  };
  return (start, end) => {
    const known = take((row) => row.start <= start && end <= row.start + row.bytes.length);
    if (known !== undefined) {
      known.end = end;
      return known.bytes.subarray(start - known.start, end - known.start);
    }
    const row = take((one) => one.end <= start && start - one.end < MOST_BETWEEN);
    const ahead = row && Math.min(MOST_AHEAD, Math.max(LEAST_AHEAD, GROWTH * row.length));
    const length = Math.max(end - start, ahead ?? 0);
    const bytes = read(start, length);
    if (bytes === undefined || bytes.length < end - start) return undefined;
    if (row !== undefined) Object.assign(row, { end, start, bytes, length });
    else if (rows.unshift({ end, start, bytes: NOTHING, length }) > MOST_ROWS) rows.pop();
    return bytes.subarray(0, end - start);
  };
}

const NOTHING = Buffer.alloc(0);
