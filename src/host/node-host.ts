import { createHash, hash } from "node:crypto";
import { constants, lstatSync, readdirSync, realpathSync, statSync, type Dirent } from "node:fs";
import { resolve, sep } from "node:path";
import { MOST_READ, type DirectoryEntryKind, type FileStatus, type Host } from "../model/host.ts";
import { isPlainPath } from "../paths/index.ts";
import { asBuffer } from "./as-buffer.ts";
import { attempt, toFailure } from "./attempt.ts";
import { readRegular, readRegularPieces } from "./read-regular.ts";

export { attempt, toFailure } from "./attempt.ts";

/**
 * Creates a Host of the real file system below a base directory.
 *
 * @param base Absolute path in the system's own form.
 */
export function createNodeHost(base: string): Host {
  const root = resolve(base);
  // Resolving splits both paths for each request.
  const systemPath = (path: string): string =>
    sep === "/" && root !== "/" && isPlainPath(path) ? `${root}/${path}` : resolve(root, path);
  return {
    readDirectory: (path) => attempt(() => readdirSync(systemPath(path), { withFileTypes: true }).map(toEntry)),
    readFile: (path, real, most = MOST_READ) =>
      attempt(() => readRegular(systemPath(path), real === undefined ? { most } : { most, real: systemPath(real) })),
    *readPieces(path, real) {
      try {
        return yield* readRegularPieces(systemPath(path), real === undefined ? {} : { real: systemPath(real) });
      } catch (error) {
        return toFailure(error);
      }
    },
    status: (path) => attempt(() => toStatus(statSync(systemPath(path)))),
    entryStatus: (path) => attempt(() => toStatus(lstatSync(systemPath(path)))),
    // The native one also returns the case of names on a case-insensitive disk, so that "Skills" is "skills".
    realPath: (path) => attempt(() => toPosixPath(realpathSync.native(systemPath(path)))),
    absolutePath: (path) => toPosixPath(systemPath(path)),
    sha256: (data) => hash("sha256", data, "hex"),
    sha256OfPieces(pieces) {
      const digest = createHash("sha256");
      for (const piece of pieces) digest.update(piece);
      return digest.digest("hex");
    },
    startSha256() {
      const digest = createHash("sha256");
      return { update: (piece) => void digest.update(piece), end: () => digest.digest("hex") };
    },
    encodeBase64: (bytes) => asBuffer(bytes).toString("base64"),
  };
}

export function toPosixPath(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

function toEntry(entry: Dirent): { name: string; kind: DirectoryEntryKind } {
  return { name: entry.name, kind: kindOf(entry) };
}

/** What is used of `fs.Stats`: the types of this package must not need those of Node. */
export interface EntryStats {
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly size: number;
  readonly mode: number;
  readonly ino: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

/** What is kept of `fs.Stats`, which contains four dates more. */
export type EntryState = Pick<EntryStats, "mtimeMs" | "ctimeMs" | "size" | "mode" | "ino">;

export function toStatus({ size, mode }: Pick<EntryState, "size" | "mode">): FileStatus {
  const kind = KINDS.get(mode & constants.S_IFMT) ?? "other";
  // Windows reports every file as not executable.
  return sep === "/" ? { kind, size, executable: (mode & 0o111) !== 0 } : { kind, size };
}

const KINDS: ReadonlyMap<number, DirectoryEntryKind> = new Map([
  [constants.S_IFREG, "file"],
  [constants.S_IFDIR, "directory"],
  [constants.S_IFLNK, "symlink"],
]);

function kindOf(entry: Dirent): DirectoryEntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "symlink" : "other";
}
