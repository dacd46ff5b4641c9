import { sortedBy } from "./compare.ts";

/** A macOS or Windows disk stores only one of the paths. */
interface Collision {
  /** `normalization`: they differ only in the encoding of accents. `case`: also in upper and lower case. */
  readonly kind: "case" | "normalization";
  /** Sorted by code units. */
  readonly paths: readonly string[];
}

/** Few paths need to be normalized: those that are not only ASCII. */
export const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Returns the key of a path on a case-insensitive, normalizing disk. Lower case alone would separate `ß` from `SS` and
 * the final sigma from the other one, so upper case follows; `ı` has no fold, although its upper case is `I`.
 */
export function collisionKey(path: string): string {
  if (!BEYOND_ASCII.test(path)) return path.toUpperCase();
  const folded = path
    .normalize("NFC")
    .split("ı")
    .map((part) => part.toLowerCase().toUpperCase())
    .join("ı");
  return folded.normalize("NFC");
}

/**
 * Returns groups of paths that collide, sorted by their first path. A repeated path is not a collision.
 *
 * @example
 * findCollisions(["README.md", "readme.md"]); // [{ kind: "case", paths: ["README.md", "readme.md"] }]
 */
export function findCollisions(paths: readonly string[]): readonly Collision[] {
  if (paths.length < 2) return [];
  const groups = new Map<string, string[]>();
  for (const path of sortedBy([...new Set(paths)], (each) => each)) {
    const key = collisionKey(path);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [path]);
    else group.push(path);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      kind: new Set(group.map((path) => path.normalize("NFC"))).size > 1 ? "case" : "normalization",
      paths: group,
    }));
}
