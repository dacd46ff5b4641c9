/** Which file esbuild really reads: it follows links, and looks into the archives and virtual directories of Yarn. */
import { realpathSync, statSync } from "node:fs";
import { toPosixPath } from "./config-plugin.ts";

/**
 * Yarn's `__virtual__/<hash>/<n>`: n directories up from where it is. esbuild follows it in every path, also where Yarn is
 * not used and such a directory does not exist (internal/fs/fs_zip.go).
 */
const VIRTUAL = /^(.*?)\/(?:__virtual__|\$\$virtual)\/[^/]+\/(\d+)((?:\/.*)?)$/s;

/**
 * Returns the absolute POSIX path of the file that is read at a path, with every symbolic link resolved; in an archive of
 * Yarn, the rest of the path follows that of the archive. Undefined if there is none, or a pipe or device, which might
 * never end.
 *
 * @example
 * realFile("/app/node_modules/knots/__virtual__/x/2/package.json"); // "/app/package.json"
 */
export function realFile(path: string): string | undefined {
  const posix = toPosixPath(path);
  const [, above, levels, below = ""] = VIRTUAL.exec(posix) ?? [];
  if (above !== undefined) {
    const kept = above.split("/");
    // The root stays.
    const target = kept.slice(0, Math.max(1, kept.length - Number(levels))).join("/") + below;
    return VIRTUAL.test(target) ? undefined : realFile(target);
  }
  const real = realOf(posix);
  if (real !== undefined) return real;
  const [, archive, inside] = /^(.*?\.zip)(\/.+)$/s.exec(posix) ?? [];
  const place = archive === undefined ? undefined : realOf(archive);
  return place?.endsWith(".zip") === true ? `${place}${inside}` : undefined;
}

function realOf(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isFile() ? toPosixPath(real) : undefined;
  } catch {
    return undefined;
  }
}
