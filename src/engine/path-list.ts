/** The paths of a run as one text: tens of thousands of texts would cost more than all that is asked about them. */

export interface PathList {
  /** Each path with a NUL after it. */
  readonly text: string;
  readonly count: number;
  /** Where the path with an index starts in the text; after the last one, where the text ends. */
  startOf(index: number): number;
  at(index: number): string;
  /** -1 for a path that is not in the list. */
  indexOf(path: string): number;
  /** Returns the indexes of a directory and of all that is below it. */
  below(dir: string): readonly number[];
}

/** Searches that cost less than a table of all paths. */
const FEW = 16;

/**
 * Opens a list of paths.
 *
 * @example
 * openPaths("skills\0skills/pdf\0").indexOf("skills/pdf") // 1
 */
export function openPaths(text: string): PathList {
  let ends: Uint32Array | undefined;
  let known: ReadonlyMap<string, number> | undefined;
  let searches = 0;
  const startOf = (index: number): number => (index === 0 ? 0 : ((ends ??= endsOf(text))[index - 1] ?? text.length));
  const at = (index: number): string => text.slice(startOf(index), startOf(index + 1) - 1);
  const table = (): ReadonlyMap<string, number> =>
    (known ??= new Map(text.split("\0").map((path, index) => [path, index])));
  return {
    text,
    get count() {
      return (ends ??= endsOf(text)).length;
    },
    startOf,
    at,
    indexOf(path) {
      if (path === "") return -1;
      if (++searches > FEW) return table().get(path) ?? -1;
      const place = text.startsWith(`${path}\0`) ? 0 : text.indexOf(`\0${path}\0`) + 1;
      return place === 0 && !text.startsWith(`${path}\0`) ? -1 : indexAt((ends ??= endsOf(text)), place);
    },
    below(dir) {
      const start = dir.endsWith("/") ? dir : `${dir}/`;
      const found: number[] = [];
      const own = this.indexOf(dir);
      if (own !== -1) found.push(own);
      if (text.startsWith(start)) found.push(0);
      for (let place = text.indexOf(`\0${start}`); place !== -1; place = text.indexOf(`\0${start}`, place + 1))
        found.push(indexAt((ends ??= endsOf(text)), place + 1));
      return found;
    },
  };
}

function endsOf(text: string): Uint32Array {
  let ends = new Uint32Array(1024);
  let count = 0;
  for (let end = text.indexOf("\0") + 1; end > 0; end = text.indexOf("\0", end) + 1) {
    if (count === ends.length) {
      const more = new Uint32Array(2 * count);
      more.set(ends);
      ends = more;
    }
    ends[count++] = end;
  }
  return ends.subarray(0, count);
}

/** Returns the index of the path that starts at a place of the text. */
function indexAt(ends: Uint32Array, place: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as number) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}
