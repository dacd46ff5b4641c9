import { dirname, resolve } from "node:path";
import { plural } from "../diagnostics/rule.ts";
import { lstatIfAny } from "../host/links-below.ts";
import {
  compareInstalled,
  formatRef,
  isSameTree,
  pinOf,
  withPin,
  type LockEntry,
  type SkillRef,
} from "../refs/index.ts";
import { skillsIn, type SkillInTree } from "./choose-skill.ts";
import {
  lockAfter,
  planClosure,
  type Closure,
  type ClosureRoot,
  type Dependencies,
  type PlannedSkills,
} from "./closure.ts";
import { fetchWith } from "./fetch-with.ts";
import { toLockEntry, type FetchedTree } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { commitUpdates, notePlanned } from "./commit-updates.ts";
import { changeTo, refOf, type UpdateChange } from "./move.ts";
import { keysOfSource, notInstalled } from "./locked-sources.ts";
import type { DirectoryChange } from "./install-store.ts";
import { checkVersions } from "./required-versions.ts";
import { targetOf, type TargetOptions } from "./target.ts";
import { alreadyInstalled, commitChanges, quoteRef, skillsDirOf, toPlace, type Session } from "./workspace.ts";

/**
 * Where and what to install.
 *
 * @example
 * await installer.add("acme/skills", { skill: "pdf", into: "vendor" });
 */
export interface AddOptions extends TargetOptions {
  /** Takes only this skill of the source. */
  readonly skill?: string | undefined;
  /**
   * Decides whether the new version of a source that is installed is accepted, before anything is written; default: it
   * is.
   */
  readonly accept?: ((change: UpdateChange) => boolean) | undefined;
  /**
   * What is installed with it: what its skills require of the same source (default), also what other sources have, or
   * nothing.
   */
  readonly dependencies?: Dependencies | undefined;
  /**
   * Decides, before anything is written, whether what is installed with it is accepted; default: it is. `by` is the
   * reference that requires it, itself or through others.
   */
  readonly review?: ((required: readonly AddedSkills[], by: string) => boolean) | undefined;
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
  /** What was installed with it, because its skills require it. */
  readonly required?: readonly AddedSkills[];
  /** What had been installed with it, and has moved with it. */
  readonly moved?: readonly UpdateChange[];
}

/** Fetches a reference and installs it; a source that is installed already is moved to it. */
export async function addRef(
  ref: SkillRef,
  options: AddOptions,
  session: Session,
): Promise<AddedSkills | InstallFault> {
  const early = earlyObstacle(ref, options, session);
  if (early !== undefined) return early;
  const withParts = options.dependencies !== "none";
  const fetched = await fetchWith(session, { ref, skill: options.skill, withParts });
  return isInstallFault(fetched) ? fetched : addFetched(fetched, options, session);
}

/** A target that is known now is refused before anything is downloaded. */
export function earlyObstacle(ref: SkillRef, options: AddOptions, session: Session): InstallFault | undefined {
  const early = options.skill === undefined ? obstacle(ref, options, session) : undefined;
  return early !== undefined && !isLeftOver(early, ref, options, session) ? early : undefined;
}

export async function addFetched(
  fetched: FetchedTree,
  options: AddOptions,
  session: Session,
): Promise<AddedSkills | InstallFault> {
  const { workspace } = session;
  const fault = obstacle(fetched.ref, options, session);
  const isSame = fault !== undefined && isAsFetched(fetched, options, session);
  if (fault !== undefined && !isSame) return fault;
  const installed = installedSource(fetched.ref, options, session);
  if (installed !== undefined) return moveTo(installed, fetched, options, session);
  const key = formatRef(fetched.ref);
  const target = targetOf(fetched.ref, options, workspace) as string;
  const entry = toLockEntry(fetched, toPlace(target, workspace), workspace.host.sha256);
  const closure = await closureOf({ key, tree: fetched }, options, session);
  if (isInstallFault(closure)) return closure;
  const root = { key, entry, tree: fetched, target };
  const isLocked = (options.scope ?? "project") === "project" && !entry.path.startsWith("/") && entry.path !== target;
  const failed = await installAll(root, closure, { isSame, isLocked, session });
  return failed ?? { ...describeAdded(key, entry, fetched, closure), ...comingWith(closure) };
}

async function closureOf(
  root: ClosureRoot,
  { scope, into, dependencies = "source", review }: AddOptions,
  session: Session,
): Promise<Closure | InstallFault> {
  const closure = await planClosure([root], { scope, into, dependencies }, session);
  if (isInstallFault(closure) || closure.added.length === 0) return closure;
  return review?.(closure.added.map(describePlanned), root.key) === false
    ? requiredNotAccepted(root.key, closure)
    : closure;
}

async function installAll(
  root: PlannedSkills,
  closure: Closure,
  { isSame, isLocked, session }: { readonly isSame: boolean; readonly isLocked: boolean; readonly session: Session },
): Promise<InstallFault | undefined> {
  const { workspace, lock } = session;
  const planned = [root, ...closure.added];
  const directories = planned.map(({ target, tree: { files } }) => {
    return { target, files, replaces: isSame && target === root.target };
  });
  const next = lockAfter(lock, [], { ...closure, added: planned });
  const fresh = new Map(planned.map(({ key, tree }) => [key, tree.files]));
  const wrong = isLocked ? checkVersions(next, fresh, workspace) : undefined;
  if (wrong !== undefined) return wrong;
  const changes = planned.map(({ key, entry: { path } }) => ({ after: key, path }));
  const failed = await commitChanges(session, directories, isLocked ? { next, changes } : undefined);
  if (failed === undefined) notePlanned(planned, workspace);
  return failed;
}

