/** Drafts are texts that an editor or a fix has not written yet. */
import { isFailure, MOST_READ, tooLarge, type DirectoryEntry, type Host } from "../model/host.ts";

/** By absolute POSIX path. */
export type Drafts = ReadonlyMap<string, Uint8Array | string>;

/**
 * Puts drafts over a Host. A draft hides the file of its path; a draft for an absent path is a new file, in new
 * directories if necessary. The map may change between requests.
 *
 * @example
 * const drafts = new Map([["/srv/app/skills/pdf/SKILL.md", "---\nname: pdf\n…"]]);
 * createOverlayHost(createNodeHost("/srv/app"), drafts).readFile("skills/pdf/SKILL.md");
 */
export function createOverlayHost(host: Host, drafts: Drafts): Host {
  const draftAt = (path: string): Uint8Array | undefined => {
    if (drafts.size === 0) return undefined;
    const draft = drafts.get(host.absolutePath(path));
    return typeof draft === "string" ? new TextEncoder().encode(draft) : draft;
  };
  const isDraftDirectory = (path: string): boolean => namesBelow(drafts, host.absolutePath(path)).size > 0;
  const statusOf =
    (ask: Host["status"]): Host["status"] =>
    (path) => {
      const draft = draftAt(path);
      if (draft !== undefined) return { kind: "file", size: draft.length };
      const status = ask(path);
      return isFailure(status) && isDraftDirectory(path) ? { kind: "directory", size: 0 } : status;
    };
  const readPieces = host.readPieces?.bind(host);
  return {
    ...host,
    readFile(path, real, most = MOST_READ) {
      const draft = draftAt(path);
      if (draft === undefined) return host.readFile(path, real, most);
      return draft.length > most ? tooLarge(draft.length, most) : draft;
    },
    knownDigest: (path, real) => (draftAt(path) === undefined ? host.knownDigest?.(path, real) : undefined),
    ...(readPieces && {
      *readPieces(path: string, real?: string) {
        const draft = draftAt(path);
        if (draft === undefined) return yield* readPieces(path, real);
        yield draft;
        return host.sha256(draft);
      },
    }),
    status: statusOf((path) => host.status(path)),
    entryStatus: statusOf((path) => host.entryStatus(path)),
    realPath(path) {
      const real = host.realPath(path);
      const isNew = isFailure(real) && (draftAt(path) !== undefined || isDraftDirectory(path));
      return isNew ? host.absolutePath(path) : real;
    },
    readDirectory(path) {
      const listed = host.readDirectory(path);
      if (drafts.size === 0) return listed;
      const names = namesBelow(drafts, host.absolutePath(path));
      if (names.size === 0) return listed;
      const known = isFailure(listed) ? [] : listed;
      const drafted = [...names].filter(([name]) => !known.some((entry) => entry.name === name));
      return [...known, ...drafted.map(([name, kind]): DirectoryEntry => ({ name, kind }))];
    },
  };
}

function namesBelow(drafts: Drafts, directory: string): ReadonlyMap<string, "file" | "directory"> {
  const names = new Map<string, "file" | "directory">();
  const prefix = directory.endsWith("/") ? directory : `${directory}/`;
  for (const path of drafts.keys()) {
    if (!path.startsWith(prefix)) continue;
    const [name = "", ...rest] = path.slice(prefix.length).split("/");
    names.set(name, rest.length === 0 ? "file" : "directory");
  }
  return names;
}
