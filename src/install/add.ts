/** Installs one reference. */
import { join, resolve } from "node:path";
import { lstatIfAny } from "../host/links-below.ts";
import {
  compareInstalled,
  formatRef,
  isRefFault,
  isSameTree,
  pinOf,
  placeOf,
  withEntry,
  withPin,
  type LockEntry,
  type SkillRef,
} from "../refs/index.ts";
import { skillsIn, type SkillInTree } from "./choose-skill.ts";
import { fetchWith } from "./fetch-with.ts";
import { toLockEntry, type FetchedTree } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { changeTo, commitUpdates, refOf, type UpdateChange } from "./move.ts";
import { keysOfSource, notInstalled } from "./locked-sources.ts";
import { keepFetched, noteMember } from "./source-records.ts";
import {
  alreadyInstalled,
  commitChanges,
  quoteRef,
  skillsDirOf,
  toPlace,
  type Scope,
  type Session,
  type InstallWorkspace,
} from "./workspace.ts";

/**
 * Where and what to install.
 *
 * @example
 * await installer.add("acme/skills", { skill: "pdf", into: "vendor" });
 */
export interface AddOptions {
  /** `project` (default) or `user`. */
  readonly scope?: Scope | undefined;
  /** Directory for `<into>/<name>`, relative to the project: committed and locked. */
  readonly into?: string | undefined;
  /** Takes only this skill of the source. */
  readonly skill?: string | undefined;
  /**
   * Decides whether the new version of a source that is installed is accepted, before anything is written; default: it
   * is.
   */
  readonly accept?: ((change: UpdateChange) => boolean) | undefined;
}

/**
 * What was installed.
 *
 * @example
 * const { ref, path, skills } = await installer.add("acme/skills/pdf@v1") as AddedSkills;
 */
export interface AddedSkills {
  /** Normalized reference: the key of the lock, and what a config names. */
  readonly ref: string;
  /** POSIX path relative to the project; absolute outside it. */
  readonly path: string;
  readonly entry: LockEntry;
  readonly skills: readonly SkillInTree[];
  /** Contents by path. */
  readonly files: FetchedTree["files"];
  /** One clause each. */
  readonly warnings: readonly string[];
  /** Type of the provenance that the npm registry has. */
  readonly provenance?: string;
  /** The reference that the lock had for the same source; it was moved, or was what is installed already. */
  readonly before?: string;
  /** What the move changed; undefined for a source that is new, or if nothing changed. */
  readonly change?: UpdateChange;
}

/** Fetches a reference and installs it; a source that is installed already is moved to it. */
export async function addRef(
  ref: SkillRef,
  options: AddOptions,
  session: Session,
): Promise<AddedSkills | InstallFault> {
  // A target that is known now is refused before anything is downloaded.
  const early = options.skill === undefined ? obstacle(ref, options, session) : undefined;
  if (early !== undefined && !isLeftOver(early, ref, options, session)) return early;
  const fetched = await fetchWith(session, { ref, skill: options.skill });
  return isInstallFault(fetched) ? fetched : addFetched(fetched, options, session);
}

export async function addFetched(
  fetched: FetchedTree,
  options: AddOptions,
  session: Session,
): Promise<AddedSkills | InstallFault> {
  const { workspace, lock } = session;
  const fault = obstacle(fetched.ref, options, session);
  const isSame = fault !== undefined && isAsFetched(fetched, options, session);
  if (fault !== undefined && !isSame) return fault;
  const installed = installedSource(fetched.ref, options, session);
  if (installed !== undefined) return moveTo(installed, fetched, options, session);
  const key = formatRef(fetched.ref);
  const target = targetOf(fetched.ref, options, workspace) as string;
  const path = toPlace(target, workspace);
  const entry = toLockEntry(fetched, path, workspace.host.sha256);
  const isLocked = (options.scope ?? "project") === "project" && !path.startsWith("/") && path !== target;
  const locked = isLocked ? { next: withEntry(lock, key, entry), changes: [{ after: key, path }] } : undefined;
  const failed = await commitChanges(session, [{ target, files: fetched.files, replaces: isSame }], locked);
  if (failed !== undefined) return failed;
  keepFetched(key, entry, fetched.files, workspace);
  noteMember(key, entry, workspace);
  return describeAdded(key, entry, fetched);
}

function describeAdded(ref: string, entry: LockEntry, { files, warnings, provenance }: FetchedTree): AddedSkills {
  const skills = skillsIn(files);
  return { ref, path: entry.path, entry, skills, files, warnings, ...(provenance !== undefined && { provenance }) };
}

