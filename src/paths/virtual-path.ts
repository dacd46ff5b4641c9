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

const NOT_NORMAL = /^$|\/\/|.\/$|(?:^|\/)\.{1,2}(?:\/|$)/;

/** Nearly every path is relative, normal and not above its base. */
export function isPlainPath(path: string): boolean {
  return !path.startsWith("/") && !NOT_NORMAL.test(path);
}

/**
 * As in Node, only the first part that is not empty can make the path absolute: a slash at the start of a later part is
 * a separator.
 */
export function joinPath(...parts: readonly string[]): string {
  let joined = "";
  // Two slashes at the start would make it a Windows server.
  for (const part of parts)
    if (part !== "")
      joined = joined === "" ? part : joined === "/" ? joined + part.replace(/^\/+/, "") : `${joined}/${part}`;
  return normalizePath(joined);
}

/** `..` for `.`; a root, such as `/`, `C:/` or `//server/share/`, is its own parent. */
export function parentPath(path: string): string {
  const end = path.lastIndexOf("/");
  // Most paths are normal, and not at the top.
  return end > 0 && path[end - 1] !== ":" && !NOT_NORMAL.test(path) ? path.slice(0, end) : joinPath(path, "..");
}

/** `.` for the base directory, "" for `/`. */
export function baseName(path: string): string {
  const { root, segments } = splitPath(path);
  return segments.at(-1) ?? (root === "" ? "." : "");
}

/**
 * Both paths must be absolute, or relative to the same base. Undefined if no path leads from one to the other: only one
 * is absolute, they are on different drives, or the path would contain the unknown name of the base directory
 * (`../vendor` to `skills`).
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
 * Requires two absolute, normal paths: it compares characters and splits nothing, so that long lists stay cheap.
 *
 * @example
 * isAtOrBelow("/app/skills/pdf/SKILL.md", "/app/skills"); // true
 */
export function isAtOrBelow(path: string, dir: string): boolean {
  return path === dir || path.startsWith(dir.endsWith("/") ? dir : `${dir}/`);
}

/**
 * Compares segments: `skills-extra` is not inside `skills`. Returns false, the safe answer, if the strings do not
 * decide (one absolute, one relative; `.` inside `../here`).
 */
export function isInside(parent: string, child: string): boolean {
  if (isAbsolute(parent) !== isAbsolute(child)) return false;
  const { root, segments: outer } = splitPath(parent);
  const { root: other, segments: inner } = splitPath(child);
  if (root !== other) return false;
  // A directory above the base contains every path that goes no higher than it.
  if (outer.every((segment) => segment === "..")) return climb(inner) <= outer.length;
  return outer.length <= inner.length && outer.every((segment, at) => segment === inner[at]);
}

/** On any machine: at the POSIX root, or with a Windows drive or server. */
export function isAbsolute(path: string): boolean {
  return /^(?:\/|\\\\|[A-Za-z]:[\\/])/.test(path);
}

/** On other systems a backslash is part of a name: do not call it there. */
export function toPosix(osPath: string): string {
  return osPath.replaceAll("\\", "/");
}

/** Of POSIX, of a Windows drive, or of a share of a server. */
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

/** Encodes a character only if it has a meaning in the target of a link: a space is %20. */
export function percentEncode(character: string): string {
  return `%${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(2, "0")}`;
}
