/**
 * Fetches one commit without a checkout: the objects go into our own empty bare repository, and are read from there. So
 * nothing of the repository runs (hooks, filters, submodules, LFS), and the bytes are those of the commit.
 */
import { rmSync } from "node:fs";
import { fetchEnvironment } from "../host/environment.ts";
import { attempt } from "../host/node-host.ts";
import { runGit, type GitResult, type GitRun } from "./run-git.ts";

export interface TreeEntry {
  /** Undefined for a name that is not UTF-8. */
  readonly path: string | undefined;
  readonly kind: "file" | "symlink" | "submodule";
  /** In bytes; 0 for a submodule. */
  readonly size: number;
  readonly id: string;
  /** As git writes it, such as `100755`. */
  readonly mode: string;
}

export interface GitFailure {
  readonly gitFailure: "missing" | "unreachable" | "timeout" | "size" | "no-commit" | "broken";
  readonly detail: string;
}

export interface FetchLimits {
  /** Bytes that a server may send. */
  readonly downloadBytes: number;
  /** Milliseconds that a server may stay silent. */
  readonly idleMs: number;
  readonly totalMs: number;
}

interface GitRepositoryOptions {
  /** It must not exist. */
  readonly dir: string;
  readonly url: string;
  /** Also allows local repositories. */
  readonly allowFile: boolean;
  readonly limits: FetchLimits;
}

export interface GitRepository {
  /** Returns the object ids of existing refs (`HEAD`, `refs/tags/v1`), with tags those of all tags too. */
  listRefs(
    names: readonly string[],
    options?: { readonly withTags?: boolean },
  ): Promise<ReadonlyMap<string, string> | GitFailure>;
  /** Takes a full ref name or a commit id. */
  fetchCommit(source: string): Promise<string | GitFailure>;
  /** Also true if the ref is the commit; fetches only commits, if the remote can. */
  contains(name: string, commit: string): Promise<boolean | GitFailure>;
  /** Undefined if the path is not a directory in the commit. */
  treeAt(commit: string, path: string | undefined): Promise<string | undefined>;
  listTree(tree: string): Promise<readonly TreeEntry[] | GitFailure>;
  /** By id. */
  readBlobs(entries: readonly TreeEntry[]): Promise<ReadonlyMap<string, Uint8Array> | GitFailure>;
  dispose(): void;
}

const FETCHED = "refs/skillc/fetched";
const TAGS = "refs/tags/*";
const HISTORY = "refs/skillc/history";
const MAX_LISTING = 64 * 1024 * 1024;
/** Of the header of an object in the output of `cat-file --batch`. */
const HEADER_BYTES = 100;

export function isGitFailure(result: unknown): result is GitFailure {
  return typeof result === "object" && result !== null && "gitFailure" in result;
}

