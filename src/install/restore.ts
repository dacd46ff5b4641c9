/** Makes the disk what the lock says. */
import { dirname, resolve } from "node:path";
import { lstatIfAny } from "../host/links-below.ts";
import type { DirectoryChange } from "./install-store.ts";
import {
  compareDigests,
  compareInstalled,
  describeDifference,
  formatRef,
  isRefFault,
  isSameTree,
  KEEP_OR_DISCARD,
  LOCK_FILE,
  openEndsOf,
  parseSkillRef,
  projectSkillsDir,
  type LockEntry,
  type SkillLock,
  type SkillRef,
  type TreeDifference,
} from "../refs/index.ts";
import { checkMembers, checkReferences } from "./check-origins.ts";
import { addFetched, earlyObstacle, type AddedSkills, type AddOptions } from "./add.ts";
import { fetchLoosely, fetchWith } from "./fetch-with.ts";
import type { FetchedTree } from "./fetched.ts";
import { toLockEntry } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { recordRequired, type FetchedSource } from "./record-required.ts";
import { keepFetched, keptFiles } from "./source-records.ts";
import { commitChanges, countFetched, readLock, type Session, type InstallWorkspace } from "./workspace.ts";

/**
 * How strictly the lock is followed.
 *
 * @example
 * await installer.restore({ frozen: true });
 */
export interface RestoreOptions {
  /** Changes nothing that is there: any difference between lock, disk, config and remotes is a fault. */
  readonly frozen?: boolean | undefined;
  /** Uses no network, only contents that were fetched from their own source before. */
  readonly offline?: boolean | undefined;
  /**
   * References of the config. Those that the lock does not have are added to it, or move the same source, unless it is
   * frozen.
   */
  readonly wanted?: readonly SkillRef[] | undefined;
  /** Replaces directories that someone has edited. */
  readonly force?: boolean | undefined;
  /** Decides whether a source whose pin the config has moved may do more; default: it may. */
  readonly accept?: AddOptions["accept"];
}

/** An installed directory that was left as it is, because someone has edited it. */
interface KeptDirectory {
  readonly ref: string;
  readonly path: string;
  /** Undefined for what is not a directory. */
  readonly difference?: TreeDifference;
}

/**
 * What an installation of a lock did.
 *
 * @example
 * const { restored, unchanged } = await installer.restore({ frozen: true }) as Restored;
 */
export interface Restored {
  /** References whose directory was created or replaced. */
  readonly restored: readonly string[];
  readonly unchanged: readonly string[];
  /** Directories with local changes, which are never overwritten without `force`. */
  readonly kept: readonly KeptDirectory[];
  /** References of the config that were not in the lock. */
  readonly added: readonly AddedSkills[];
}

export async function restoreLock(options: RestoreOptions, session: Session): Promise<Restored | InstallFault> {
  const { lock } = session;
  const missing = (options.wanted ?? []).filter((ref) => ref.kind !== "pkg" && !lock.has(formatRef(ref)));
  if (missing.length > 0 && options.frozen === true) return notLocked(missing);
  const open = options.frozen === true ? openEndsOf(lock) : [];
  if (open.length > 0) return notClosed(open);
  if (missing.length > 0 && options.offline === true) return offlineFault(missing.map((ref) => formatRef(ref)));
  const wrong = checkReferences(lock);
  if (wrong !== undefined) return wrong;
  const { damaged, kept } = findDamaged(session, options);
  if (kept.length > 0 && options.frozen === true) return keptFault(kept);
  if (options.frozen === true && options.offline !== true) {
    const stranger = await checkMembers(session);
    if (stranger !== undefined) return stranger;
  }
  const changes: DirectoryChange[] = [];
  for (const key of countFetched(damaged, session.workspace)) {
    const entry = lock.get(key) as LockEntry;
    const files = await filesOf(key, entry, options.offline === true, session);
    if (isInstallFault(files)) return files;
    changes.push({ target: resolve(session.workspace.base, entry.path), files, replaces: true });
  }
  const failed = changes.length === 0 ? undefined : await commitChanges(session, changes, undefined);
  if (failed !== undefined) return failed;
  const added = await addMissing(missing, options, session);
  if (isInstallFault(added)) return added;
  const done = new Set([...damaged, ...kept.map(({ ref }) => ref), ...added.map(({ before }) => before)]);
  return { restored: damaged, unchanged: [...lock.keys()].filter((key) => !done.has(key)), kept, added };
}

