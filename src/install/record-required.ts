/** Records what sources that a config names require of each other, such as for a lock that was deleted. */
import { LOCK_FILE, type LockEntry, type SkillLock } from "../refs/index.ts";
import type { AddedSkills } from "./add.ts";
import { lockAfter, planClosure, type ClosureRoot } from "./closure.ts";
import type { FetchedTree } from "./fetched.ts";
import { isInstallFault, type InstallFault } from "./install-fault.ts";
import { commitChanges, type Session } from "./workspace.ts";

/** A source that was added, and as it was fetched. */
export interface FetchedSource {
  readonly added: AddedSkills;
  readonly tree: FetchedTree;
}

/** Adds to the lock what new entries require of it; nothing is installed. Returns them with what is not known. */
export async function recordRequired(
  sources: readonly FetchedSource[],
  session: Session,
): Promise<readonly AddedSkills[] | InstallFault> {
  const added = sources.map(withUnknown);
  const roots = sources.flatMap(({ added: { ref: key }, tree }): readonly ClosureRoot[] =>
    tree.parts?.some(({ needs }) => needs.length > 0) === true ? [{ key, tree }] : [],
  );
  if (roots.length === 0) return added;
  const closure = await planClosure(roots, { dependencies: "installed" }, session);
  if (isInstallFault(closure)) return closure;
  const linked = lockAfter(session.lock, [], closure);
  const marked = new Map(linked);
  for (const key of broughtBy(added, linked)) marked.set(key, { ...(linked.get(key) as LockEntry), requiredBy: [] });
  const next = lockAfter(marked, [], { added: [], requires: new Map() });
  return (await commitChanges(session, [], { next, changes: [] })) ?? withWarnings(added, closure.warnings);
}

function withUnknown({ added, tree: { partsFault } }: FetchedSource): AddedSkills {
  if (partsFault === undefined) return added;
  const help = partsFault.help.map((one) => `; ${one}`).join("");
  const warning = `${LOCK_FILE} does not say what ${added.ref} requires: ${partsFault.message}${help}`;
  return { ...added, warnings: [...added.warnings, warning] };
}

/** Those about all of them are of the first one. */
function withWarnings([first, ...others]: readonly AddedSkills[], more: readonly string[]): readonly AddedSkills[] {
  return first === undefined ? [] : [{ ...first, warnings: [...first.warnings, ...more] }, ...others];
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
