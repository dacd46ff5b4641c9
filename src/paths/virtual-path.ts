/**
 * Paths as strings: POSIX, absolute or relative to an unnamed base directory. Nothing here reads a disk, so a symbolic
 * link can point elsewhere; only real paths decide containment on disk.
 */

/**
 * Returns the shortest form of a path: without `.` and empty segments, with `..` resolved. Leading `..` segments of a
 * relative path stay, those of an absolute path are dropped. The empty path becomes `.`.
 *
 * @example
 * normalizePath("./skills//billing/../pdf/"); // "skills/pdf"
 */
export function normalizePath(path: string): string {
  if (!NOT_NORMAL.test(path)) return path;
  const { root, segments } = splitPath(path);
  return root + segments.join("/") || ".";
}

/** An empty segment, `.` or `..`. */
const NOT_NORMAL = /^$|\/\/|.\/$|(?:^|\/)\.{1,2}(?:\/|$)/;

/** Returns whether a path is relative, normal and not above its base, as nearly every path is. */
export function isPlainPath(path: string): boolean {
  return !path.startsWith("/") && !NOT_NORMAL.test(path);
}

/**
 * Joins parts into one normalized path. As in Node, only the first part that is not empty can make it absolute: a
 * slash at the start of a later part counts as a separator.
 */
export function joinPath(...parts: readonly string[]): string {
  let joined = "";
  // Two slashes at the start would make it a Windows server.
  for (const part of parts)
    if (part !== "")
      joined = joined === "" ? part : joined === "/" ? joined + part.replace(/^\/+/, "") : `${joined}/${part}`;
  return normalizePath(joined);
}

/** Returns the parent directory: `..` for `.`; a root, such as `/`, `C:/` or `//server/share/`, is its own. */
export function parentPath(path: string): string {
  const end = path.lastIndexOf("/");
  // Most paths are normal, and not at the top.
  return end > 0 && path[end - 1] !== ":" && !NOT_NORMAL.test(path) ? path.slice(0, end) : joinPath(path, "..");
}

/** Returns the last segment; `.` for the base directory, empty for `/`. */
export function baseName(path: string): string {
  const { root, segments } = splitPath(path);
  return segments.at(-1) ?? (root === "" ? "." : "");
}

/**
 * Returns the path from one directory to another, both absolute or both relative to the same base. Undefined if no such
 * path exists: only one is absolute, they are on different drives, or the path would contain the name of the base
 * directory, which is unknown (`../vendor` to `skills`).
 *
 * @example
 * relativePath("generated/skills", "skills/pdf"); // "../../skills/pdf"
 */
export function relativePath(from: string, to: string): string | undefined {
  const { root, segments: start } = splitPath(from);
  const { root: other, segments: goal } = splitPath(to);
  if (isAbsolute(from) !== isAbsolute(to) || root !== other) return undefined;
  let common = 0;
  while (common < start.length && start[common] === goal[common]) common++;
  const back = start.slice(common);
  if (back.includes("..")) return undefined;
  return joinPath(...back.map(() => ".."), ...goal.slice(common));
}

/**
 * Reports whether a path is a directory or below it, for two absolute paths that are normal already: it compares
 * characters and splits nothing, so that long lists stay cheap.
 *
 * @example
 * isAtOrBelow("/app/skills/pdf/SKILL.md", "/app/skills"); // true
 */
export function isAtOrBelow(path: string, dir: string): boolean {
  return path === dir || path.startsWith(dir.endsWith("/") ? dir : `${dir}/`);
}

/**
 * Reports whether `child` is `parent` or below it, segment by segment: `skills-extra` is not inside `skills`. False if
 * the strings do not decide it (one absolute, one relative; `.` inside `../here`), which is the safe answer.
 */
export function isInside(parent: string, child: string): boolean {
  if (isAbsolute(parent) !== isAbsolute(child)) return false;
  const { root, segments: outer } = splitPath(parent);
  const { root: other, segments: inner } = splitPath(child);
  if (root !== other) return false;
  // A directory above the base contains the base and every path that goes no higher than it does.
  if (outer.every((segment) => segment === "..")) return climb(inner) <= outer.length;
  return outer.length <= inner.length && outer.every((segment, at) => segment === inner[at]);
}

/** Reports whether a path starts at the POSIX root, or with a Windows drive or server, on any machine. */
export function isAbsolute(path: string): boolean {
  return /^(?:\/|\\\\|[A-Za-z]:[\\/])/.test(path);
}

/** Returns a Windows path with slashes. On other systems a backslash is part of a name: do not call it there. */
export function toPosix(osPath: string): string {
  return osPath.replaceAll("\\", "/");
}

/** The root of a path: of POSIX, of a Windows drive, or of a share of a server. */
const ROOT = /^(?:\/\/(?!\.\.?\/)[^/]+\/(?!\.\.?(?:\/|$))[^/]+(?:\/|$)|[A-Za-z]:\/|\/)/;

function splitPath(path: string): { readonly root: string; readonly segments: readonly string[] } {
  const [root = ""] = ROOT.exec(path) ?? [];
  const segments: string[] = [];
  for (const segment of path.slice(root.length).split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.length > 0 && segments.at(-1) !== "..") segments.pop();
    else if (root === "") segments.push("..");
  }
  return { root: root === "" || root.endsWith("/") ? root : `${root}/`, segments };
}

function climb(segments: readonly string[]): number {
  const first = segments.findIndex((segment) => segment !== "..");
  return first === -1 ? segments.length : first;
}

/** Returns a character as a target of a link has it if it has a meaning there: a space is %20. */
export function percentEncode(character: string): string {
  return `%${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(2, "0")}`;
}
