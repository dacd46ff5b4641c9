/** Repositories of this machine that stand in for a host: `https://github.com/<owner>/<repo>` leads to them. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Files of a commit: text, bytes, the target of a link, or undefined to delete one. */
export type SourceFiles = Readonly<Record<string, string | Uint8Array | { readonly symlink: string } | undefined>>;

export interface GitSource {
  /** Directory of the bare repository. */
  readonly dir: string;
  /** Commits to a branch (default `main`), perhaps with tags; returns the commit id. */
  commit(files: SourceFiles, more?: { readonly branch?: string; readonly tags?: readonly string[] }): string;
  /** Runs git in the work tree. */
  git(...args: string[]): string;
}

export interface GitHost {
  /** Creates `https://github.com/<name>`, such as `acme/skills`. */
  repository(name: string): GitSource;
  /** A directory that is removed with the host. */
  directory(name: string): string;
  /** Copies a project into a new directory of the host. */
  readonly copyOf: (project: string) => string;
  /** Variables for processes that should use the host. */
  readonly environment: Readonly<Record<string, string>>;
  /** Root of all directories. */
  readonly root: string;
  remove(): void;
}

const IDENTITY = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgSign=false"];

/** Creates a host, and makes git of this process use it. */
export function createGitHost(): GitHost {
  const root = mkdtempSync(join(tmpdir(), "skillc-git-"));
  const remotes = join(root, "remotes");
  mkdirSync(remotes);
  const config = join(root, "gitconfig");
  writeFileSync(config, `[url "file://${remotes}/"]\n\tinsteadOf = https://github.com/\n`);
  const environment = { GIT_CONFIG_GLOBAL: config, HOME: join(root, "home"), XDG_CACHE_HOME: join(root, "cache") };
  const directory = (name: string): string => {
    const dir = join(root, name);
    mkdirSync(dir, { recursive: true });
    return dir;
  };
  directory("home");
  let copies = 0;
  process.env["GIT_CONFIG_GLOBAL"] = config;
  return {
    root,
    environment,
    directory,
    copyOf(project) {
      const dir = join(root, `copy-${++copies}`);
      cpSync(project, dir, { recursive: true });
      return dir;
    },
    repository: (name) => createSource(join(remotes, name), join(root, "work", name)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function createSource(dir: string, work: string): GitSource {
  const git = (...args: string[]): string =>
    execFileSync("git", [...IDENTITY, ...args], {
      cwd: work,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  mkdirSync(dirname(dir), { recursive: true });
  mkdirSync(work, { recursive: true });
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", dir]);
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", work]);
  git("remote", "add", "origin", dir);
  return {
    dir,
    git,
    commit(files, { branch = "main", tags = [] } = {}) {
      git("checkout", "--quiet", "-B", branch);
      for (const [path, content] of Object.entries(files)) put(join(work, path), content);
      git("add", "--all", "--force");
      git("commit", "--quiet", "--allow-empty", "--message", "change");
      for (const tag of tags) git("tag", "--force", tag);
      git("push", "--quiet", "--force", "origin", `refs/heads/${branch}`, ...tags.map((tag) => `refs/tags/${tag}`));
      return git("rev-parse", "HEAD");
    },
  };
}

function put(path: string, content: SourceFiles[string]): void {
  rmSync(path, { recursive: true, force: true });
  if (content === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(path, content);
  else symlinkSync(content.symlink, path);
}

/** A SKILL.md. */
export function skillDocument(name: string, body = "Steps.\n", more = ""): string {
  return `---\nname: ${name}\ndescription: Does ${name}. Use for ${name}.\n${more}---\n\n${body}`;
}
