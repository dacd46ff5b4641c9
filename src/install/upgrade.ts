/** Finds newer versions of what is installed, and installs them. */
import { resolve } from "node:path";
import type { DirectoryChange } from "./install-store.ts";
import { lstatIfAny } from "../host/links-below.ts";
import {
  compareInstalled,
  describeDifference,
  formatRef,
  isRefFault,
  isSameTree,
  LOCK_FILE,
  parseSkillRef,
  withEntry,
  type LockEntry,
  type SkillLock,
} from "../refs/index.ts";
import { fetchWith } from "./add.ts";
import { openRepository, resolveRevision } from "./fetch-git-ref.ts";
import { toLockEntry, type FetchedTree } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { notInstalled } from "./listing.ts";
import { findPackage } from "./npm-registry.ts";
import { registryOf } from "./fetch-ref.ts";
import { keepFetched, keptFiles, noteMember } from "./source-records.ts";
import { commitChanges, countFetched, type Session, type Workspace } from "./workspace.ts";

/**
 * A locked reference and what it means now.
 *
 * @example
 * for (const { ref, locked, current } of rows) if (locked !== current) console.log(ref, locked, current);
 */
export interface OutdatedRow {
  readonly ref: string;
  /** Version or commit in the lock. */
  readonly locked: string;
  /** Version or commit that the reference means now. */
  readonly current: string;
  /** Newest version of the package, whatever the range. */
  readonly latest?: string;
  /** A tag that names another commit than before. */
  readonly movedTag: boolean;
}

