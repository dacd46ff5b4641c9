/**
 * The ignore files of a git repository, read as git reads them: `.git/info/exclude`, and `.gitignore` from the root of
 * the repository down. No git process runs, because that may run programs that the repository names; and the ignore file of the user
 * does not count, because a check must not depend on the machine.
 */
import { isFailure, type Host } from "../model/host.ts";
import { baseName, compileFilter, isAbsolute, joinPath, parentPath } from "../paths/index.ts";

/** A walk does not enter ignored directories, so it never asks about their entries. */
interface GitIgnore {
  /** By real path. */
  read(dir: string): void;
  /** Returns a rule such as `.gitignore:7`; undefined if none ignores the entry. `dir` is a real path. */
  ruleFor(dir: string, name: string, isDirectory: boolean): string | undefined;
}

interface IgnoreRule {
  /** For messages. */
  readonly name: string;
  readonly isNegated: boolean;
  readonly directoriesOnly: boolean;
  /** Takes the path from the directory of the ignore file, and its last segment. */
  readonly matches: (path: string, name: string) => boolean;
}

interface IgnoreLevel {
  readonly dir: string;
  readonly rules: readonly IgnoreRule[];
}

/** No person writes a longer ignore file. */
const MOST_BYTES = 1_000_000;

/** Reads the ignore files that apply at a directory, given by its real path; `read` adds those below. */
export function createGitIgnore(realDir: string, host: Host): GitIgnore {
  // Real paths, from the root of the repository down: a later level decides before an earlier one.
  const levels = new Map<string, readonly IgnoreLevel[]>();
  const readLevel = (dir: string, file: string, name: string): readonly IgnoreLevel[] => {
    const rules = parseGitIgnore(textOf(file, host), name);
    return rules.length === 0 ? [] : [{ dir, rules }];
  };
  let last: { readonly dir: string; readonly levels: readonly IgnoreLevel[] } | undefined;
  const levelsAt = (dir: string): readonly IgnoreLevel[] => {
    // Entries of one directory come one after the other.
    if (last?.dir !== dir) last = { dir, levels: findLevels(dir) };
    return last.levels;
  };
  const findLevels = (dir: string): readonly IgnoreLevel[] => {
    if (levels.size === 0) return [];
    for (let above = dir; ;) {
      const known = levels.get(above);
      if (known !== undefined) return known;
      const next = parentPath(above);
      if (next === above) return [];
      above = next;
    }
  };
  const root = repositoryRoot(realDir, host);
  const shown = (dir: string): string =>
    dir === root ? ".gitignore" : `${dir.slice((root ?? dir).length + 1)}/.gitignore`;
  const self: GitIgnore = {
    read(dir) {
      levels.set(dir, [...findLevels(dir), ...readLevel(dir, joinPath(dir, ".gitignore"), shown(dir))]);
      last = undefined;
    },
    ruleFor(parent, name, isDirectory) {
      const all = levelsAt(parent);
      if (all.length === 0) return undefined;
      const path = `${parent === "/" ? "" : parent}/${name}`;
      for (let at = all.length - 1; at >= 0; at--) {
        const { dir, rules } = all[at] as IgnoreLevel;
        const rule = lastMatch(rules, path.slice(dir === "/" ? 1 : dir.length + 1), isDirectory);
        if (rule !== undefined) return rule.isNegated ? undefined : rule.name;
      }
      return undefined;
    },
  };
  if (root === undefined) return self;
  levels.set(root, readLevel(root, excludeFile(root, host), ".git/info/exclude"));
  self.read(root);
  const below = realDir === root ? "" : realDir.slice(root === "/" ? 1 : root.length + 1);
  let dir = root;
  for (const segment of below === "" ? [] : below.split("/")) {
    dir = joinPath(dir, segment);
    // What was asked for by name is read although it is ignored; the rules that ignore it say nothing about its parts.
    if (self.ruleFor(parentPath(dir), segment, true) !== undefined) levels.clear();
    self.read(dir);
  }
  return self;
}