/** The first request creates the local repository. */
export function openGitRepository(options: GitRepositoryOptions): GitRepository {
  const { dir, url, allowFile, limits } = options;
  const env = fetchEnvironment(["https", "ssh", ...(allowFile ? ["file"] : [])], limits.idleMs / 1000);
  let created: Promise<GitResult> | undefined;
  const run = async (args: readonly string[], more: Partial<GitRun> = {}): Promise<GitResult> => {
    const init = ["init", "--quiet", "--bare", "--template=", "--", dir];
    created ??= runGit({ args: init, cwd: process.cwd(), env, timeoutMs: limits.totalMs, maxOutputBytes: 4096 });
    const ready = await created;
    if (!ready.ok) return ready;
    const where = ["--git-dir", dir, ...args];
    return runGit({ args: where, cwd: dir, env, timeoutMs: limits.totalMs, maxOutputBytes: MAX_LISTING, ...more });
  };
  const fetch = (refspecs: readonly string[], depth: readonly string[]): Promise<GitResult> =>
    run(["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", ...depth, "--", url, ...refspecs], {
      maxStoredBytes: limits.downloadBytes,
    });
  return {
    async listRefs(names, { withTags = false } = {}) {
      const result = await run(["ls-remote", "--", url, ...patternsOf(names), ...(withTags ? [TAGS] : [])]);
      return result.ok ? parseRefs(result.stdout, new Set(names), withTags) : failureOf(result);
    },
    async fetchCommit(source) {
      let result = await fetch([`+${source}:${FETCHED}`], ["--depth", "1"]);
      const isId = /^[0-9a-f]{40,64}$/.test(source);
      // Some servers send only what a branch or tag reaches.
      if (!result.ok && isId && /not our ref|unadvertised object|not advertised/i.test(result.detail)) {
        result = await fetch(["+refs/heads/*:refs/skillc/heads/*", "+refs/tags/*:refs/skillc/tags/*"], []);
        if (result.ok && !(await run(["cat-file", "-e", `${source}^{commit}`])).ok)
          return { gitFailure: "no-commit", detail: source };
      }
      if (!result.ok) return failureOf(result);
      const parsed = await run(["rev-parse", "--verify", "--quiet", `${isId ? source : FETCHED}^{commit}`]);
      const commit = parsed.stdout.toString("latin1").trim();
      return parsed.ok && commit !== "" ? commit : { gitFailure: "no-commit", detail: source };
    },
    async contains(name, commit) {
      const result = await fetch([`+${name}:${HISTORY}`], ["--filter=tree:0"]);
      if (!result.ok) return failureOf(result);
      return (await run(["merge-base", "--is-ancestor", commit, HISTORY])).ok;
    },
    async treeAt(commit, path) {
      const object = path === undefined ? `${commit}^{tree}` : `${commit}:${path}`;
      const result = await run(["rev-parse", "--verify", "--quiet", object]);
      const id = result.stdout.toString("latin1").trim();
      if (!result.ok || id === "") return undefined;
      const type = await run(["cat-file", "-t", id]);
      return type.stdout.toString("latin1").trim() === "tree" ? id : undefined;
    },
    async listTree(tree) {
      const result = await run(["ls-tree", "-r", "-l", "-z", "--full-tree", tree]);
      return result.ok ? parseTree(result.stdout) : failureOf(result);
    },
    async readBlobs(entries) {
      const ids = [...new Set(entries.map(({ id }) => id))];
      const bytes = entries.reduce((total, { size }) => total + size + HEADER_BYTES, HEADER_BYTES);
      const result = await run(["cat-file", "--batch"], { input: `${ids.join("\n")}\n`, maxOutputBytes: bytes });
      return (result.ok ? parseBlobs(result.stdout, ids) : undefined) ?? failureOf(result);
    },
    dispose: () => void attempt(() => rmSync(dir, { recursive: true, force: true })),
  };
}

/** An annotated tag has its commit in a separate line. */
function patternsOf(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => [name, `${name}^{}`]);
}

function failureOf({ stopped, detail }: GitResult): GitFailure {
  if (stopped === "missing") return { gitFailure: "missing", detail };
  if (stopped === "timeout") return { gitFailure: "timeout", detail };
  if (stopped !== undefined) return { gitFailure: "size", detail };
  if (/low speed|too slow|timed out/i.test(detail)) return { gitFailure: "timeout", detail };
  return { gitFailure: "unreachable", detail };
}

/** An annotated tag is listed twice; the line with `^{}` has its commit. */
function parseRefs(stdout: Buffer, names: ReadonlySet<string>, withTags: boolean): ReadonlyMap<string, string> {
  const refs = new Map<string, string>();
  for (const line of stdout.toString("utf8").split("\n")) {
    const [id = "", written = ""] = line.split("\t");
    const name = written.replace(/\^\{\}$/, "");
    const isListed = names.has(name) || (withTags && name.startsWith("refs/tags/"));
    if (isListed && (name !== written || !refs.has(name))) refs.set(name, id);
  }
  return refs;
}

function parseTree(stdout: Buffer): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let start = 0; start < stdout.length;) {
    const end = stdout.indexOf(0, start);
    const tab = stdout.indexOf(9, start);
    const [mode = "", , id = "", size = ""] = stdout.toString("latin1", start, tab).split(/ +/);
    const kind = mode === "120000" ? "symlink" : mode === "160000" ? "submodule" : "file";
    let path: string | undefined;
    try {
      path = decoder.decode(stdout.subarray(tab + 1, end));
    } catch {
      path = undefined;
    }
    entries.push({ path, kind, size: Number(size) || 0, id, mode });
    start = end + 1;
  }
  return entries;
}

/** Undefined if an object is missing or the output is cut. */
function parseBlobs(stdout: Buffer, ids: readonly string[]): ReadonlyMap<string, Uint8Array> | undefined {
  const contents = new Map<string, Uint8Array>();
  let at = 0;
  for (const id of ids) {
    const end = stdout.indexOf(10, at);
    const header = /^([0-9a-f]+) blob (\d+)$/.exec(stdout.toString("latin1", at, Math.max(at, end)));
    if (header === null || header[1] !== id) return undefined;
    const size = Number(header[2]);
    if (end + 1 + size > stdout.length) return undefined;
    contents.set(id, stdout.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return contents;
}
