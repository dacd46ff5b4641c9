/**
 * Searching for skills where no config says where they are: what git ignores and what is not part of the project is
 * left out, and counted. A build never searches: its bytes must not depend on ignore files.
 */
import { isFailure, type DirectoryEntry, type Host } from "../model/host.ts";
import type { SearchedPlace } from "../model/searched.ts";
import { baseName, joinPath } from "../paths/index.ts";
import { createGitIgnore } from "./git-ignore.ts";
import { findPrunedSkills } from "./pruned.ts";
import { isVersionControl } from "./never-shipped.ts";

export interface SearchNotes {
  /** Number of skills in each directory of test data, by host path. */
  readonly testData: Map<string, number>;
  readonly ignored: (SearchedPlace & { readonly by: string })[];
  readonly pruned: Map<string, number>;
  /** Links to skills that were found. */
  readonly mirrors: string[];
}

export interface ProjectSearch {
  readonly notes: SearchNotes;
  /** Undefined if the directory is not part of the project. */
  select(dir: SearchedDirectory, entries: readonly DirectoryEntry[]): Selection | undefined;
  isTestData(name: string): boolean;
  noteTestData(dir: string): void;
  /** A directory that is not entered because of its name; "" for an output. */
  prune(name: string): void;
}

interface SearchedDirectory {
  /** "" for the source itself. */
  readonly relative: string;
  readonly realDir: string;
  readonly isOwned: boolean;
}

interface Selection {
  readonly entries: readonly DirectoryEntry[];
  readonly ignored: readonly { readonly entry: DirectoryEntry; readonly by: string }[];
}

/** Half of the skills in such directories are broken by intent; `examples`, `templates` and `tests` hold real ones. */
const TEST_DATA: ReadonlySet<string> = new Set(["fixtures", "__fixtures__", "testdata", "test-fixtures"]);
const INSTALLED: ReadonlySet<string> = new Set([".skillc", ".promptkit"]);

/** `.claude` in `.claude/skills`; git ignores such directories on purpose, so people look for their skills. */
const CLIENT_DIRECTORY = /^\.[a-z][a-z0-9-]*$/;

/** `root` is the host path, `realRoot` the real path of the source. */
export function createProjectSearch(root: string, realRoot: string, host: Host): ProjectSearch {
  const git = createGitIgnore(realRoot, host);
  const notes: SearchNotes = { testData: new Map(), ignored: [], pruned: new Map(), mirrors: [] };
  const count = (kind: string): void => void notes.pruned.set(kind, (notes.pruned.get(kind) ?? 0) + 1);
  const noteIgnored = (relative: string, by: string): void => {
    const name = baseName(relative);
    // `.claude/skills`, `.tabnine/agent/skills`.
    if (
      !relative
        .split("/")
        .slice(-3)
        .some((segment) => CLIENT_DIRECTORY.test(segment))
    )
      return;
    const dir = joinPath(root, relative);
    const skills = findPrunedSkills(dir, name, host).length;
    if (skills > 0) notes.ignored.push({ dir, skills, by });
  };
  return {
    notes,
    isTestData,
    noteTestData(relative) {
      const dir = joinPath(root, relative);
      notes.testData.set(dir, (notes.testData.get(dir) ?? 0) + 1);
    },
    prune(name) {
      // Every repository has one of its own.
      if (!isVersionControl(name)) count(name === "" ? "outputs" : INSTALLED.has(name) ? "installed skills" : name);
    },
    select({ relative, realDir, isOwned }, entries) {
      const has = (name: string): boolean => entries.some((entry) => entry.name === name);
      const foreign = relative === "" ? undefined : foreignKind(realDir, has, host);
      if (foreign !== undefined) {
        count(foreign);
        return undefined;
      }
      if (relative !== "" && has(".gitignore")) git.read(realDir);
      const isSkill = isOwned || entries.some(({ name }) => /^skill\.md$/i.test(name));
      const ignored: { entry: DirectoryEntry; by: string }[] = [];
      const kept = entries.filter((entry) => {
        const isDirectory = entry.kind === "directory";
        // Most files belong to no skill, so they are not looked up.
        if (!isDirectory && !isSkill) return true;
        const by = git.ruleFor(realDir, entry.name, isDirectory);
        if (by === undefined) return true;
        ignored.push({ entry, by });
        if (isDirectory) noteIgnored(relative === "" ? entry.name : `${relative}/${entry.name}`, by);
        return false;
      });
      return { entries: kept, ignored };
    },
  };
}

export function isTestData(name: string): boolean {
  return TEST_DATA.has(name.toLowerCase());
}

/** Undefined for a part of the project. */
function foreignKind(dir: string, has: (name: string) => boolean, host: Host): string | undefined {
  if (has(".git") && isRepository(dir, host)) return "nested repositories";
  return has("pyvenv.cfg") ? "virtual environments" : undefined;
}

/** A submodule and a worktree have a file `.git`. */
function isRepository(dir: string, host: Host): boolean {
  const status = host.entryStatus(joinPath(dir, ".git"));
  return !isFailure(status) && (status.kind === "file" || !isFailure(host.entryStatus(joinPath(dir, ".git/HEAD"))));
}

/** Installed skills are not part of the project. */
export function isInstalled(name: string): boolean {
  return INSTALLED.has(name);
}