/** Moves an installed source, in its own spelling, to what was fetched. */
async function moveTo(
  before: string,
  fetched: FetchedTree,
  { accept }: AddOptions,
  session: Session,
): Promise<AddedSkills | InstallFault> {
  const old = refOf(before);
  if (isInstallFault(old)) return old;
  const change = changeTo(before, { ...fetched, ref: withPin(old, pinOf(fetched.ref)) }, session);
  if (isInstallFault(change)) return change;
  const entry = change?.after.entry ?? session.lock.get(before);
  if (entry === undefined) return notInstalled(before, false, { names: [], lock: session.lock });
  if (change !== undefined && accept?.(change) === false) return notAccepted(change);
  const failed =
    change === undefined ? await keepAsIs(before, entry, fetched, session) : await commitUpdates([change], session);
  if (failed !== undefined) return failed;
  return { ...describeAdded(change?.to ?? before, entry, fetched), before, ...(change && { change }) };
}

/** The directory may be missing, and the config may not name the source. */
function keepAsIs(
  key: string,
  { path }: LockEntry,
  { files }: FetchedTree,
  session: Session,
): Promise<InstallFault | undefined> {
  const target = resolve(session.workspace.base, path);
  const directories = lstatIfAny(target) === undefined ? [{ target, files, replaces: true }] : [];
  return commitChanges(session, directories, { next: session.lock, changes: [{ before: key, after: key, path }] });
}

function notAccepted({ ref, to }: UpdateChange): InstallFault {
  return installFault("not-accepted", `${ref} was not moved: ${to} may do more`, [
    `see what changes with \`skillc update ${quoteRef(to)} --dry-run\``,
    `accept it with \`skillc update ${quoteRef(to)} --accept\``,
  ]);
}

/** Returns the absolute path of the directory for a reference. */
export function targetOf(
  ref: SkillRef,
  { scope = "project", into }: AddOptions,
  workspace: InstallWorkspace,
): string | InstallFault {
  const place = placeOf(ref);
  if (isRefFault(place)) return installFault("bad-ref", `${formatRef(ref)}: ${place.message}`, [place.help]);
  if (into !== undefined) return resolve(workspace.base, into, place.name);
  const dir = skillsDirOf(workspace, scope);
  if (dir === undefined) return installFault("disk", "the user has no home directory", ["set HOME or XDG_CONFIG_HOME"]);
  return join(dir, place.org, place.name);
}

/**
 * Returns the key of the entry that is the same source as a reference: at the target, or anywhere if the caller names no
 * directory.
 */
function installedSource(ref: SkillRef, options: AddOptions, { workspace, lock }: Session): string | undefined {
  if (options.scope === "user") return undefined;
  const target = targetOf(ref, options, workspace);
  const place = typeof target === "string" ? toPlace(target, workspace) : undefined;
  const same = keysOfSource(ref, lock);
  const there = same.find((key) => lock.get(key)?.path === place);
  if (there !== undefined || options.into !== undefined) return there;
  return same.find((key) => key === formatRef(ref)) ?? same[0];
}

/** A lock that was deleted leaves its directories: only what is fetched shows whether one has local changes. */
function isLeftOver(fault: InstallFault, ref: SkillRef, options: AddOptions, { workspace, lock }: Session): boolean {
  const target = targetOf(ref, options, workspace);
  const isOwned = [...lock.values()].some(({ path }) => resolve(workspace.base, path) === target);
  return fault.code === "already-installed" && options.scope !== "user" && options.into === undefined && !isOwned;
}

/** Returns whether a directory that the lock does not have contains what was fetched. */
function isAsFetched(fetched: FetchedTree, options: AddOptions, { workspace }: Session): boolean {
  const target = targetOf(fetched.ref, options, workspace);
  if (typeof target !== "string" || options.scope === "user") return false;
  const entry = toLockEntry(fetched, toPlace(target, workspace), workspace.host.sha256);
  const difference = compareInstalled(workspace.host, entry);
  return difference !== undefined && isSameTree(difference);
}

/** Returns why a reference cannot be installed where it would go. */
function obstacle(ref: SkillRef, options: AddOptions, session: Session): InstallFault | undefined {
  const { workspace, lock } = session;
  const target = targetOf(ref, options, workspace);
  if (typeof target !== "string") return target;
  if (installedSource(ref, options, session) !== undefined) return undefined;
  const place = toPlace(target, workspace);
  const isUser = options.scope === "user";
  const twin = isUser ? undefined : lock.get(formatRef(ref));
  if (twin !== undefined)
    return installFault("already-installed", `${formatRef(ref)} is installed in ${twin.path}`, [
      `remove it there first: \`skillc remove ${quoteRef(formatRef(ref))}\``,
    ]);
  const owner = isUser ? undefined : [...lock].find(([, { path }]) => path === place)?.[0];
  return lstatIfAny(target) !== undefined || owner !== undefined ? alreadyInstalled(place, owner) : undefined;
}
