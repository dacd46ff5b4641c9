/** What is installed. */
import { join } from "node:path";
import { createNodeHost } from "../host/node-host.ts";
import { isFailure } from "../model/host.ts";
import { compareCodeUnits } from "../paths/index.ts";
import { formatRef, isRefFault, parseSkillRef, placeOf, type LockEntry, type SkillRef } from "../refs/index.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { readLock, skillsDirOf, toPlace, type Scope, type Workspace } from "./workspace.ts";

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
}

/** Lists what is installed: the project before the user, then by `org/name`. */
export function listInstalled(workspace: Workspace): readonly InstalledSkill[] | InstallFault {
  const lock = readLock(workspace);
  if (isInstallFault(lock)) return lock;
  const byPath = new Map([...lock].map(([ref, entry]) => [entry.path, { ref, entry }]));
  const project = namesIn(workspace, "project").map(({ org, name, path }): InstalledSkill => {
    const locked = byPath.get(path);
    byPath.delete(path);
    return { org, name, location: "project", path, ...locked };
  });
  // Committed directories; also those that are missing, so that a list shows the whole lock.
  const others = [...byPath].flatMap(([path, { ref, entry }]): InstalledSkill[] => {
    const parsed = parseSkillRef(ref);
    const place = isRefFault(parsed) ? undefined : placeOf(parsed);
    return place === undefined || isRefFault(place) ? [] : [{ ...place, location: "project", path, ref, entry }];
  });
  const user = namesIn(workspace, "user").map((found): InstalledSkill => ({ ...found, location: "user" }));
  const key = ({ org, name, path }: InstalledSkill): string => `${org}/${name}\0${path}`;
  const byName = (one: InstalledSkill, two: InstalledSkill): number => compareCodeUnits(key(one), key(two));
  return [...[...project, ...others].toSorted(byName), ...user.toSorted(byName)];
}

/** The directories `<org>/<name>` of a scope. */
function namesIn(
  workspace: Workspace,
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

/** Finds an installed reference: by its entry in the lock, else in the project, else in the directory of the user. */
export function resolveInstalled(ref: SkillRef, workspace: Workspace): InstalledSkill | InstallFault {
  const installed = listInstalled(workspace);
  if (isInstallFault(installed)) return installed;
  const key = formatRef(ref);
  const place = placeOf(ref);
  const isThere = ({ path }: InstalledSkill): boolean => !isFailure(workspace.host.status(path));
  const found =
    installed.find((one) => one.ref === key && isThere(one)) ??
    installed.find((one) => !isRefFault(place) && one.org === place.org && one.name === place.name && isThere(one));
  return found ?? notInstalled(key);
}

/** Says that a reference is not installed. */
export function notInstalled(key: string): InstallFault {
  return installFault("not-installed", `${key} is not installed`, [
    `run \`skillc add ${key}\``,
    "see `skillc list --installed`",
  ]);
}
