import { realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import { createGit, type Git } from "./environment.ts";
import { toPosixPath } from "./node-host.ts";

/** Starts no other process. */
const quietDiff: readonly string[] = ["--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"];

/**
 * Returns the files that differ from a git ref, including untracked and deleted ones, as POSIX paths relative to a
 * directory.
 */
export function changedSince(ref: string, cwd: string): readonly string[] | GitFault {
  const git = createGit(cwd);
  const run = git.text;
  try {
    // "--" and this check keep a ref such as "--output=x" from being read as an option.
    if (ref.startsWith("-")) return { fault: `"${ref}" is not a ref`, isShallow: false };
    const top = run(["rev-parse", "--show-toplevel"]).trim();
    const changed = run(["diff", ...quietDiff, "--name-only", "-z", "--no-renames", ref, "--"]);
    const untracked = run(["ls-files", "--others", "--exclude-standard", "-z", "--full-name", top]);
    // Git prints real paths; the directory may be reached through a link.
    const here = realpathSync(cwd);
    return [...changed.split("\0"), ...untracked.split("\0")]
      .filter((path) => path !== "")
      .map((path) => toPosixPath(relative(here, resolve(top, path))));
  } catch (error) {
    return gitFaultOf(error, git);
  }
}

export interface GitFault {
  readonly fault: string;
  /** Whether the clone lacks a part of its history. */
  readonly isShallow: boolean;
}

export function gitFaultOf(error: unknown, git: Git): GitFault {
  const stderr = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
  return { fault: stderr.split("\n")[0] ?? "git failed", isShallow: isShallow(git) };
}

function isShallow(git: Git): boolean {
  try {
    return git.text(["rev-parse", "--is-shallow-repository"]).trim() === "true";
  } catch {
    return false;
  }
}
