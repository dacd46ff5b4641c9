import { isFailure } from "../model/host.ts";
import {
  compareInstalled,
  describeDifference,
  formatRef,
  isSameTree,
  LOCK_FILE,
  openEndsOf,
  type SkillRef,
  type TreeDifference,
} from "../refs/index.ts";
import { isInstallFault, type InstallFault } from "./install-fault.ts";
import { listInstalled } from "./listing.ts";
import { readLock, type InstallWorkspace } from "./workspace.ts";

/**
 * One difference between lock, disk and config.
 *
 * @example
 * for (const { message } of installer.verify() as readonly Drift[]) console.error(message);
 */
export interface Drift {
  readonly kind: "changed" | "missing" | "not-locked" | "not-in-lock" | "not-named" | "not-closed";
  /** Reference, or the directory of what the lock does not have. */
  readonly ref: string;
  readonly path: string;
  readonly difference?: TreeDifference;
  /** One clause that names the files. */
  readonly message: string;
}

/**
 * What a config says about installed sources.
 *
 * @example
 * installer.verify({ names: (ref) => ref === "acme/skills@v1" });
 */
export interface VerifyInstallOptions {
  /** References that the config names. */
  readonly wanted?: readonly SkillRef[] | undefined;
  /** Returns whether a source of the config has an installed reference, or its directory; default: every one is named. */
  readonly names?: ((ref: string, path: string) => boolean) | undefined;
}

export function verifyInstalled(
  workspace: InstallWorkspace,
  { wanted = [], names }: VerifyInstallOptions = {},
): readonly Drift[] | InstallFault {
  const lock = readLock(workspace);
  if (isInstallFault(lock)) return lock;
  const drifts: Drift[] = [];
  for (const [ref, entry] of lock) {
    const difference = compareInstalled(workspace.host, entry);
    const { path } = entry;
    if (difference === undefined) {
      const isThere = !isFailure(workspace.host.entryStatus(path));
      const what = isThere ? "is not a directory" : "is missing";
      drifts.push({ kind: "missing", ref, path, message: `${ref}: ${path} ${what}` });
    } else if (!isSameTree(difference)) {
      const message = `${ref}: in ${path}, ${describeDifference(difference)}`;
      drifts.push({ kind: "changed", ref, path, difference, message });
    }
  }
  for (const ref of wanted) {
    const key = formatRef(ref);
    if (ref.kind === "pkg" || lock.has(key)) continue;
    drifts.push({
      kind: "not-locked",
      ref: key,
      path: LOCK_FILE,
      message: `${key}: the config names it, ${LOCK_FILE} does not`,
    });
  }
  for (const [ref, { path }] of lock)
    if (names?.(ref, path) === false)
      drifts.push({
        kind: "not-named",
        ref,
        path: LOCK_FILE,
        message: `${ref}: ${LOCK_FILE} has it, the config does not name it`,
      });
  for (const { key, message } of openEndsOf(lock))
    drifts.push({ kind: "not-closed", ref: key, path: LOCK_FILE, message: `${key}: ${message}` });
  const installed = listInstalled(workspace);
  if (isInstallFault(installed)) return installed;
  for (const { location, path, ref } of installed)
    if (location === "project" && ref === undefined)
      drifts.push({ kind: "not-in-lock", ref: path, path, message: `${path}: ${LOCK_FILE} does not have it` });
  return drifts;
}
