/** Installs one reference. */
import { join, resolve } from "node:path";
import { lstatIfAny } from "../host/links-below.ts";
import { isFailure } from "../model/host.ts";
import {
  formatRef,
  gitUrlOf,
  isAllowedSource,
  isRefFault,
  placeOf,
  revisionOf,
  withEntry,
  type LockEntry,
  type SkillRef,
} from "../refs/index.ts";
import { skillsIn, type SkillInTree } from "./choose-skill.ts";
import { fetchRef, type FetchRequest } from "./fetch-ref.ts";
import { toLockEntry, type FetchedTree } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { keepFetched, noteMember } from "./source-records.ts";
import {
  alreadyInstalled,
  commitChanges,
  skillsDirOf,
  toPlace,
  type Scope,
  type Session,
  type Workspace,
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
}

/** Fetches a reference and installs it; nothing that exists is overwritten. */
export async function addRef(
  ref: SkillRef,
  options: AddOptions,
  session: Session,
): Promise<AddedSkills | InstallFault> {
  // A target that is known now is refused before anything is downloaded.
  const early = options.skill === undefined ? obstacle(ref, options, session) : undefined;
  if (early !== undefined) return early;
  const fetched = await fetchWith(session, { ref, skill: options.skill });
  return isInstallFault(fetched) ? fetched : addFetched(fetched, options, session);
}

/** Installs what was fetched. */
export async function addFetched(
  fetched: FetchedTree,
  options: AddOptions,
  session: Session,
): Promise<AddedSkills | InstallFault> {
  const { workspace, lock } = session;
  const key = formatRef(fetched.ref);
  const fault = obstacle(fetched.ref, options, session);
  if (fault !== undefined) return fault;
  const target = targetOf(fetched.ref, options, workspace) as string;
  const path = toPlace(target, workspace);
  const entry = toLockEntry(fetched, path, workspace.host.sha256);
  const isLocked = (options.scope ?? "project") === "project" && !path.startsWith("/") && path !== target;
  const next = isLocked ? withEntry(lock, key, entry) : undefined;
  const failed = await commitChanges(session, [{ target, files: fetched.files, replaces: false }], next);
  if (failed !== undefined) return failed;
  keepFetched(key, entry, fetched.files, workspace);
  noteMember(key, entry, workspace);
  const { warnings, provenance } = fetched;
  return {
    ref: key,
    path,
    entry,
    skills: skillsIn(fetched.files),
    files: fetched.files,
    warnings,
    ...(provenance !== undefined && { provenance }),
  };
}

/** Returns the absolute path of the directory for a reference. */
export function targetOf(
  ref: SkillRef,
  { scope = "project", into }: AddOptions,
  workspace: Workspace,
): string | InstallFault {
  const place = placeOf(ref);
  if (isRefFault(place)) return installFault("bad-ref", `${formatRef(ref)}: ${place.message}`, [place.help]);
  if (into !== undefined) return resolve(workspace.base, into, place.name);
  const dir = skillsDirOf(workspace, scope);
  if (dir === undefined) return installFault("disk", "the user has no home directory", ["set HOME or XDG_CONFIG_HOME"]);
  return join(dir, place.org, place.name);
}

/** Returns why a reference cannot be installed where it would go. */
function obstacle(ref: SkillRef, options: AddOptions, { workspace, lock }: Session): InstallFault | undefined {
  const target = targetOf(ref, options, workspace);
  if (typeof target !== "string") return target;
  const place = toPlace(target, workspace);
  const locked = options.scope === "user" ? undefined : lock.get(formatRef(ref));
  if (locked !== undefined) {
    const isThere = lstatIfAny(resolve(workspace.base, locked.path)) !== undefined;
    if (isThere) return alreadyInstalled(locked.path, formatRef(ref));
    return installFault("already-installed", `${formatRef(ref)} is in the lock already`, ["run `skillc install`"]);
  }
  const owner = [...lock].find(([, { path }]) => path === place)?.[0];
  if (lstatIfAny(target) !== undefined || (owner !== undefined && options.scope !== "user"))
    return alreadyInstalled(place, owner);
  return undefined;
}

/** Fetches with the steps of the caller where there are any. */
export async function fetchWith(
  { workspace, fetching, store }: Session,
  request: FetchRequest,
): Promise<FetchedTree | InstallFault> {
  const { clone, checkout, copy } = workspace.steps;
  const { ref, skill } = request;
  const url = gitUrlOf(ref);
  const forbidden = url === undefined ? undefined : forbiddenSource(url, workspace.allowedSources);
  if (forbidden !== undefined) return forbidden;
  const isOwnStep = url === undefined ? ref.kind === "path" && copy !== undefined : clone !== undefined;
  if (!isOwnStep) return fetchRef(request, fetching);
  const dir = store.temporary();
  try {
    if (url === undefined) {
      const source = resolve(workspace.base, (ref as { readonly path: string }).path);
      const status = workspace.host.status(source);
      if (isFailure(status) || status.kind !== "directory") return await fetchRef(request, fetching);
      await copy?.(source, dir);
    } else {
      await clone?.(url, dir);
      const revision = request.commit ?? revisionOf(ref);
      if (revision !== undefined) await checkout?.(dir, revision);
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return installFault("unreachable", `${formatRef(ref)} cannot be fetched: ${detail}`, ["check the reference"]);
  }
  const inside = "path" in ref && ref.kind !== "path" ? ref.path : undefined;
  const local = await fetchRef(
    { ref: { kind: "path", path: inside === undefined ? dir : join(dir, inside) }, skill },
    fetching,
  );
  return isInstallFault(local) ? local : { ...local, ref };
}

/** Refuses a repository that is not on the list of allowed sources, if there is one. */
function forbiddenSource(url: string, allowed: readonly string[] | undefined): InstallFault | undefined {
  const repository = /^https:\/\/github\.com\/([^/]+\/[^/]+)$/.exec(url)?.[1];
  const isAllowed = allowed?.includes("*") ?? true;
  if (isAllowed || (repository !== undefined && isAllowedSource(repository, allowed ?? []))) return undefined;
  return installFault("not-allowed", `${repository ?? url} is not an allowed source`, ["add it to allowedSources"]);
}
