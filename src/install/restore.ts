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
  LOCK_FILE,
  parseSkillRef,
  projectSkillsDir,
  type LockEntry,
  type SkillLock,
  type SkillRef,
} from "../refs/index.ts";
import { checkMembers, checkReferences } from "./check-origins.ts";
import { addRef, fetchWith, type AddedSkills } from "./add.ts";
import type { FetchedTree } from "./fetched.ts";
import { toLockEntry } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { keepFetched, keptFiles } from "./source-records.ts";
import { commitChanges, countFetched, type Session } from "./workspace.ts";

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
  /** References of the config. Those that the lock does not have are added to it, unless it is frozen. */
  readonly wanted?: readonly SkillRef[] | undefined;
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
  /** References of the config that were not in the lock. */
  readonly added: readonly AddedSkills[];
}

/** Installs everything that the lock has. */
export async function restoreLock(options: RestoreOptions, session: Session): Promise<Restored | InstallFault> {
  const { lock } = session;
  const missing = (options.wanted ?? []).filter((ref) => ref.kind !== "pkg" && !lock.has(formatRef(ref)));
  if (missing.length > 0 && options.frozen === true) return notLocked(missing);
  if (missing.length > 0 && options.offline === true) return offlineFault(missing.map((ref) => formatRef(ref)));
  const wrong = checkReferences(lock);
  if (wrong !== undefined) return wrong;
  const damaged = findDamaged(session, options.frozen === true);
  if (isInstallFault(damaged)) return damaged;
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
  const added = await addMissing(missing, session);
  if (isInstallFault(added)) return added;
  return { restored: damaged, unchanged: [...lock.keys()].filter((key) => !damaged.includes(key)), added };
}

async function addMissing(
  missing: readonly SkillRef[],
  session: Session,
): Promise<readonly AddedSkills[] | InstallFault> {
  const added: AddedSkills[] = [];
  let lock: SkillLock = session.lock;
  for (const ref of countFetched(missing, session.workspace)) {
    const one = await addRef(ref, {}, { ...session, lock });
    if (isInstallFault(one)) return one;
    lock = new Map([...lock, [one.ref, one.entry]]);
    added.push(one);
  }
  return added;
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

function offlineFault(keys: readonly string[]): InstallFault {
  return installFault(
    "offline",
    "these were never fetched from their source here, or are no longer in the cache",
    ["run `skillc install` once with a network"],
    keys,
  );
}

/** Returns the references whose directory must be made again; a fault where that would lose someone's work. */
function findDamaged({ workspace, lock }: Session, isFrozen: boolean): readonly string[] | InstallFault {
  const damaged: string[] = [];
  const kept: string[] = [];
  for (const [key, entry] of lock) {
    const difference = compareInstalled(workspace.host, entry);
    if (difference !== undefined && isSameTree(difference)) continue;
    damaged.push(key);
    const isThere = lstatIfAny(resolve(workspace.base, entry.path)) !== undefined;
    const isManaged = dirname(dirname(entry.path)) === projectSkillsDir(workspace.profile);
    if (isThere && (isFrozen || !isManaged)) {
      const files = difference === undefined ? "not a directory" : describeDifference(difference);
      kept.push(`${entry.path} (${key}): ${files}`);
    }
  }
  if (kept.length === 0) return damaged;
  const help = isFrozen
    ? ["delete the directory and run `skillc install --frozen` again"]
    : ["undo the changes, or delete the directory and run `skillc install`"];
  return installFault("drift", `installed files differ from ${LOCK_FILE}`, help, kept);
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
  const fetched = await fetchWith(session, { ref, commit, version });
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
