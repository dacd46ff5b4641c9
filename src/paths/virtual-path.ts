/**
 * Paths as text: POSIX, absolute or relative to a base directory that nobody needs to know. Nothing here looks at a
 * disk, so a symbolic link can lead elsewhere; real containment is decided on real paths.
 */

/**
 * The shortest spelling of a path: `.` and empty segments are gone, `..` is resolved. Leading `..` of a relative path
 * stay, those of an absolute path lead nowhere. The empty path is `.`.
 *
 * @example
 * normalizePath("./skills//billing/../pdf/"); // "skills/pdf"
 */
export function normalizePath(path: string): string {
  const { root, segments } = splitPath(path);
  return root + segments.join("/") || ".";
}

/**
 * Joins parts into one normalised path. As in Node, only the first part that is not empty can make it absolute: a
 * slash at the start of a later part counts as a separator.
 */
export function joinPath(...parts: readonly string[]): string {
  return normalizePath(parts.filter((part) => part !== "").join("/"));
}

/** The directory above: `..` for `.`, and `/` for itself. */
export function parentPath(path: string): string {
  return joinPath(path, "..");
}

/** The last segment; `.` for the base directory, empty for `/`. */
export function baseName(path: string): string {
  const { root, segments } = splitPath(path);
  return segments.at(-1) ?? (root === "" ? "." : "");
}

/**
 * The way from one directory to another, both absolute or both relative to the same base. Undefined when no text can
 * say it: one is absolute and the other is not, they are on different drives, or the way leads through the base
 * directory's own name, which is unknown (`../vendor` to `skills`).
 *
 * @example
 * relativePath("generated/skills", "skills/pdf"); // "../../skills/pdf"
 */
export function relativePath(from: string, to: string): string | undefined {
  if (isAbsolute(from) !== isAbsolute(to) || driveOf(from) !== driveOf(to)) return undefined;
  const start = splitPath(from).segments;
  const goal = splitPath(to).segments;
  let common = 0;
  while (common < start.length && start[common] === goal[common]) common++;
  const back = start.slice(common);
  if (back.includes("..")) return undefined;
  return joinPath(...back.map(() => ".."), ...goal.slice(common));
}

/**
 * Whether `child` is `parent` or below it, segment by segment: `skills-extra` is not inside `skills`. False when the
 * text does not tell (one absolute, one relative; `.` inside `../here`), so that a refusal is the safe side.
 */
export function isInside(parent: string, child: string): boolean {
  if (isAbsolute(parent) !== isAbsolute(child)) return false;
  const outer = splitPath(parent).segments;
  const inner = splitPath(child).segments;
  // Directories above the base contain the base and whatever does not climb higher than they do.
  if (outer.every((segment) => segment === "..")) return climb(inner) <= outer.length;
  return outer.length <= inner.length && outer.every((segment, at) => segment === inner[at]);
}

/** True for POSIX paths from the root, and for Windows paths with a drive or a server, whatever the machine. */
export function isAbsolute(path: string): boolean {
  return /^(?:\/|\\\\|[A-Za-z]:[\\/])/.test(path);
}

/** A Windows path with slashes. On other systems a backslash is part of a name: do not call it there. */
export function toPosix(osPath: string): string {
  return osPath.replaceAll("\\", "/");
}

function splitPath(path: string): { readonly root: "/" | ""; readonly segments: readonly string[] } {
  const root = path.startsWith("/") ? "/" : "";
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else if (root === "") segments.push("..");
  }
  return { root, segments };
}

function climb(segments: readonly string[]): number {
  const first = segments.findIndex((segment) => segment !== "..");
  return first === -1 ? segments.length : first;
}

function driveOf(path: string): string {
  return /^[A-Za-z]:(?=[\\/])/.exec(path)?.[0] ?? "";
}
