/** The files of the next commit: those in the index of git, and ignored ones from the disk. */
import { realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import { isFailure, type Host, type HostFailure } from "../model/host.ts";
import { createGit } from "./environment.ts";
import { gitFaultOf, type GitFault } from "./git.ts";
import { toPosixPath } from "./node-host.ts";
import { createOverlayHost } from "./overlay-host.ts";

export interface Staged {
  /** POSIX paths relative to the directory. */
  readonly changed: readonly string[];
  /** Of files that differ on the disk, by absolute POSIX path. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Absolute POSIX paths of files that are not in the commit. */
  readonly absent: ReadonlySet<string>;
}

const DIFF = [
  "diff",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules=dirty",
  "--name-only",
  "-z",
  "--no-renames",
];

export function readStaged(cwd: string): Staged | GitFault {
  const git = createGit(cwd);
  const list = (args: readonly string[]): readonly string[] =>
    git
      .text(args)
      .split("\0")
      .filter((path) => path !== "");
  try {
    const top = git.text(["rev-parse", "--show-toplevel"]).trim();
    const real = realpathSync(cwd);
    // Messages name paths as the user does, who may have come through a link.
    const place = (path: string): string => toPosixPath(resolve(cwd, relative(real, resolve(top, path))));
    const changed = list([...DIFF, "--cached", "--"]);
    const onDisk = new Set(list([...DIFF, "--"]));
    const untracked = list(["ls-files", "--others", "--exclude-standard", "-z", "--full-name", top]);
    const entries = list(["ls-files", "--stage", "-z", "--full-name", top]).flatMap(readEntry);
    const ids = new Map(entries.filter(({ path }) => onDisk.has(path)).map(({ path, id }) => [path, id]));
    const contents = new Map([...ids].map(([path, id]) => [place(path), git.bytes(["cat-file", "blob", id])]));
    return {
      changed: changed.map((path) => toPosixPath(relative(real, resolve(top, path)))),
      contents,
      absent: new Set([...untracked, ...[...onDisk].filter((path) => !ids.has(path))].map(place)),
    };
  } catch (error) {
    return gitFaultOf(error, git);
  }
}

/** `100644 <id> 0<TAB>path`; links and submodules have no contents. */
function readEntry(line: string): readonly { readonly path: string; readonly id: string }[] {
  const [, id, path] = /^100\d{3} ([0-9a-f]+) 0\t([^]+)$/.exec(line) ?? [];
  return id === undefined || path === undefined ? [] : [{ path, id }];
}

const ABSENT: HostFailure = { failure: "not-found", detail: "ENOENT" };

export function createStagedHost(host: Host, { contents, absent }: Pick<Staged, "contents" | "absent">): Host {
  const isAbsent = (path: string): boolean => absent.has(host.absolutePath(path));
  const { readPieces } = host;
  return createOverlayHost(
    {
      ...host,
      readFile: (path, real, most) => (isAbsent(path) ? ABSENT : host.readFile(path, real, most)),
      knownDigest: (path, real) => (isAbsent(path) ? undefined : host.knownDigest?.(path, real)),
      ...(readPieces && { readPieces: readPieces.bind(host) }),
      status: (path) => (isAbsent(path) ? ABSENT : host.status(path)),
      entryStatus: (path) => (isAbsent(path) ? ABSENT : host.entryStatus(path)),
      realPath: (path) => (isAbsent(path) ? ABSENT : host.realPath(path)),
      readDirectory(path) {
        const listed = host.readDirectory(path);
        if (isFailure(listed) || absent.size === 0) return listed;
        const prefix = host.absolutePath(path).replace(/\/?$/, "/");
        return listed.filter(({ name }) => !absent.has(prefix + name));
      },
    },
    contents,
  );
}