async function addMissing(
  missing: readonly SkillRef[],
  { accept }: RestoreOptions,
  session: Session,
): Promise<readonly AddedSkills[] | InstallFault> {
  const added: FetchedSource[] = [];
  const options: AddOptions = { accept, dependencies: "none" };
  let lock: SkillLock = session.lock;
  for (const ref of countFetched(missing, session.workspace)) {
    const current = { ...session, lock };
    const tree = earlyObstacle(ref, options, current) ?? (await fetchLoosely(current, { ref, withParts: true }));
    if (isInstallFault(tree)) return tree;
    const one = await addFetched(tree, options, current);
    if (isInstallFault(one)) return one;
    const now = readLock(session.workspace);
    if (isInstallFault(now)) return now;
    lock = now;
    added.push({ added: one, tree });
  }
  return recordRequired(added, { ...session, lock });
}

function notLocked(missing: readonly SkillRef[]): InstallFault {
  const keys = missing.map((ref) => formatRef(ref));
  return installFault(
    "drift",
    `the config names what ${LOCK_FILE} does not have`,
    ["run `skillc install` and commit the lock"],
    keys,
  );
}

function notClosed(open: ReturnType<typeof openEndsOf>): InstallFault {
  return installFault(
    "drift",
    `${LOCK_FILE} lacks a part of what its skills require`,
    NOT_CLOSED_HELP,
    open.map(({ key, message }) => `${key}: ${message}`),
  );
}

/** What to do about a lock that was cut. */
export const NOT_CLOSED_HELP: readonly string[] = [
  `restore ${LOCK_FILE} from version control`,
  "`skillc add` with what requires it installs it again",
];

function offlineFault(keys: readonly string[]): InstallFault {
  return installFault(
    "offline",
    "these were never fetched from their source here, or are no longer in the cache",
    ["run `skillc install` once with a network"],
    keys,
  );
}

interface Damage {
  /** References whose directory is made again. */
  readonly damaged: readonly string[];
  readonly kept: readonly KeptDirectory[];
}

/** Separates what is made again from what someone has edited. */
function findDamaged({ workspace, lock }: Session, { frozen, force }: RestoreOptions): Damage {
  const damaged: string[] = [];
  const kept: KeptDirectory[] = [];
  for (const [key, entry] of lock) {
    const difference = compareInstalled(workspace.host, entry);
    if (difference !== undefined && isSameTree(difference)) continue;
    const isKept = lstatIfAny(resolve(workspace.base, entry.path)) !== undefined && force !== true;
    if (isKept && (frozen === true || isEdited(entry, difference, workspace)))
      kept.push({ ref: key, path: entry.path, ...(difference && { difference }) });
    else damaged.push(key);
  }
  return { damaged, kept };
}

/** Returns whether making a directory again would lose someone's work: only files that are missing come back. */
function isEdited({ path }: LockEntry, difference: TreeDifference | undefined, { profile }: InstallWorkspace): boolean {
  const isManaged = dirname(dirname(path)) === projectSkillsDir(profile);
  // In a committed directory, a file that is missing was deleted by someone.
  return !isManaged || difference === undefined || difference.changed.length + difference.added.length > 0;
}

/** Names the directories with local changes, and what to do about them. */
export function keptFault(kept: readonly KeptDirectory[]): InstallFault {
  const details = kept.map(({ ref, path, difference }) => {
    const files = difference === undefined ? "not a directory" : describeDifference(difference);
    return `${path} (${ref}): ${files}`;
  });
  return installFault("drift", `installed files differ from ${LOCK_FILE}`, KEEP_OR_DISCARD, details);
}

/** Returns the files of an entry: from the cache if they came from its source, else from where they came, checked against the lock. */
async function filesOf(
  key: string,
  entry: LockEntry,
  isOffline: boolean,
  session: Session,
): Promise<FetchedTree["files"] | InstallFault> {
  const { workspace } = session;
  const kept = keptFiles(key, entry, workspace);
  if (kept !== undefined) return kept;
  const ref = parseSkillRef(key);
  if (isRefFault(ref)) return installFault("lock", `${key}: ${ref.message}`, [ref.help]);
  if (isOffline && ref.kind !== "path") return offlineFault([key]);
  const { commit, version } = entry;
  const fetched = await fetchWith(session, { ref, commit, version, locked: entry });
  if (isInstallFault(fetched)) return fetched;
  const found = toLockEntry(fetched, entry.path, workspace.host.sha256);
  if (found.integrity !== entry.integrity) {
    const difference = describeDifference(compareDigests(entry.files, found.files));
    return installFault(
      "integrity",
      `${key} is not what ${LOCK_FILE} says`,
      ["`skillc update` shows what changed and accepts it"],
      [difference],
    );
  }
  keepFetched(key, entry, fetched.files, workspace);
  return fetched.files;
}