/** Innermost; both paths are real. */
function repositoryRoot(realDir: string, host: Host): string | undefined {
  for (let dir = realDir; ; dir = parentPath(dir)) {
    if (!isFailure(host.entryStatus(joinPath(dir, ".git")))) return dir;
    if (dir === parentPath(dir) || parentPath(dir) === ".") return undefined;
  }
}

/** A worktree and a submodule have a file `.git` that names their directory, and share the file of the repository. */
function excludeFile(root: string, host: Host): string {
  const git = joinPath(root, ".git");
  const status = host.status(git);
  if (isFailure(status) || status.kind !== "file") return joinPath(git, "info/exclude");
  const named = /^gitdir: (.+)$/m.exec(textOf(git, host))?.[1]?.trim() ?? "";
  const own = isAbsolute(named) ? named : joinPath(root, named);
  const common = textOf(joinPath(own, "commondir"), host).trim();
  return joinPath(isAbsolute(common) ? common : joinPath(own, common), "info/exclude");
}

/** Empty if it cannot be read; like git, follows no links to ignore files. */
function textOf(file: string, host: Host): string {
  const status = host.entryStatus(file);
  if (isFailure(status) || status.kind !== "file" || status.size > MOST_BYTES) return "";
  const bytes = host.readFile(file);
  return isFailure(bytes) ? "" : new TextDecoder().decode(bytes);
}

function lastMatch(rules: readonly IgnoreRule[], path: string, isDirectory: boolean): IgnoreRule | undefined {
  const name = baseName(path);
  for (let at = rules.length - 1; at >= 0; at--) {
    const rule = rules[at] as IgnoreRule;
    if ((isDirectory || !rule.directoriesOnly) && rule.matches(path, name)) return rule;
  }
  return undefined;
}

/** In order; `name` is for messages. */
function parseGitIgnore(text: string, name: string): readonly IgnoreRule[] {
  return text.split("\n").flatMap((line, index) => parseLine(line.replace(/\r$/, ""), `${name}:${index + 1}`) ?? []);
}

function parseLine(line: string, name: string): IgnoreRule | undefined {
  if (line.startsWith("#")) return undefined;
  const isNegated = line.startsWith("!");
  let pattern = withoutTrailingSpaces(isNegated ? line.slice(1) : line);
  const directoriesOnly = pattern.endsWith("/");
  if (directoriesOnly) pattern = pattern.slice(0, -1);
  if (pattern === "") return undefined;
  const isAnchored = pattern.includes("/");
  if (pattern.startsWith("/")) pattern = pattern.slice(1);
  return { name, isNegated, directoriesOnly, matches: isAnchored ? matchPath(pattern) : matchName(pattern) };
}

/** A space at the end counts only after a backslash. */
function withoutTrailingSpaces(pattern: string): string {
  let end = pattern.length;
  while (end > 0 && pattern[end - 1] === " " && pattern[end - 2] !== "\\") end--;
  return pattern.slice(0, end);
}

function matchName(pattern: string): IgnoreRule["matches"] {
  const literal = literalOf(pattern);
  if (literal !== undefined) return (_path, name) => name === literal;
  const filter = compileFilter(toFilter(pattern));
  return (_path, name) => filter.matches(name);
}

function matchPath(pattern: string): IgnoreRule["matches"] {
  const literal = literalOf(pattern);
  if (literal !== undefined) return (path) => path === literal;
  // `a/**` is everything in `a`, and not `a` itself.
  const filter = compileFilter(toFilter(pattern).replace(/(^|\/)\*\*$/, "$1**/*"));
  return (path) => filter.matches(path);
}

/** Undefined if the pattern has wildcards or is malformed. */
function literalOf(pattern: string): string | undefined {
  return /[*?[]|\\$/.test(pattern) ? undefined : pattern.replaceAll(/\\(.)/gu, "$1");
}

/** Escapes what has a meaning only in our own patterns: braces, commas and spaces, outside `[…]`, where they have none. */
function toFilter(pattern: string): string {
  return pattern.replaceAll(/\\[\s\S]|\[[!^]?\]?(?:\\[\s\S]|[^\\\]])*(?:\]|\\?$)|[{},\s]/g, (part) =>
    part.length === 1 ? `\\${part}` : part,
  );
}
