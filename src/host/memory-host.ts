/** A Host over files in memory: for checking a tree that is on no disk, and for tests. */
import { createHash } from "node:crypto";
import type { DirectoryEntry, EntryKind, Host, HostFailure, HostFailureReason, HostResult } from "../model/host.ts";

/**
 * What stands at a path: a text or bytes; a link, its target absolute or relative to the directory it stands in; or
 * something that cannot be opened. What can be denied is there all the same: only reading it fails.
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

/**
 * Makes a Host of files by path, relative to `base` (default `/project`) or absolute. Directories are there because
 * files are in them; a key with `/` at its end is an empty one. Entries come in reverse order, so that nobody relies
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
  for (const [key, entry] of Object.entries(files)) {
    const path = absolutePath(key);
    if (key.endsWith("/")) addDirectory(path);
    // A failure may also stand on a directory that has files.
    if (!key.endsWith("/") || typeof entry !== "string") entries.set(path, entry);
    if (!key.endsWith("/")) addName(path);
  }

  const kindOf = (path: string): EntryKind | undefined => {
    if (directories.has(path)) return "directory";
    const entry = entries.get(path);
    if (entry === undefined) return undefined;
    return typeof entry === "object" && "symlink" in entry ? "symlink" : "file";
  };

  /** The path without links; the last segment's link stays when `keepLast`. */
  const resolve = (path: string, keepLast: boolean): HostResult<string> => {
    let todo = absolutePath(path).split("/").slice(1).filter(Boolean);
    let done = "";
    for (let links = 0; ;) {
      const segment = todo.shift();
      if (segment === undefined) return done === "" ? "/" : done;
      const next = `${done}/${segment}`;
      const entry = entries.get(next);
      const link = typeof entry === "object" && "symlink" in entry ? entry.symlink : undefined;
      if (link !== undefined && !(keepLast && todo.length === 0)) {
        if (++links > MAX_LINKS) return fail("loop");
        const target = link.startsWith("/") ? normalize(link) : normalize(`${done}/${link}`);
        todo = target.split("/").filter(Boolean).concat(todo);
        done = "";
        continue;
      }
      const kind = kindOf(next);
      if (kind === undefined) return fail("not-found");
      if (todo.length > 0 && kind === "file") return fail("not-directory");
      done = next;
    }
  };

  const failureOf = (path: string): HostFailure | undefined => {
    const entry = entries.get(path);
    return typeof entry === "object" && "failure" in entry ? fail(entry.failure) : undefined;
  };

  const statusOf = (path: string, keepLast: boolean): ReturnType<Host["status"]> => {
    const real = resolve(path, keepLast);
    if (typeof real !== "string") return real;
    const failure = failureOf(real);
    if (failure !== undefined && failure.failure !== "denied") return failure;
    const entry = entries.get(real);
    const size = typeof entry === "string" || entry instanceof Uint8Array ? toBytes(entry).length : 0;
    return { kind: kindOf(real) as EntryKind, size };
  };

  return {
    readDirectory(path): HostResult<readonly DirectoryEntry[]> {
      const real = resolve(path, false);
      if (typeof real !== "string") return real;
      const names = directories.get(real);
      const failure = failureOf(real);
      if (failure !== undefined) return failure;
      if (names === undefined) return fail("not-directory");
      const join = (name: string): string => (real === "/" ? `/${name}` : `${real}/${name}`);
      return [...names]
        .toSorted()
        .toReversed()
        .map((name) => ({ name, kind: kindOf(join(name)) as EntryKind }));
    },
    readFile(path) {
      const real = resolve(path, false);
      if (typeof real !== "string") return real;
      const entry = entries.get(real);
      if (typeof entry === "string" || entry instanceof Uint8Array) return toBytes(entry);
      return failureOf(real) ?? fail("is-directory");
    },
    status: (path) => statusOf(path, false),
    entryStatus: (path) => statusOf(path, true),
    realPath: (path) => resolve(path, false),
    absolutePath,
    sha256: (data) => createHash("sha256").update(data).digest("hex"),
    encodeBase64: (bytes) => Buffer.from(bytes).toString("base64"),
  };
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
