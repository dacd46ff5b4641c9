/** A path of a config, seen from the base directory. */
import { isFailure, type Host } from "../model/host.ts";
import { isAbsolute, isInside, joinPath, normalizePath, parentPath, relativePath, toPosix } from "../paths/index.ts";

export interface ResolvedPath {
  /** Normalised; relative to the base directory where it is inside of it, else as written. */
  readonly path: string;
  /** Nothing resolved but `.` and `..`. */
  readonly absolute: string;
  /** Symbolic links resolved as far as the path exists. */
  readonly real: string;
  /** It is the base directory or below it. */
  readonly inside: boolean;
}

/** Resolves a path as a user wrote it. */
export function resolvePath(written: string, host: Host): ResolvedPath {
  const base = host.absolutePath(".");
  // Only Windows takes a backslash for a separator, and there paths start with a drive or a server.
  const text = /^(?:[A-Za-z]:|\/\/)/.test(base) ? toPosix(written) : written;
  const absolute = host.absolutePath(text);
  const real = realPathOf(absolute, host);
  const realBase = realPathOf(base, host);
  // By text first, so that a linked directory keeps its name; by real path for a base that is reached through a link
  // and a path that is not.
  const relative = isInside(base, absolute)
    ? relativePath(base, absolute)
    : isInside(realBase, real)
      ? relativePath(realBase, real)
      : undefined;
  return { path: relative ?? normalizePath(text), absolute, real, inside: relative !== undefined };
}

/** The real path of what exists of a path, with the rest appended. */
function realPathOf(absolute: string, host: Host): string {
  const missing: string[] = [];
  for (let path = absolute; ; path = parentPath(path)) {
    const real = host.realPath(path);
    if (!isFailure(real)) return joinPath(real, ...missing);
    const parent = parentPath(path);
    // The root, or a drive of Windows that is not there.
    if (parent === path || !isAbsolute(parent)) return absolute;
    missing.unshift(path.slice(parent === "/" ? 1 : parent.length + 1));
  }
}
