/** What every operation of an installer shares: its directories, its lock, its host, and one change at a time. */
import { createContentCache, type ContentCache } from "./content-cache.ts";
import { openInstallStore, type DirectoryChange, type InstallFailure, type InstallStore } from "./install-store.ts";
import { createLinkFinder, lstatIfAny } from "../host/links-below.ts";
import { attempt, createNodeHost, toPosixPath } from "../host/node-host.ts";
import type { Blocked } from "../output/output-lock.ts";
import { isFailure, type Host } from "../model/host.ts";
import type { OnProgress } from "../model/progress.ts";
import {
  cacheDir,
  formatLock,
  LOCK_FILE,
  parseLock,
  projectSkillsDir,
  STATE_DIR,
  userSkillsDir,
  userStateDir,
  type Environment,
  type SkillLock,
} from "../refs/index.ts";
import { dirname, isAbsolute, join, relative } from "node:path";
import { mkdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import type { FetchContext, InstallLimits } from "./fetch-ref.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";

/** As in PromptKit, into a directory that does not exist yet. */
interface InjectedSteps {
  readonly clone?: ((url: string, dir: string) => Promise<void> | void) | undefined;
  readonly checkout?: ((dir: string, version: string) => Promise<void> | void) | undefined;
  readonly copy?: ((source: string, dir: string) => Promise<void> | void) | undefined;
}

/** Without `before` a reference is added, without `after` removed. */
export interface LockedChange {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Of the installed directory, relative to the project. */
  readonly path: string;
}

/**
 * A file that names sources and changes together with the lock, such as the config.
 *
 * @example
 * createInstaller({ config: { path: "/srv/app/skills.json", edit: (changes) => textAfter(changes) } });
 */
export interface SourcesFile {
  /** Absolute path; the file may not exist. */
  readonly path: string;
  /** Returns the text after changes; undefined leaves the file alone. Called once, right before they are made. */
  edit(changes: readonly LockedChange[]): string | undefined;
}

/** Has every default filled in. */
export interface InstallWorkspace {
  /** In the system's own form. */
  readonly base: string;
  readonly host: Host;
  readonly environment: Environment;
  readonly profile: string | undefined;
  readonly steps: InjectedSteps;
  readonly limits: InstallLimits;
  readonly allowFile: boolean;
  /** Origins that sources may point to, such as `https://cdn.acme.dev`. */
  readonly allowedOrigins: readonly string[];
  /** Undefined allows every source. */
  readonly allowedSources: readonly string[] | undefined;
  readonly cache: ContentCache | undefined;
  readonly config?: SourcesFile | undefined;
  readonly onProgress?: OnProgress | undefined;
}

export type Scope = "project" | "user";

/** Absolute path; undefined if the user has no home. */
export function skillsDirOf({ base, environment, profile }: InstallWorkspace, scope: Scope): string | undefined {
  return scope === "project" ? join(base, projectSkillsDir(profile)) : userSkillsDir(environment, profile);
}

export function openWorkspace(options: {
  readonly base: string;
  readonly environment: Environment;
  readonly profile?: string | undefined;
  readonly steps: InjectedSteps;
  readonly limits: InstallLimits;
  readonly allowFile: boolean;
  /** Origins that sources may point to, such as `https://cdn.acme.dev`. */
  readonly allowedOrigins: readonly string[];
  readonly allowedSources: readonly string[] | undefined;
  readonly config?: SourcesFile | undefined;
  readonly onProgress?: OnProgress | undefined;
}): InstallWorkspace {
  const cache = cacheDir(options.environment);
  return {
    ...options,
    profile: options.profile,
    host: createNodeHost(options.base),
    cache: cache === undefined ? undefined : createContentCache(cache),
  };
}

/** Empty without a file. */
export function readLock({ host }: InstallWorkspace): SkillLock | InstallFault {
  const bytes = host.readFile(LOCK_FILE);
  if (isFailure(bytes)) {
    if (bytes.failure === "not-found") return new Map();
    const help = bytes.failure === "denied" ? "grant read permission" : RESTORE;
    return installFault("lock", `${LOCK_FILE} cannot be read (${bytes.detail})`, [help]);
  }
  const lock = parseLock(new TextDecoder().decode(bytes), host.sha256);
  if (!("fault" in lock)) return lock;
  return installFault("lock", `${LOCK_FILE} cannot be used: ${lock.fault}`, [RESTORE]);
}

const RESTORE = `restore ${LOCK_FILE} from version control, or delete it and run \`skillc install\``;

/** Valid while no other operation changes the same place. */
export interface Session {
  readonly workspace: InstallWorkspace;
  readonly store: InstallStore;
  readonly lock: SkillLock;
  readonly fetching: FetchContext;
}

/** Remembers that the user has allowed a local repository or an origin. */
export function allowedNote(url: string): string {
  return JSON.stringify(["allowed", url]);
}

export async function withSession<Result>(
  workspace: InstallWorkspace,
  scope: Scope,
  run: (session: Session) => Promise<Result | InstallFault>,
): Promise<Result | InstallFault> {
  const stateDir = scope === "project" ? join(workspace.base, STATE_DIR) : userStateDir(workspace.environment);
  if (stateDir === undefined)
    return installFault("disk", "the user has no home directory", ["set HOME or XDG_CONFIG_HOME"]);
  if (lstatIfAny(stateDir)?.isSymbolicLink() === true) return linkFault(toPlace(stateDir, workspace));
  // The directories of the user are below that of all configurations.
  const root = scope === "project" ? workspace.base : dirname(dirname(stateDir));
  const store = await openInstallStore(stateDir, root);
  if ("holder" in store) return blockedFault(store);
  try {
    // Read under the lock of the store, after what a killed command left is finished.
    const lock = scope === "project" ? readLock(workspace) : new Map<string, never>();
    if (isInstallFault(lock)) return lock;
    const { base, environment, limits, cache } = workspace;
    // A lock could name any repository of this machine; the user has allowed those that were fetched before.
    const allowFile = (url: string): boolean =>
      workspace.allowFile || (url.startsWith("file:") && cache?.recall(allowedNote(url)) !== undefined);
    // Remembered for the source that it was allowed for: the lock of another project may name the same origin.
    const allowOrigin = (origin: string, home: string): boolean => {
      const note = allowedNote(`${home} ${origin}`);
      if (!workspace.allowedOrigins.includes(origin)) return cache?.recall(note) !== undefined;
      cache?.note(note, "");
      return true;
    };
    const fetching = { base, environment, allowFile, allowOrigin, limits, temporary: store.temporary };
    return await run({ workspace, store, lock, fetching });
  } catch (error) {
    // A full disk while fetching; anything else is a bug.
    if (!(error instanceof Error && "code" in error && "path" in error)) throw error;
    return diskFault({ path: String(error.path), detail: String(error.code) }, workspace);
  } finally {
    store.close();
  }
}

/** Reports each reference before it is fetched. */
export function* countFetched<T>(references: readonly T[], { onProgress }: InstallWorkspace): Generator<T> {
  for (const [done, reference] of references.entries()) {
    onProgress?.({ phase: "fetch", done, total: references.length });
    yield reference;
  }
}

function blockedFault({ path, holder }: Blocked): InstallFault {
  const who = holder === undefined ? "another command" : `process ${holder.pid} on ${holder.host}`;
  return installFault("blocked", `${who} changes the installed skills`, [
    "wait until it is done",
    `if no such process runs, delete ${path}`,
  ]);
}

/** A link of a project may point anywhere, so nothing is written through it. */
function linkFault(place: string): InstallFault {
  return installFault("disk", `"${place}" is a symbolic link`, ["replace it with a directory"]);
}

function diskFault({ path, detail }: InstallFailure, workspace: InstallWorkspace): InstallFault {
  const place = toPlace(path, workspace);
  if (detail === "exists") return alreadyInstalled(place);
  return installFault("disk", `"${place}" cannot be written (${detail}); nothing was changed`, [
    /^(?:ENOSPC|EDQUOT)$/.test(detail) ? "make room on the disk, and try again" : "grant write permission",
  ]);
}

/** `owner`: the source that the lock has there. */
export function alreadyInstalled(place: string, owner?: string): InstallFault {
  if (owner === undefined)
    return installFault("already-installed", `"${place}" exists and is never overwritten`, [
      "move it, or install elsewhere with --into",
    ]);
  return installFault("already-installed", `"${place}" contains another source: ${owner}`, [
    "install into another directory with --into",
    `remove the other source first: \`skillc remove ${quoteRef(owner)}\``,
  ]);
}

/** Quotes characters that a shell would replace. */
export function quoteRef(ref: string): string {
  return /^[\w@./:+#^~-]+$/.test(ref) && !/^[#~]/.test(ref) ? ref : `"${ref}"`;
}

/** As in the lock: POSIX and relative, or absolute outside the project. */
export function toPlace(path: string, { base }: Pick<InstallWorkspace, "base">): string {
  const below = toPosixPath(relative(base, path));
  return below === ""
    ? "."
    : below.startsWith("../") || below === ".." || isAbsolute(below)
      ? toPosixPath(path)
      : below;
}

interface LockChange {
  readonly next: SkillLock;
  readonly changes: readonly LockedChange[];
}

/** Together with the lock of the project and its config. */
export async function commitChanges(
  { workspace, store, lock }: Session,
  changes: readonly DirectoryChange[],
  locked: LockChange | undefined,
): Promise<InstallFault | undefined> {
  const links = createLinkFinder(workspace.base);
  for (const { target } of changes) {
    const place = toPlace(target, workspace);
    const link = place === toPosixPath(target) ? undefined : links.find(place);
    if (link !== undefined) return linkFault(link);
  }
  const { config, base } = workspace;
  const text = locked && formatLock(locked.next);
  const configText = locked && config?.edit(locked.changes);
  const files = [
    ...(config !== undefined && configText !== undefined ? [{ path: config.path, text: configText }] : []),
    ...(text !== undefined && text !== formatLock(lock) ? [{ path: join(base, LOCK_FILE), text }] : []),
  ];
  if (changes.length === 0 && files.length === 0) return undefined;
  const unhide = hideFromGit(workspace, changes);
  const failure = await store.commit(changes, files);
  if (failure === undefined) return undefined;
  unhide();
  return diskFault(failure, workspace);
}

/**
 * Installed directories are made from the lock, so git ignores them, except committed ones and those of the user.
 * Returns a function that undoes this.
 */
function hideFromGit({ base, profile }: InstallWorkspace, changes: readonly DirectoryChange[]): () => void {
  const managed = join(base, projectSkillsDir(profile));
  const isHere = changes.some(({ target, files }) => files && dirname(dirname(target)) === managed);
  const undo: (() => void)[] = [];
  for (const dir of isHere ? new Set([join(base, STATE_DIR), managed]) : [])
    attempt(() => {
      const created = mkdirSync(dir, { recursive: true });
      if (created !== undefined) undo.push(() => rmdirSync(created));
      const file = join(dir, ".gitignore");
      // Keeps an existing one.
      writeFileSync(file, "*\n", { flag: "wx" });
      undo.push(() => rmSync(file));
    });
  return () => {
    for (const step of undo.toReversed()) attempt(step);
  };
}
