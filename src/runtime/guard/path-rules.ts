/** Matches the paths of calls. The working directory, symbolic links and the case sensitivity of the disk are unknown. */
import { compileFilter } from "../select/filter.ts";

/** Absolute, in a home directory, on a drive, or a URL. */
const ROOTED = /^(?:[\\/~]|\w+:)/;

/** Longer paths cannot be judged: they would take too long. */
const MAX_LENGTH = 10_000;

/** Returns whether a pattern cannot be judged: malformed, or with `..`. */
function isBrokenPath(pattern: string): boolean {
  return compileFilter(pattern).error !== undefined || /(?:^|[\\/,{])\s*\.\.(?:[\\/,}\s]|$)/.test(pattern);
}

/** Returns whether a pattern allows a path without `..` and backslashes; both must be absolute, or both relative. */
export function allowsPath(pattern: string, path: string): boolean {
  if (isBrokenPath(pattern) || /[\\\p{Cc}]/u.test(path) || path.split("/").includes("..")) return false;
  const segments = path.split("/").filter((segment, at) => segment !== "." && (segment !== "" || at === 0));
  const tidy = segments.join("/");
  return ROOTED.test(path) === ROOTED.test(pattern) && compileFilter(pattern).matches(tidy);
}

/** Returns whether patterns allow a glob: each path that its braces make. Classes and extended globs are not judged. */
export function allowsGlob(patterns: readonly string[], glob: string): boolean {
  // Each comma at most doubles their number.
  if (/\.\.|[[\]()\\]|^!|(?:^|\/)\.[*?]/.test(glob) || glob.split(",").length > 12) return false;
  const [whole, choices = ""] = /\{([^{}]*)\}/.exec(glob) ?? [];
  if (whole === undefined) return patterns.some((pattern) => allowsPath(pattern, glob));
  return choices.split(",").every((choice) =>
    allowsGlob(
      patterns,
      glob.replace(whole, () => choice),
    ),
  );
}

/**
 * Returns whether a pattern forbids a path. An absolute path, or one that begins with `..`, is forbidden if any end of it
 * matches; a `tree` also if the pattern matches something below it.
 */
export function forbidsPath(pattern: string, path: string, isTree: boolean): boolean {
  if (path.length > MAX_LENGTH || isBrokenPath(pattern) || /^\s*\w{2,}:|~\d|\p{Cc}/u.test(path)) return true;
  // On Windows, a backslash in a pattern may be no escape.
  if (pattern.includes("\\") && forbidsPath(pattern.replaceAll("\\", "/"), path, isTree)) return true;
  const folded = fold(pattern).replace(/^(?:~[^/]*|\w:)\//, "");
  const filter = compileFilter(folded);
  const resolved = resolve(fold(path));
  if (resolved === undefined) return true;
  const { segments, open } = resolved;
  const isOpen = open || ROOTED.test(path.trim());
  const whole = segments.join("/");
  const ends = isOpen ? segments.map((_, at) => segments.slice(at).join("/")) : [whole];
  if (ends.some((end) => end !== "" && (filter.matches(end) || filter.matches(`/${end}`)))) return true;
  const [literal = ""] = folded.replace(/^[./~\s]+/, "").split(/[*?[{\\,]/);
  // A relative path may be the end of what an absolute pattern names.
  if (ROOTED.test(pattern) && !isOpen && endsOf(folded).some((end) => compileFilter(end).matches(whole))) return true;
  if (!isTree) return false;
  return isOpen || literal === "" || /[*?[{(]/.test(path) || `${literal}/`.startsWith(whole && `${whole}/`);
}

/** The ends of an absolute pattern that begin with a literal segment. */
function endsOf(pattern: string): readonly string[] {
  const segments = pattern.split("/").filter((segment) => segment !== "");
  return segments.flatMap((segment, at) => (/[*?[{},\\]/.test(segment) ? [] : segments.slice(at).join("/")));
}

/** Removes differences that some file systems ignore: case, composition and invisible characters. */
function fold(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .toUpperCase()
    .toLowerCase();
}

/** Resolves dot segments; `open` if the path leaves its starting directory, undefined if that is unclear. Windows ignores final dots, spaces and `:stream`. */
function resolve(path: string): { readonly segments: readonly string[]; readonly open: boolean } | undefined {
  const segments: string[] = [];
  let open = false;
  for (const part of path
    .trim()
    .replace(/^\w:/, "/")
    .split(/[\\/]+/)) {
    if (part === "..") {
      if (segments.pop() === undefined) open = true;
      continue;
    }
    const name = (part.split(":", 1)[0] as string).trimStart().replace(/(?<![.\s])[.\s]+$/, "");
    // A name of spaces and dots is a directory for some systems, and nothing for others.
    if (name !== "") segments.push(name);
    else if (!/^\.?$/.test(part)) return undefined;
  }
  return { segments, open };
}
