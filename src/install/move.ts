/** The directory stays; the pin may change. */
import { hash } from "node:crypto";
import { resolve } from "node:path";
import { sortedBy } from "../paths/index.ts";
import { lstatIfAny } from "../host/links-below.ts";
import {
  compareInstalled,
  describeDifference,
  formatRef,
  isRefFault,
  isSameTree,
  KEEP_OR_DISCARD,
  LOCK_FILE,
  parseSkillRef,
  type LockEntry,
  type SkillRef,
} from "../refs/index.ts";
import { fetchWith } from "./fetch-with.ts";
import { toLockEntry, type FetchedTree } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { keptFiles } from "./source-records.ts";
import type { InstallWorkspace, Session } from "./workspace.ts";

/** `executable` is undefined if the disk has no modes. */
export type InstalledFiles = ReadonlyMap<string, { readonly bytes: Uint8Array; readonly executable?: boolean }>;

/** A reference before and after an update. */
export interface UpdateChange {
  /** The reference in the lock before. */
  readonly ref: string;
  /** The reference in the lock afterwards: another one if the pin was moved. */
  readonly to: string;
  readonly before: { readonly entry: LockEntry; readonly files: InstalledFiles };
  readonly after: { readonly entry: LockEntry; readonly files: FetchedTree["files"] };
  readonly movedTag: boolean;
}

/** Undefined if the files are those of the entry, or if the directory is missing. */
export function driftOf(key: string, entry: LockEntry, { host }: InstallWorkspace): InstallFault | undefined {
  const difference = compareInstalled(host, entry);
  if (difference === undefined || isSameTree(difference)) return undefined;
  const details = [`${entry.path}: ${describeDifference(difference)}`];
  return installFault("drift", `the files of ${key} differ from ${LOCK_FILE}`, KEEP_OR_DISCARD, details);
}

interface FetchedChange {
  readonly change: UpdateChange;
  readonly tree: FetchedTree;
}

/** A fault if someone has edited the files of the entry. */
export async function fetchChange(
  key: string,
  ref: SkillRef,
  session: Session,
): Promise<FetchedChange | InstallFault | undefined> {
  const entry = session.lock.get(key) as LockEntry;
  const drift = driftOf(key, entry, session.workspace);
  if (drift !== undefined) return drift;
  const fetched = await fetchWith(session, { ref, withParts: true });
  if (isInstallFault(fetched)) return fetched;
  const change = changeTo(key, { ...fetched, ref }, session);
  return change === undefined || isInstallFault(change) ? change : { change, tree: fetched };
}

/** Undefined if nothing changes. */
export function changeTo(
  key: string,
  fetched: FetchedTree,
  { workspace, lock }: Session,
): UpdateChange | InstallFault | undefined {
  const entry = lock.get(key) as LockEntry;
  const drift = driftOf(key, entry, workspace);
  if (drift !== undefined) return drift;
  const to = formatRef(fetched.ref);
  const { requires, requiredBy } = entry;
  const after = {
    ...toLockEntry(fetched, entry.path, workspace.host.sha256),
    ...(requires && { requires }),
    ...(requiredBy && { requiredBy }),
  };
  const isSame =
    to === key &&
    after.integrity === entry.integrity &&
    after.commit === entry.commit &&
    after.version === entry.version &&
    after.digest === entry.digest &&
    isSameIndex(after.skills, entry.skills) &&
    after.revision === entry.revision;
  if (isSame) return undefined;
  if (to !== key && lock.has(to))
    return installFault("already-installed", `${to} is installed as well, in ${lock.get(to)?.path ?? ""}`, [
      `remove one of the two: \`skillc remove ${to}\``,
    ]);
  const movedTag = to === key && entry.revision?.startsWith("refs/tags/") === true && after.commit !== entry.commit;
  const before = { entry, files: filesOnDisk(key, entry, workspace) };
  return { ref: key, to, before, after: { entry: after, files: fetched.files }, movedTag };
}

/** Addresses of artifacts do not matter. */
function isSameIndex(one: LockEntry["skills"], two: LockEntry["skills"]): boolean {
  return indexDigest(one) === indexDigest(two);
}

/** A single string for all artifacts, such as the lock needs for a version of a site. */
export function indexDigest(skills: LockEntry["skills"]): string | undefined {
  if (skills === undefined) return undefined;
  const sorted = sortedBy(Object.entries(skills), ([name]) => name);
  return hash("sha256", sorted.map(([name, { digest }]) => `${name}\0${digest}\n`).join(""), "hex");
}

/** As installed, else from the cache. */
export function filesOnDisk(key: string, entry: LockEntry, workspace: InstallWorkspace): InstalledFiles {
  const read = [...entry.files.keys()].flatMap((path) => {
    const bytes = workspace.host.readFile(`${entry.path}/${path}`);
    return "failure" in bytes ? [] : [[path, { bytes, ...modeOf(resolve(workspace.base, entry.path, path)) }] as const];
  });
  return read.length === entry.files.size ? new Map(read) : (keptFiles(key, entry, workspace) ?? new Map());
}

/** Windows has no executable bit. */
function modeOf(location: string): { readonly executable?: boolean } {
  const status = process.platform === "win32" ? undefined : lstatIfAny(location);
  return status === undefined ? {} : { executable: (status.mode & 0o100) !== 0 };
}

/** A lock that was read has no other keys. */
export function refOf(key: string): SkillRef | InstallFault {
  const ref = parseSkillRef(key);
  return isRefFault(ref) ? installFault("lock", `${key}: ${ref.message}`, [ref.help]) : ref;
}
