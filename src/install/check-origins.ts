/** Anyone who can edit a lock could name commits and versions that its references do not mean. */
import { isGitFailure, type GitFailure, type GitRepository } from "./fetch-git.ts";
import {
  gitUrlOf,
  isRefFault,
  LOCK_FILE,
  parseRange,
  parseSkillRef,
  parseVersion,
  revisionOf,
  satisfies,
  type LockEntry,
  type SkillLock,
  type SkillRef,
} from "../refs/index.ts";
import { FULL_ID, gitFault, namesOfRevision, openRepository } from "./fetch-git-ref.ts";
import { installFault, isInstallFault, type InstallFault } from "./install-fault.ts";
import { isKnownMember, noteMember } from "./source-records.ts";
import type { Session } from "./workspace.ts";

/** Uses no network. */
export function checkReferences(lock: SkillLock): InstallFault | undefined {
  const wrong = [...lock].flatMap(([key, entry]) => {
    const ref = parseSkillRef(key);
    const fault = isRefFault(ref) ? undefined : contradictionOf(ref, entry);
    return fault === undefined ? [] : [`${key}: ${fault}`];
  });
  if (wrong.length === 0) return undefined;
  const help = [`restore ${LOCK_FILE} from version control`, "`skillc update` fetches what the reference means"];
  return installFault("lock", `entries of ${LOCK_FILE} contradict their references`, help, wrong);
}

function contradictionOf(ref: SkillRef, { commit, revision, version }: LockEntry): string | undefined {
  if (ref.kind === "npm") {
    const [range, locked] = [ref.range === undefined ? undefined : parseRange(ref.range), parseVersion(version ?? "")];
    const isOutside = range !== undefined && locked !== undefined && !satisfies(locked, range);
    return isOutside ? `the version ${version} is not in its range` : undefined;
  }
  if (gitUrlOf(ref) === undefined || commit === undefined) return undefined;
  const rev = revisionOf(ref) ?? "HEAD";
  if (FULL_ID.test(rev)) return rev === commit ? undefined : `the commit ${commit} is another one`;
  if (revision === undefined) return `it does not say where the commit ${commit} is from`;
  return namesOfRevision(rev).includes(revision) ? undefined : `${revision} is another revision`;
}

/**
 * Requests from the remotes whether each commit is that of its tag, or on its branch. A server may also have commits of
 * strangers, such as those of forks.
 */
export async function checkMembers({ lock, fetching, workspace }: Session): Promise<InstallFault | undefined> {
  const wrong: string[] = [];
  let isTag = false;
  for (const [key, entry] of lock) {
    const { commit, revision } = entry;
    const ref = parseSkillRef(key);
    if (isRefFault(ref) || commit === undefined || revision === undefined) continue;
    // A tag can be moved; what a branch once had was written by its authors.
    const isFixed = revision.startsWith("refs/tags/");
    if (!isFixed && isKnownMember(key, entry, workspace)) continue;
    const { allowFile, limits } = fetching;
    const repository = openRepository(ref, { dir: fetching.temporary(), allowFile, limits });
    if (isInstallFault(repository)) return repository;
    const fault = await strangerIn({ commit, revision, isFixed }, repository);
    repository.dispose();
    if (isGitFailure(fault)) return gitFault(fault, gitUrlOf(ref) as string);
    if (fault === undefined) noteMember(key, entry, workspace);
    else wrong.push(`${key}: the lock has ${commit}, ${fault}`);
    isTag ||= fault !== undefined && isFixed;
  }
  if (wrong.length === 0) return undefined;
  return installFault(
    "drift",
    isTag ? "a tag was moved" : "a commit of the lock is not on its branch",
    ["ask its author why; `skillc update` shows what changed and accepts it"],
    wrong,
  );
}

/** Returns the end of a sentence. */
async function strangerIn(
  { commit, revision, isFixed }: { readonly commit: string; readonly revision: string; readonly isFixed: boolean },
  repository: GitRepository,
): Promise<string | GitFailure | undefined> {
  const refs = await repository.listRefs([revision]);
  if (isGitFailure(refs)) return refs;
  const now = refs.get(revision);
  if (now === commit) return undefined;
  if (isFixed) return `the tag is ${now ?? "gone"}`;
  if (now === undefined) return `${revision} is gone`;
  const isInside = await repository.contains(revision, commit);
  if (isGitFailure(isInside)) return isInside;
  return isInside ? undefined : `which is not on ${revision}`;
}
