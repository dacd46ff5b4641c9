import { isFailure, type Host } from "../model/host.ts";
import { isAbsolute, isInside, joinPath, normalizePath, parentPath, relativePath, toPosix } from "../paths/index.ts";

export interface ResolvedPath {
  /** Normalized; relative to the base directory if it is inside, else as written. */
  readonly path: string;
  /** Only `.` and `..` resolved. */
  readonly absolute: string;
  /** Symbolic links resolved as far as the path exists. */
  readonly real: string;
  readonly inside: boolean;
}

export function resolvePath(written: string, host: Host): ResolvedPath {
  const base = host.absolutePath(".");
  // A backslash is a separator only on Windows, where absolute paths start with a drive or a server.
  const text = /^(?:[A-Za-z]:|\/\/)/.test(base) ? toPosix(written) : written;
  const absolute = host.absolutePath(text);
  const real = realPathOf(absolute, host);
  const realBase = realPathOf(base, host);
  // By the written path first, so that a linked directory keeps its name; then by the real one, because only one of
  // base and path may contain a link.
  const relative = isInside(base, absolute)
    ? relativePath(base, absolute)
    : isInside(realBase, real)
      ? relativePath(realBase, real)
      : undefined;
  return { path: relative ?? normalizePath(text), absolute, real, inside: relative !== undefined };
}

/** Resolves the part of the path that exists. */
function realPathOf(absolute: string, host: Host): string {
  const missing: string[] = [];
  for (let path = absolute; ; path = parentPath(path)) {
    const real = host.realPath(path);
    if (!isFailure(real)) return joinPath(real, ...missing);
    const parent = parentPath(path);
    // The root, or a Windows drive that does not exist.
    if (parent === path || !isAbsolute(parent)) return absolute;
    missing.unshift(path.slice(parent === "/" ? 1 : parent.length + 1));
  }
}
