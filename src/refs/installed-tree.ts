import { isFailure, type Host } from "../model/host.ts";
import { sortedBy } from "../paths/index.ts";
import type { LockEntry } from "./lock-text.ts";

/** Relative paths, sorted. */
export interface TreeDifference {
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/** About files that someone has edited. */
export const KEEP_OR_DISCARD: readonly string[] = [
  "undo the changes, or copy them into a skill of your own",
  "discard them with `skillc install --force`",
];

/** File managers leave these by-products; they never ship. */
const IGNORED = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

/** Undefined if the path is not a directory. A link has no digest. */
function digestTree(host: Host, dir: string): ReadonlyMap<string, string> | undefined {
  const digests = new Map<string, string>();
  const waiting = [""];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const listed = host.readDirectory(below === "" ? dir : `${dir}/${below}`);
    if (isFailure(listed)) {
      if (below === "") return undefined;
      digests.set(below, "");
      continue;
    }
    for (const { name, kind } of listed) {
      const path = below === "" ? name : `${below}/${name}`;
      if (kind === "directory") waiting.push(path);
      else if (!IGNORED.test(name)) digests.set(path, kind === "file" ? digestFile(host, `${dir}/${path}`) : "");
    }
  }
  return digests;
}

function digestFile(host: Host, path: string): string {
  const bytes = host.readFile(path);
  return isFailure(bytes) ? "" : host.sha256(bytes);
}

/** Undefined if the directory does not exist. */
export function compareInstalled(host: Host, { path, files }: LockEntry): TreeDifference | undefined {
  const found = digestTree(host, path);
  return found && compareDigests(files, found);
}

export function compareDigests(
  expected: ReadonlyMap<string, string>,
  found: ReadonlyMap<string, string>,
): TreeDifference {
  const sort = (paths: readonly string[]): readonly string[] => sortedBy(paths, (path) => path);
  return {
    changed: sort(
      [...expected].filter(([path, digest]) => found.has(path) && found.get(path) !== digest).map(([path]) => path),
    ),
    missing: sort([...expected.keys()].filter((path) => !found.has(path))),
    added: sort([...found.keys()].filter((path) => !expected.has(path))),
  };
}

export function isSameTree({ changed, missing, added }: TreeDifference): boolean {
  return changed.length + missing.length + added.length === 0;
}

/** Returns `SKILL.md changed, ref.md is missing and 4 more`. */
export function describeDifference({ changed, missing, added }: TreeDifference): string {
  const words = [
    ...changed.map((path) => `${path} changed`),
    ...missing.map((path) => `${path} is missing`),
    ...added.map((path) => `${path} was added`),
  ];
  const more = words.length > 3 ? ` and ${words.length - 3} more` : "";
  return words.slice(0, 3).join(", ") + more;
}
