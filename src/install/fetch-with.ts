import { join, resolve } from "node:path";
import { isFailure } from "../model/host.ts";
import { formatRef, gitUrlOf, isAllowedSource, pathInOf, revisionOf, withoutPath } from "../refs/index.ts";
import { skillsIn, type SkillInTree } from "./choose-skill.ts";
import { withDirectory } from "./fetch-archive.ts";
import { fetchRef, type FetchContext, type FetchRequest } from "./fetch-ref.ts";
import type { FetchedTree } from "./fetched.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { dirIn, withPartsOf } from "./source-parts.ts";
import type { Session } from "./workspace.ts";

/** Prefers the caller's steps. What is required and cannot be taken is a fault. */
export async function fetchWith(session: Session, request: FetchRequest): Promise<FetchedTree | InstallFault> {
  const tree = await fetchLoosely(session, request);
  return isInstallFault(tree) ? tree : (tree.partsFault ?? tree);
}

/** As `fetchWith`, but what is required and cannot be taken is named in the tree. */
export async function fetchLoosely(
  { workspace, fetching, store }: Session,
  request: FetchRequest,
): Promise<FetchedTree | InstallFault> {
  const { clone, checkout, copy } = workspace.steps;
  const { ref } = request;
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
  return url === undefined ? takeCopy(request, dir, fetching) : takeClone(request, dir, fetching);
}

/** The caller has copied the directory. */
async function takeCopy(
  { ref, skill }: FetchRequest,
  dir: string,
  fetching: FetchContext,
): Promise<FetchedTree | InstallFault> {
  const local = await fetchRef({ ref: { kind: "path", path: dir }, skill }, fetching);
  return isInstallFault(local) ? local : { ...local, ref };
}

/** The caller has cloned the repository. */
async function takeClone(
  { ref, skill, withParts }: FetchRequest,
  dir: string,
  fetching: FetchContext,
): Promise<FetchedTree | InstallFault> {
  const place = { kind: "path", path: join(dir, pathInOf(ref) ?? "") } as const;
  const local = await fetchRef(
    { ref: place, skill: skill ?? (ref.kind === "github" ? ref.skill : undefined) },
    fetching,
  );
  if (isInstallFault(local)) return local;
  const tree = { ...local, ref: withDirectory(ref, dirIn(place, local.ref)) };
  if (withParts !== true) return tree;
  const root = withoutPath(ref);
  const take = async (below: string): Promise<FetchedTree | InstallFault> => {
    const taken = await fetchRef({ ref: { kind: "path", path: join(dir, below) } }, fetching);
    return isInstallFault(taken) ? taken : { ...taken, ref: withDirectory(root, below) };
  };
  const skills = async (): Promise<readonly SkillInTree[] | InstallFault> => {
    const whole = await take("");
    return isInstallFault(whole) ? whole : skillsIn(whole.files);
  };
  return withPartsOf(tree, { root, skills, take });
}

/** Without a list, every repository is allowed. */
function forbiddenSource(url: string, allowed: readonly string[] | undefined): InstallFault | undefined {
  const repository = /^https:\/\/github\.com\/([^/]+\/[^/]+)$/.exec(url)?.[1];
  const isAllowed = allowed?.includes("*") ?? true;
  if (isAllowed || (repository !== undefined && isAllowedSource(repository, allowed ?? []))) return undefined;
  return installFault("not-allowed", `${repository ?? url} is not an allowed source`, ["add it to allowedSources"]);
}
