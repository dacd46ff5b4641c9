/** Changes directories, lock and config together. */
import { resolve } from "node:path";
import { lockAfter, type Closure, type PlannedSkills } from "./closure.ts";
import type { InstallFault } from "./install-fault.ts";
import type { DirectoryChange } from "./install-store.ts";
import type { UpdateChange } from "./move.ts";
import { checkVersions } from "./required-versions.ts";
import { keepFetched, noteMember } from "./source-records.ts";
import { commitChanges, type InstallWorkspace, type Session } from "./workspace.ts";

interface UpdateContext {
  readonly closure: Closure;
  /** The key of an entry that now counts as installed by hand. */
  readonly byHand?: string | undefined;
  /** Directories to be created again. */
  readonly missing?: readonly DirectoryChange[] | undefined;
}

export async function commitUpdates(
  changes: readonly UpdateChange[],
  session: Session,
  { closure, byHand, missing = [] }: UpdateContext,
): Promise<InstallFault | undefined> {
  const { workspace } = session;
  const next = new Map(lockAfter(session.lock, changes, closure));
  const kept = byHand === undefined ? undefined : next.get(byHand);
  if (byHand !== undefined && kept !== undefined) {
    const { requiredBy: _requiredBy, ...rest } = kept;
    next.set(byHand, rest);
  }
  const fresh = new Map([
    ...changes.map(({ to, after }) => [to, after.files] as const),
    ...closure.added.map(({ key, tree }) => [key, tree.files] as const),
  ]);
  const wrong = checkVersions(next, fresh, workspace);
  if (wrong !== undefined) return wrong;
  const replaced = changes
    .filter(({ before, after }) => before.entry.integrity !== after.entry.integrity || isNewMode(before, after))
    .map(({ after }): DirectoryChange => {
      return { target: resolve(workspace.base, after.entry.path), files: after.files, replaces: true };
    });
  const added = closure.added.map(({ target, tree: { files } }): DirectoryChange => {
    return { target, files, replaces: false };
  });
  const stays = byHand === undefined || changes.some(({ to }) => to === byHand) ? undefined : kept;
  const named = [
    ...changes.map(({ ref, to, after }) => ({ before: ref, after: to, path: after.entry.path })),
    ...(stays === undefined ? [] : [{ before: byHand, after: byHand, path: stays.path }]),
    ...closure.added.map(({ key, entry: { path } }) => ({ after: key, path })),
  ];
  const failed = await commitChanges(session, [...missing, ...replaced, ...added], { next, changes: named });
  if (failed !== undefined) return failed;
  for (const { to, after } of changes) {
    keepFetched(to, after.entry, after.files, workspace);
    noteMember(to, after.entry, workspace);
  }
  notePlanned(closure.added, workspace);
  return undefined;
}

/** Later installs then need no network. */
export function notePlanned(planned: readonly PlannedSkills[], workspace: InstallWorkspace): void {
  for (const { key, entry, tree } of planned) {
    keepFetched(key, entry, tree.files, workspace);
    noteMember(key, entry, workspace);
  }
}

/** The lock does not record modes, so a file that became executable must be written again. */
function isNewMode(before: UpdateChange["before"], after: UpdateChange["after"]): boolean {
  return [...after.files].some(([path, { executable }]) => {
    const old = before.files.get(path)?.executable;
    return old !== undefined && old !== executable;
  });
}