function comingWith({ added, moved }: Closure): Pick<AddedSkills, "required" | "moved"> {
  return {
    ...(added.length > 0 && { required: added.map(describePlanned) }),
    ...(moved.length > 0 && { moved }),
  };
}

function describeAdded(
  ref: string,
  entry: LockEntry,
  { files, warnings, provenance }: FetchedTree,
  closure?: Closure,
): AddedSkills {
  return {
    ref,
    path: entry.path,
    entry,
    skills: skillsIn(files),
    files,
    warnings: [...warnings, ...(closure?.warnings ?? [])],
    ...(provenance !== undefined && { provenance }),
  };
}

export function describePlanned({ key, entry, tree }: PlannedSkills): AddedSkills {
  return describeAdded(key, entry, tree);
}

/** In its own spelling. */
async function moveTo(
  before: string,
  fetched: FetchedTree,
  options: AddOptions,
  session: Session,
): Promise<AddedSkills | InstallFault> {
  const { accept } = options;
  const old = refOf(before);
  if (isInstallFault(old)) return old;
  const change = changeTo(before, { ...fetched, ref: withPin(old, pinOf(fetched.ref)) }, session);
  if (isInstallFault(change)) return change;
  const entry = change?.after.entry ?? session.lock.get(before);
  if (entry === undefined) return notInstalled(before, false, { names: [], lock: session.lock });
  if (change !== undefined && accept?.(change) === false) return notAccepted(change);
  const key = change?.to ?? before;
  const closure = await closureOf(
    { key, before, tree: fetched },
    { ...options, into: intoOf(entry, session) },
    session,
  );
  if (isInstallFault(closure)) return closure;
  const refused = closure.moved.find((each) => accept?.(each) === false);
  if (refused !== undefined) return notAccepted(refused);
  const changes = [...(change === undefined ? [] : [change]), ...closure.moved];
  const missing = change === undefined ? missingDirectory(entry, fetched, session) : [];
  const failed = await commitUpdates(changes, session, { closure, byHand: key, missing });
  if (failed !== undefined) return failed;
  return { ...describeAdded(key, entry, fetched, closure), before, ...(change && { change }), ...comingWith(closure) };
}

/** What comes with an entry goes next to it: undefined in the directory of installed skills. */
function intoOf({ path }: LockEntry, { workspace }: Session): string | undefined {
  const target = resolve(workspace.base, path);
  return dirname(dirname(target)) === skillsDirOf(workspace, "project") ? undefined : dirname(target);
}

/** A directory of the lock may be missing. */
function missingDirectory({ path }: LockEntry, { files }: FetchedTree, session: Session): readonly DirectoryChange[] {
  const target = resolve(session.workspace.base, path);
  return lstatIfAny(target) === undefined ? [{ target, files, replaces: true }] : [];
}

function requiredNotAccepted(key: string, { added }: Closure): InstallFault {
  return installFault(
    "not-accepted",
    `${key} was not moved: it requires ${plural(added.length, "more skill")}`,
    [`accept it with \`skillc update ${quoteRef(key)} --accept\``],
    added.map((each) => each.key),
  );
}

function notAccepted({ ref, to }: UpdateChange): InstallFault {
  return installFault("not-accepted", `${ref} was not moved: ${to} may do more`, [
    `see what changes with \`skillc update ${quoteRef(to)} --dry-run\``,
    `accept it with \`skillc update ${quoteRef(to)} --accept\``,
  ]);
}

/** Without a directory from the caller, any entry of the same source counts. */
function installedSource(ref: SkillRef, options: AddOptions, { workspace, lock }: Session): string | undefined {
  if (options.scope === "user") return undefined;
  const target = targetOf(ref, options, workspace);
  const place = typeof target === "string" ? toPlace(target, workspace) : undefined;
  const same = keysOfSource(ref, lock);
  const there = same.find((key) => lock.get(key)?.path === place);
  if (there !== undefined || options.into !== undefined) return there;
  return same.find((key) => key === formatRef(ref)) ?? same[0];
}

/** Deleting the lock leaves its directories: only what is fetched shows whether one has local changes. */
function isLeftOver(fault: InstallFault, ref: SkillRef, options: AddOptions, { workspace, lock }: Session): boolean {
  const target = targetOf(ref, options, workspace);
  const isOwned = [...lock.values()].some(({ path }) => resolve(workspace.base, path) === target);
  return fault.code === "already-installed" && options.scope !== "user" && options.into === undefined && !isOwned;
}

/** The lock does not contain the directory. */
function isAsFetched(fetched: FetchedTree, options: AddOptions, { workspace }: Session): boolean {
  const target = targetOf(fetched.ref, options, workspace);
  if (typeof target !== "string" || options.scope === "user") return false;
  const entry = toLockEntry(fetched, toPlace(target, workspace), workspace.host.sha256);
  const difference = compareInstalled(workspace.host, entry);
  return difference !== undefined && isSameTree(difference);
}

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
