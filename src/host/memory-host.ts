/** A Host over files in memory: to check a tree that is not on disk, and for tests. */
import { createHash } from "node:crypto";
import {
  MOST_READ,
  tooLarge,
  type DirectoryEntry,
  type DirectoryEntryKind,
  type FileStatus,
  type Host,
  type HostFailure,
  type HostFailureReason,
  type HostResult,
} from "../model/host.ts";

/**
 * The entry at a path: text or bytes; a link, with a target that is absolute or relative to the directory of the link;
 * or a failure. A denied entry exists: only reading it fails.
 */
export type MemoryEntry = string | Uint8Array | { readonly symlink: string } | { readonly failure: HostFailureReason };

const details: Readonly<Record<HostFailureReason, string>> = {
  "not-found": "ENOENT",
  "not-directory": "ENOTDIR",
  "is-directory": "EISDIR",
  denied: "EACCES",
  loop: "ELOOP",
  exists: "EEXIST",
  other: "EIO",
};

const MAX_LINKS = 40;

interface MemoryTree {
  readonly entries: ReadonlyMap<string, MemoryEntry>;
  readonly directories: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Creates a Host from files by path, relative to `base` (default `/project`) or absolute. Directories exist because
 * files are in them; a key that ends with `/` is an empty one. Entries come in reverse order, so that no caller relies
 * on it.
 *
 * @example
 * createMemoryHost({ "skills/pdf/SKILL.md": "---\nname: pdf\n…", "skills/latest": { symlink: "pdf" } });
 */
export function createMemoryHost(
  files: Readonly<Record<string, MemoryEntry>>,
  options: { readonly base?: string } = {},
): Host {
  const base = normalize(options.base ?? "/project");
  const absolutePath = (path: string): string => normalize(path.startsWith("/") ? path : `${base}/${path}`);
  const tree = plantTree(
    base,
    Object.entries(files).map(([key, entry]) => ({ path: absolutePath(key), isDirectory: key.endsWith("/"), entry })),
  );
  const resolve = (path: string): HostResult<string> => resolveLinks(absolutePath(path), tree);
  return {
    readDirectory(path) {
      const real = resolve(path);
      return typeof real === "string" ? listDirectory(real, tree) : real;
    },
    readFile(path, _real, most = MOST_READ) {
      const real = resolve(path);
      if (typeof real !== "string") return real;
      const entry = tree.entries.get(real);
      const bytes = typeof entry === "string" || entry instanceof Uint8Array ? toBytes(entry) : undefined;
      if (bytes !== undefined) return bytes.length > most ? tooLarge(bytes.length, most) : bytes;
      return failureAt(real, tree) ?? fail("is-directory");
    },
    status: (path) => statusOf(resolve(path), tree),
    entryStatus: (path) => statusOf(resolveLinks(absolutePath(path), tree, true), tree),
    realPath: resolve,
    absolutePath,
    sha256: (data) => createHash("sha256").update(data).digest("hex"),
    encodeBase64: (bytes) => Buffer.from(bytes).toString("base64"),
  };
}

interface PlantedEntry {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly entry: MemoryEntry;
}

function plantTree(base: string, planted: readonly PlantedEntry[]): MemoryTree {
  const entries = new Map<string, MemoryEntry>();
  const directories = new Map<string, Set<string>>([["/", new Set()]]);
  const addDirectory = (path: string): void => {
    if (directories.has(path)) return;
    directories.set(path, new Set());
    addName(path);
  };
  const addName = (path: string): void => {
    addDirectory(parentOf(path));
    directories.get(parentOf(path))?.add(path.slice(path.lastIndexOf("/") + 1));
  };
  addDirectory(base);
  for (const { path, isDirectory, entry } of planted) {
    if (isDirectory) addDirectory(path);
    else addName(path);
    // A directory that has files can be a failure.
    if (!isDirectory || typeof entry !== "string") entries.set(path, entry);
  }
  return { entries, directories };
}

function kindAt(path: string, { entries, directories }: MemoryTree): DirectoryEntryKind | undefined {
  if (directories.has(path)) return "directory";
  const entry = entries.get(path);
  if (entry === undefined) return undefined;
  return typeof entry === "object" && "symlink" in entry ? "symlink" : "file";
}

function failureAt(path: string, { entries }: MemoryTree): HostFailure | undefined {
  const entry = entries.get(path);
  return typeof entry === "object" && "failure" in entry ? fail(entry.failure) : undefined;
}

/** With `keepLast`, the last segment may be a link. */
function resolveLinks(path: string, tree: MemoryTree, keepLast = false): HostResult<string> {
  let todo = path.split("/").slice(1).filter(Boolean);
  let done = "";
  for (let links = 0; ;) {
    const segment = todo.shift();
    if (segment === undefined) return done === "" ? "/" : done;
    const next = `${done}/${segment}`;
    const entry = tree.entries.get(next);
    const link = typeof entry === "object" && "symlink" in entry ? entry.symlink : undefined;
    if (link !== undefined && !(keepLast && todo.length === 0)) {
      if (++links > MAX_LINKS) return fail("loop");
      const target = link.startsWith("/") ? normalize(link) : normalize(`${done}/${link}`);
      todo = target.split("/").filter(Boolean).concat(todo);
      done = "";
      continue;
    }
    const kind = kindAt(next, tree);
    if (kind === undefined) return fail("not-found");
    if (todo.length > 0 && kind === "file") return fail("not-directory");
    done = next;
  }
}

function listDirectory(real: string, tree: MemoryTree): HostResult<readonly DirectoryEntry[]> {
  const names = tree.directories.get(real);
  const failure = failureAt(real, tree);
  if (failure !== undefined) return failure;
  if (names === undefined) return fail("not-directory");
  const join = (name: string): string => (real === "/" ? `/${name}` : `${real}/${name}`);
  return [...names]
    .toSorted()
    .toReversed()
    .map((name) => ({ name, kind: kindAt(join(name), tree) as DirectoryEntryKind }));
}

function statusOf(real: HostResult<string>, tree: MemoryTree): HostResult<FileStatus> {
  if (typeof real !== "string") return real;
  const failure = failureAt(real, tree);
  if (failure !== undefined && failure.failure !== "denied") return failure;
  const entry = tree.entries.get(real);
  const size = typeof entry === "string" || entry instanceof Uint8Array ? toBytes(entry).length : 0;
  return { kind: kindAt(real, tree) as DirectoryEntryKind, size };
}

function fail(failure: HostFailureReason): HostFailure {
  return { failure, detail: details[failure] };
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

function normalize(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return `/${segments.join("/")}`;
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}
