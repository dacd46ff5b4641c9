/** Records what sources that a config names require of each other, such as for a lock that was deleted. */
import type { LockEntry, SkillLock } from "../refs/index.ts";
import type { AddedSkills } from "./add.ts";
import { lockAfter, planClosure, type ClosureRoot } from "./closure.ts";
import { fetchWith } from "./fetch-with.ts";
import { isInstallFault, type InstallFault } from "./install-fault.ts";
import { refOf } from "./move.ts";
import { needySkillsIn } from "./needs.ts";
import { commitChanges, type Session } from "./workspace.ts";

/** Adds to the lock what new entries require of it; nothing is installed. */
export async function recordRequired(
  added: readonly AddedSkills[],
  session: Session,
): Promise<InstallFault | undefined> {
  const roots: ClosureRoot[] = [];
  for (const one of added) {
    const root = await rootOf(one, session);
    if (root !== undefined) roots.push(root);
  }
  if (roots.length === 0) return undefined;
  const closure = await planClosure(roots, { dependencies: "installed" }, session);
  if (isInstallFault(closure)) return closure;
  const linked = lockAfter(session.lock, [], closure);
  const marked = new Map(linked);
  for (const key of broughtBy(added, linked)) marked.set(key, { ...(linked.get(key) as LockEntry), requiredBy: [] });
  const next = lockAfter(marked, [], { added: [], requires: new Map() });
  return commitChanges(session, [], { next, changes: [] });
}

/** Fetches the parts of a source whose skills require some; undefined if none does, or if they cannot be told apart. */
async function rootOf({ ref: key, files, entry }: AddedSkills, session: Session): Promise<ClosureRoot | undefined> {
  const ref = refOf(key);
  if (isInstallFault(ref) || needySkillsIn(files).every(({ needs }) => needs.length === 0)) return undefined;
  const { commit, version } = entry;
  const tree = await fetchWith(session, { ref, commit, version, locked: entry, withParts: true });
  return isInstallFault(tree) ? undefined : { key, tree };
}

/** Returns the new entries that an earlier one requires, itself or through others: `skillc add` appends what it brings. */
function broughtBy(added: readonly AddedSkills[], lock: SkillLock): readonly string[] {
  const reached = new Set<string>();
  return added.flatMap(({ ref, before }) => {
    const isBrought = reached.has(ref) && before === undefined;
    const waiting = [ref];
    for (const key of waiting) {
      const fresh = (lock.get(key)?.requires ?? []).filter((each) => !reached.has(each));
      for (const each of fresh) reached.add(each);
      waiting.push(...fresh);
    }
    return isBrought ? [ref] : [];
  });
}
