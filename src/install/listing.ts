import { join } from "node:path";
import { createNodeHost } from "../host/node-host.ts";
import { isFailure } from "../model/host.ts";
import { compareCodeUnits } from "../paths/index.ts";
import { isRefFault, parseSkillRef, placeOf, type LockEntry } from "../refs/index.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { findSource, notInstalled, skillsOfEntry } from "./locked-sources.ts";
import { readLock, skillsDirOf, toPlace, type Scope, type InstallWorkspace } from "./workspace.ts";

/**
 * An installed directory. Its layout is PromptKit's: `<org>/<name>` below the directory of the project or of the user.
 *
 * @example
 * const { org, name, location, path } = installer.resolve("@acme/skills") as InstalledSkill;
 */
export interface InstalledSkill {
  readonly org: string;
  readonly name: string;
  readonly location: Scope;
  /** POSIX path relative to the project; absolute outside it. */
  readonly path: string;
  /** Its reference in the lock; undefined if nothing pins it. */
  readonly ref?: string;
  readonly entry?: LockEntry;
  /** Names of its skills; undefined if nothing pins it. */
  readonly skills?: readonly string[];
}

/** The project comes before the user, then by `org/name`. */
export function listInstalled(workspace: InstallWorkspace): readonly InstalledSkill[] | InstallFault {
  const lock = readLock(workspace);
  if (isInstallFault(lock)) return lock;
  const skillsOf = ({ ref, entry }: { readonly ref: string; readonly entry: LockEntry }) => ({
    skills: skillsOfEntry(ref, entry, workspace).map(({ name }) => name),
  });
  const byPath = new Map([...lock].map(([ref, entry]) => [entry.path, { ref, entry }]));
  const project = namesIn(workspace, "project").map(({ org, name, path }): InstalledSkill => {
    const locked = byPath.get(path);
    byPath.delete(path);
    return { org, name, location: "project", path, ...locked, ...(locked && skillsOf(locked)) };
  });
  // Committed directories; also those that are missing, so that a list shows the whole lock.
  const others = [...byPath].flatMap(([path, { ref, entry }]): InstalledSkill[] => {
    const parsed = parseSkillRef(ref);
    const place = isRefFault(parsed) ? undefined : placeOf(parsed);
    return place === undefined || isRefFault(place)
      ? []
      : [{ ...place, location: "project", path, ref, entry, ...skillsOf({ ref, entry }) }];
  });
  const user = namesIn(workspace, "user").map((found): InstalledSkill => ({ ...found, location: "user" }));
  const key = ({ org, name, path }: InstalledSkill): string => `${org}/${name}\0${path}`;
  const byName = (one: InstalledSkill, two: InstalledSkill): number => compareCodeUnits(key(one), key(two));
  return [...[...project, ...others].toSorted(byName), ...user.toSorted(byName)];
}

/** Directories `<org>/<name>`. */
function namesIn(
  workspace: InstallWorkspace,
  scope: Scope,
): readonly { readonly org: string; readonly name: string; readonly path: string }[] {
  const root = skillsDirOf(workspace, scope);
  if (root === undefined) return [];
  const host = createNodeHost(root);
  const directoriesIn = (path: string): readonly string[] => {
    const listed = host.readDirectory(path);
    if (isFailure(listed)) return [];
    return listed.filter(({ name, kind }) => kind === "directory" && !name.startsWith(".")).map(({ name }) => name);
  };
  return directoriesIn(".").flatMap((org) =>
    directoriesIn(org).map((name) => ({ org, name, path: toPlace(join(root, org, name), workspace) })),
  );
}

/**
 * An entry of the lock comes first, then a directory without one, in the project or of the user. A directory that the
 * lock has for another source does not count.
 */
export function findInstalled(text: string, workspace: InstallWorkspace): FoundInstalled | InstallFault {
  const [lock, installed] = [readLock(workspace), listInstalled(workspace)];
  if (isInstallFault(lock)) return lock;
  if (isInstallFault(installed)) return installed;
  const source = findSource(text, lock, workspace);
  if (!isInstallFault(source)) {
    const one = installed.find(({ ref }) => ref === source.key);
    if (one !== undefined) return { ...one, ...(source.skill !== undefined && { skill: source.skill }) };
  }
  const ref = parseSkillRef(text);
  const place = isRefFault(ref) ? ref : placeOf(ref);
  const unlocked = installed.find(
    (one) => one.ref === undefined && !isRefFault(place) && one.org === place.org && one.name === place.name,
  );
  return unlocked ?? (isInstallFault(source) ? source : notInstalled(text, false, { names: [], lock }));
}

/** Also the name of the skill by which it was found. */
interface FoundInstalled extends InstalledSkill {
  readonly skill?: string;
}

/** The directory must exist. */
export function resolveInstalled(text: string, workspace: InstallWorkspace): InstalledSkill | InstallFault {
  const found = findInstalled(text, workspace);
  if (isInstallFault(found) || !isFailure(workspace.host.status(found.path))) return found;
  return installFault("not-installed", `${text} is not installed: ${found.path} does not exist`, [
    "install it with `skillc install`",
  ]);
}
