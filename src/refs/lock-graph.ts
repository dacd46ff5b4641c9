/** `requires` is what was found; `requiredBy` follows from it. */
import type { LockEntry, SkillLock } from "./lock-text.ts";

/** Corrects what entries say about what requires them; those that were installed by hand say nothing. */
export function withTrueRequirers(lock: SkillLock): SkillLock {
  const requirers = requirersIn(lock);
  return new Map(
    [...lock].map(([key, entry]): [string, LockEntry] =>
      entry.requiredBy === undefined ? [key, entry] : [key, { ...entry, requiredBy: requirers.get(key) ?? [] }],
    ),
  );
}

/** Sorted. */
function requirersIn(lock: SkillLock): ReadonlyMap<string, readonly string[]> {
  const requirers = new Map<string, string[]>();
  for (const key of [...lock.keys()].sort())
    for (const required of lock.get(key)?.requires ?? []) {
      const known = requirers.get(required);
      if (known === undefined) requirers.set(required, [key]);
      else known.push(key);
    }
  return requirers;
}

/** An entry, and one clause about a requirement that the lock states wrongly. */
export interface OpenEnd {
  readonly key: string;
  readonly message: string;
}

/** A lock is open where a requirement is missing, or where the two sides contradict each other. */
export function openEndsOf(lock: SkillLock): readonly OpenEnd[] {
  const requirers = requirersIn(lock);
  return [...lock].flatMap(([key, { requires = [], requiredBy }]) => {
    const ends = requires.filter((each) => !lock.has(each)).map((each) => `requires ${each}, which is missing`);
    const actual = new Set(requirers.get(key));
    const written = new Set(requiredBy);
    for (const each of written) if (!actual.has(each)) ends.push(`requiredBy names ${each}, which does not require it`);
    if (requiredBy !== undefined)
      for (const each of actual) if (!written.has(each)) ends.push(`requiredBy lacks ${each}, which requires it`);
    return ends.map((message) => ({ key, message }));
  });
}

/** In the order of the lock: nothing that was installed by hand requires them, even through others. */
export function unusedIn(lock: SkillLock): readonly string[] {
  const used = new Set([...lock].filter(([, { requiredBy }]) => requiredBy === undefined).map(([key]) => key));
  for (const key of used) for (const required of lock.get(key)?.requires ?? []) used.add(required);
  return [...lock.keys()].filter((key) => !used.has(key));
}

export function withMovedKeys(lock: SkillLock, moved: ReadonlyMap<string, string>): SkillLock {
  return new Map(
    [...lock].map(([key, entry]): [string, LockEntry] => {
      const { requires } = entry;
      if (!requires?.some((each) => moved.has(each))) return [key, entry];
      return [key, { ...entry, requires: [...new Set(requires.map((each) => moved.get(each) ?? each))].sort() }];
    }),
  );
}
