/** Nothing is written or removed through symbolic links below an output directory. */
import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";

interface LinkFinder {
  /** The path itself counts; both paths are relative. */
  find(path: string): string | undefined;
  findAbove(path: string): string | undefined;
}

/** Reads each directory once. */
export function createLinkFinder(outDir: string): LinkFinder {
  const isLinkDir = new Map<string, boolean>();
  const isLink = (path: string): boolean => lstatIfAny(join(outDir, path))?.isSymbolicLink() === true;
  const findAbove = (path: string): string | undefined => {
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
      const dir = path.slice(0, end);
      const known = isLinkDir.get(dir) ?? isLink(dir);
      isLinkDir.set(dir, known);
      if (known) return dir;
    }
    return undefined;
  };
  return { find: (path) => findAbove(path) ?? (isLink(path) ? path : undefined), findAbove };
}

/** Throws ELOOP if a link is on the way to a path now. */
export function refuseLink(outDir: string, path: string): void {
  if (createLinkFinder(outDir).find(path) === undefined) return;
  throw Object.assign(new Error(`${path} is or passes a symbolic link`), { code: "ELOOP" });
}

/** Whether a path is relative and no segment of it goes elsewhere, on any system. */
export function isPlain(path: string): boolean {
  return (
    !/[\\:\0]/.test(path) && path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..")
  );
}

/** Undefined if the path does not exist, or if a directory on the way is unreadable or not one. */
export function lstatIfAny(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