/** Returns all references of the lock that have a version or a commit; no file is fetched. */
export async function findOutdated(session: Session): Promise<readonly OutdatedRow[] | InstallFault> {
  const rows: OutdatedRow[] = [];
  for (const [key, entry] of countFetched([...session.lock], session.workspace)) {
    const row = await currentOf(key, entry, session);
    if (isInstallFault(row)) return row;
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

async function currentOf(
  key: string,
  { commit, version, revision }: LockEntry,
  { fetching }: Session,
): Promise<OutdatedRow | InstallFault | undefined> {
  const ref = parseSkillRef(key);
  if (isRefFault(ref) || ref.kind === "path" || ref.kind === "pkg") return undefined;
  if (ref.kind === "npm") {
    const registry = registryOf(ref.name, fetching);
    if (isInstallFault(registry)) return registry;
    const where = { registry, limits: fetching.limits };
    const current = await findPackage(ref.name, ref.range, where);
    if (isInstallFault(current)) return current;
    const latest = ref.range === undefined ? current : await findPackage(ref.name, undefined, where);
    const newest = isInstallFault(latest) ? {} : { latest: latest.version };
    return { ref: key, locked: version ?? "", current: current.version, ...newest, movedTag: false };
  }
  const { allowFile, limits } = fetching;
  const repository = openRepository(ref, { dir: fetching.temporary(), allowFile, limits });
  if (isInstallFault(repository)) return repository;
  const now = await resolveRevision(ref, repository);
  repository.dispose();
  if (isInstallFault(now)) return now;
  const movedTag = revision?.startsWith("refs/tags/") === true && now.commit !== commit;
  return { ref: key, locked: commit ?? "", current: now.commit, movedTag };
}

/** Files as they are installed; `executable` is undefined where a disk has no modes. */
export type InstalledFiles = ReadonlyMap<string, { readonly bytes: Uint8Array; readonly executable?: boolean }>;

/** A reference before and after an update. */
export interface UpdateChange {
  readonly ref: string;
  readonly before: { readonly entry: LockEntry; readonly files: InstalledFiles };
  readonly after: { readonly entry: LockEntry; readonly files: FetchedTree["files"] };
  readonly movedTag: boolean;
}

/**
 * Which references are updated, and what is accepted.
 *
 * @example
 * await installer.update({ refs: ["@acme/skills@main"], dryRun: true });
 */
export interface UpdateOptions {
  /** References of the lock; default: all. */
  readonly refs?: readonly string[] | undefined;
  /** Decides, before anything is written, whether a change is accepted; default: all are. */
  readonly accept?: ((change: UpdateChange) => boolean) | undefined;
  /** Writes nothing. */
  readonly dryRun?: boolean | undefined;
}

/**
 * What an update did.
 *
 * @example
 * const { updated, refused } = await installer.update() as Updated;
 */
export interface Updated {
  readonly updated: readonly UpdateChange[];
  /** Changes that were not accepted; with one of them nothing is written. */
  readonly refused: readonly UpdateChange[];
  readonly unchanged: readonly string[];
}

/** Fetches what the references mean now and installs it; all of them, or none. */
export async function updateRefs(options: UpdateOptions, session: Session): Promise<Updated | InstallFault> {
  const { lock, workspace } = session;
  const keys = options.refs ?? [...lock.keys()];
  const unknown = keys.find((key) => !lock.has(key));
  if (unknown !== undefined) return notInstalled(unknown);
  const changes: UpdateChange[] = [];
  let next: SkillLock = lock;
  for (const key of countFetched(keys, workspace)) {
    const change = await changeOf(key, lock.get(key) as LockEntry, session);
    if (isInstallFault(change)) return change;
    if (change === undefined) continue;
    next = withEntry(next, key, change.after.entry);
    if (change.before.entry.integrity !== change.after.entry.integrity || isNewOrigin(change)) changes.push(change);
  }
  const refused = changes.filter((change) => options.accept?.(change) === false);
  const unchanged = keys.filter((key) => !changes.some(({ ref }) => ref === key));
  if (refused.length > 0) return { updated: [], refused, unchanged };
  if (options.dryRun !== true) {
    const directories = changes
      .filter(({ before, after }) => before.entry.integrity !== after.entry.integrity || isNewMode(before, after))
      .map(({ after }): DirectoryChange => {
        return { target: resolve(workspace.base, after.entry.path), files: after.files, replaces: true };
      });
    const failed = await commitChanges(session, directories, next);
    if (failed !== undefined) return failed;
    for (const { ref, after } of changes) {
      keepFetched(ref, after.entry, after.files, workspace);
      noteMember(ref, after.entry, workspace);
    }
  }
  return { updated: changes, refused, unchanged };
}

function isNewOrigin({ before, after }: UpdateChange): boolean {
  return before.entry.commit !== after.entry.commit || before.entry.version !== after.entry.version;
}

/** The lock has no modes, and a file that may run now has to be written again. */
function isNewMode(before: UpdateChange["before"], after: UpdateChange["after"]): boolean {
  return [...after.files].some(([path, { executable }]) => {
    const old = before.files.get(path)?.executable;
    return old !== undefined && old !== executable;
  });
}

/** Fetches one reference. Files that someone has edited are not replaced. */
async function changeOf(
  key: string,
  entry: LockEntry,
  session: Session,
): Promise<UpdateChange | InstallFault | undefined> {
  const { workspace } = session;
  const ref = parseSkillRef(key);
  if (isRefFault(ref)) return installFault("lock", `${key}: ${ref.message}`, [ref.help]);
  const difference = compareInstalled(workspace.host, entry);
  if (difference !== undefined && !isSameTree(difference))
    return installFault(
      "drift",
      `the files of ${formatRef(ref)} differ from ${LOCK_FILE}`,
      ["undo the changes, or delete the directory and run `skillc install`"],
      [`${entry.path}: ${describeDifference(difference)}`],
    );
  const fetched = await fetchWith(session, { ref });
  if (isInstallFault(fetched)) return fetched;
  const after = toLockEntry(fetched, entry.path, workspace.host.sha256);
  if (after.integrity === entry.integrity && after.commit === entry.commit && after.version === entry.version)
    return undefined;
  const movedTag = entry.revision?.startsWith("refs/tags/") === true && after.commit !== entry.commit;
  const before = { entry, files: filesOnDisk(key, entry, workspace) };
  return { ref: key, before, after: { entry: after, files: fetched.files }, movedTag };
}

/** The files as they are installed; those of the cache if they are not. */
export function filesOnDisk(key: string, entry: LockEntry, workspace: Workspace): InstalledFiles {
  const read = [...entry.files.keys()].flatMap((path) => {
    const bytes = workspace.host.readFile(`${entry.path}/${path}`);
    return "failure" in bytes ? [] : [[path, { bytes, ...modeOf(resolve(workspace.base, entry.path, path)) }] as const];
  });
  return read.length === entry.files.size ? new Map(read) : (keptFiles(key, entry, workspace) ?? new Map());
}

/** Windows has no bit for programs. */
function modeOf(location: string): { readonly executable?: boolean } {
  const status = process.platform === "win32" ? undefined : lstatIfAny(location);
  return status === undefined ? {} : { executable: (status.mode & 0o100) !== 0 };
}
