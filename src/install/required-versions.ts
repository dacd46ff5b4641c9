/** Compares installed versions with the ranges of what requires them; looks for no other version. */
import { parseRange, parseVersion, satisfies, type LockEntry, type SkillLock } from "../refs/index.ts";
import { installFault, type InstallFault } from "./install-fault.ts";
import { filesOnDisk } from "./move.ts";
import { needySkillsIn, type Documents, type NeedySkill } from "./needs.ts";
import type { InstallWorkspace } from "./workspace.ts";

interface WrittenRange {
  readonly by: string;
  readonly range: string;
}

/** `fresh`: files by key that are not on the disk yet. */
export function checkVersions(
  lock: SkillLock,
  fresh: ReadonlyMap<string, Documents>,
  workspace: InstallWorkspace,
): InstallFault | undefined {
  const skills = new Map<string, readonly NeedySkill[]>();
  const skillsOf = (key: string): readonly NeedySkill[] => {
    const entry = lock.get(key);
    const known =
      skills.get(key) ?? (entry && needySkillsIn(fresh.get(key) ?? filesOnDisk(key, entry, workspace))) ?? [];
    skills.set(key, known);
    return known;
  };
  const ranges = new Map<NeedySkill, WrittenRange[]>();
  for (const key of affected(lock, fresh))
    for (const { needs } of skillsOf(key))
      for (const { to, range } of needs) {
        const target = range === undefined ? undefined : skillNamed(to, lock.get(key) as LockEntry, skillsOf);
        if (target === undefined || range === undefined) continue;
        ranges.set(target, [...(ranges.get(target) ?? []), { by: key, range }]);
      }
  for (const [target, written] of ranges) {
    const wrong = written.find(({ range }) => !isSatisfied(target.version, range));
    if (wrong !== undefined) return conflict(target, wrong, written);
  }
  return undefined;
}

/** New entries, and what requires one of them or anything that they require. */
function affected(lock: SkillLock, fresh: ReadonlyMap<string, unknown>): readonly string[] {
  const touched = new Set(fresh.keys());
  for (const key of fresh.keys()) for (const each of lock.get(key)?.requires ?? []) touched.add(each);
  return [...lock]
    .filter(([key, { requires = [] }]) => fresh.has(key) || requires.some((each) => touched.has(each)))
    .map(([key]) => key);
}

function skillNamed(
  to: string,
  { requires = [] }: LockEntry,
  skillsOf: (key: string) => readonly NeedySkill[],
): NeedySkill | undefined {
  const name = to.slice(Math.max(to.lastIndexOf("/"), to.lastIndexOf(":")) + 1);
  for (const key of requires) {
    const found = skillsOf(key).find((skill) => skill.name === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A skill without a version satisfies nothing and contradicts nothing: a check reports it. */
function isSatisfied(text: string | undefined, written: string): boolean {
  const [version, range] = [text === undefined ? undefined : parseVersion(text), parseRange(written)];
  return version === undefined || range === undefined || satisfies(version, range);
}

function conflict(
  { name, version = "" }: NeedySkill,
  wrong: WrittenRange,
  written: readonly WrittenRange[],
): InstallFault {
  const other = written.find(({ by, range }) => by !== wrong.by && isSatisfied(version, range));
  const needs = `${wrong.by} requires "${name}" ${wrong.range}`;
  const message =
    other === undefined
      ? `${needs}, but its version is ${version}`
      : `${needs}, and ${other.by} requires ${other.range}: the version is ${version}`;
  return installFault("version", message, [
    "install a version that all of them can use",
    "leave out what is required with --no-deps",
  ]);
}
