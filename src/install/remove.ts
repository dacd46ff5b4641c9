import { resolve } from "node:path";
import { nearestNames } from "../runtime/access.ts";
import { unusedIn, withTrueRequirers, type LockEntry, type SkillLock } from "../refs/index.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { findInstalled, listInstalled, type InstalledSkill } from "./listing.ts";
import { driftOf } from "./move.ts";
import { commitChanges, quoteRef, withSession, type InstallWorkspace, type Session } from "./workspace.ts";

/**
 * A source that was removed.
 *
 * @example
 * const { ref, path } = removed[0] as RemovedSource;
 */
export interface RemovedSource {
  readonly ref: string;
  readonly path: string;
}

/**
 * What was removed, and what nothing requires any more.
 *
 * @example
 * const { path, unused } = await installer.remove("pdf") as RemovedSkill;
 */
export interface RemovedSkill extends InstalledSkill {
  /** Sources that required it, and that nothing required. */
  readonly alsoRemoved: readonly RemovedSource[];
  /** References of the lock that nothing requires any more; `removeUnused` removes them. */
  readonly unused: readonly string[];
}

export async function removeSource(text: string, workspace: InstallWorkspace): Promise<RemovedSkill | InstallFault> {
  const found = findInstalled(text, workspace);
  if (isInstallFault(found)) return found.code === "not-installed" ? nothingToRemove(text, found, workspace) : found;
  const { ref, entry, location, path, skill, skills = [] } = found;
  if (skill !== undefined && skills.length > 1) return oneOfSeveral(skill, found);
  return withSession(workspace, location, async (session) => {
    if (ref === undefined || entry === undefined) {
      const target = resolve(workspace.base, path);
      const failed = await commitChanges(session, [{ target, replaces: true }], undefined);
      return failed ?? { ...found, alsoRemoved: [], unused: [] };
    }
    // What nothing requires any longer cannot keep it.
    const unwanted = new Map(session.lock).set(ref, { ...entry, requiredBy: [] });
    const requiring = requirersOf(ref, session.lock);
    const unused = new Set(unusedIn(unwanted));
    if (!unused.has(ref)) return isRequired(ref, requiring);
    const gone = new Set([ref, ...closureOfRequirers(ref, session.lock)]);
    const removed = await removeAll([...gone], session);
    if (isInstallFault(removed)) return removed;
    return {
      ...found,
      alsoRemoved: removed.filter((each) => each.ref !== ref),
      unused: [...unused].filter((key) => !gone.has(key)),
    };
  });
}

/** Removes what nothing requires that was installed by hand. */
export function removeUnused(session: Session): Promise<readonly RemovedSource[] | InstallFault> {
  return removeAll(unusedIn(session.lock), session);
}

/** Also removes their directories and sources of a config. */
async function removeAll(keys: readonly string[], session: Session): Promise<readonly RemovedSource[] | InstallFault> {
  const { lock, workspace } = session;
  const next = new Map(lock);
  const removed: RemovedSource[] = [];
  for (const ref of keys) {
    const entry = lock.get(ref) as LockEntry;
    const drift = driftOf(ref, entry, workspace);
    if (drift !== undefined) return drift;
    next.delete(ref);
    removed.push({ ref, path: entry.path });
  }
  const directories = removed.map(({ path }) => ({ target: resolve(workspace.base, path), replaces: true }));
  const changes = removed.map(({ ref, path }) => ({ before: ref, path }));
  const failed = await commitChanges(session, directories, { next: withTrueRequirers(next), changes });
  return failed ?? removed;
}

function requirersOf(ref: string, lock: SkillLock): readonly string[] {
  return [...lock].filter(([, { requires = [] }]) => requires.includes(ref)).map(([key]) => key);
}

/** Also through others. */
function closureOfRequirers(ref: string, lock: SkillLock): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [ref];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop())
    for (const each of requirersOf(key, lock)) {
      if (found.has(each)) continue;
      found.add(each);
      waiting.push(each);
    }
  return found;
}

function isRequired(ref: string, requiring: readonly string[]): InstallFault {
  const named = requiring.slice(0, MAX_NAMED);
  return installFault(
    "required",
    `${ref} stays: ${named.join(", ")} ${requiring.length === 1 ? "requires" : "require"} it`,
    [`remove that first: \`skillc remove ${quoteRef(requiring[0] ?? "")}\``],
  );
}

const MAX_NAMED = 8;

/** Lists what is installed: someone who removes a source does not need to know how to install it. */
function nothingToRemove(text: string, { message }: InstallFault, workspace: InstallWorkspace): InstallFault {
  const installed = listInstalled(workspace);
  const all = isInstallFault(installed) ? [] : installed;
  const refs = all.map(({ ref, org, name }) => ref ?? `${org}/${name}`);
  const [nearest] = nearestNames(text, [...refs, ...all.flatMap(({ skills = [] }) => skills)]);
  const more = refs.length > MAX_NAMED ? [`and ${refs.length - MAX_NAMED} more: \`skillc list --installed\``] : [];
  const named = refs.slice(0, MAX_NAMED).map((ref) => `installed: ${ref}`);
  return installFault(
    "not-installed",
    refs.length === 0 ? `${message}; no skills are installed here` : message,
    nearest === undefined ? [] : [`did you mean "${nearest}"?`],
    [...named, ...more],
  );
}

/** A source is removed as a whole. */
function oneOfSeveral(skill: string, { ref = "", skills = [] }: InstalledSkill): InstallFault {
  const all = skills.length === 2 ? "both" : `all ${skills.length}`;
  return installFault("ambiguous", `"${skill}" is one of ${skills.length} skills of ${ref}`, [
    `remove ${all} with \`skillc remove ${quoteRef(ref)}\``,
    `leave it out of builds: name its directory in "exclude" of the source`,
  ]);
}
