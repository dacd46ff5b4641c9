/**
 * A walk after an earlier one: directories outside any skill below which nothing has changed are not entered, and what was
 * found there is found again. In a skill everything is walked, so nesting and lists of files come out as always.
 */
import type { FoundSkill } from "../model/skill.ts";
import type { DirectorySource } from "../model/config.ts";
import { compareCodeUnits, isAtOrBelow, parentPath } from "../paths/index.ts";

export interface EarlierWalk {
  readonly skills: readonly FoundSkill[];
  isUnchanged(dir: string): boolean;
  wasAsked(path: string): boolean;
}

/** A directory as a walk comes to it, outside any skill. */
export interface OuterDirectory {
  readonly dir: string;
  readonly relative: string;
  /** Host path of the innermost package or plugin at or above the directory that is not a skill itself. */
  readonly packageDir: string | undefined;
}

export interface KnownWalk {
  skips(directory: OuterDirectory): boolean;
  /** A new ignore file outside any skill also applies where nothing is walked. */
  meets(ignoreFile: string): void;
  take(source: number): readonly FoundSkill[];
  isLost(): boolean;
}

export function createKnownWalk({ skills, isUnchanged, wasAsked }: EarlierWalk): KnownWalk {
  const owned = new Set(skills.map(({ place }) => place.dir));
  const skipped = new Map<string, string | undefined>();
  let isLost = false;
  /** What was part of a skill is another thing once that is none. */
  const wasOwned = ({ dir, relative }: OuterDirectory): boolean => {
    let above = dir;
    for (let at = relative.length; at > 0; at = relative.lastIndexOf("/", at - 1)) {
      above = parentPath(above);
      if (owned.has(above)) return true;
    }
    return false;
  };
  const skippedAt = (dir: string): string | undefined => {
    for (let at = dir, end = dir.length; end > 0; at = dir.slice(0, end)) {
      if (skipped.has(at)) return at;
      end = dir.lastIndexOf("/", end - 1);
    }
    return undefined;
  };
  return {
    skips(directory) {
      if (!isUnchanged(directory.dir) || wasOwned(directory)) return false;
      skipped.set(directory.dir, directory.packageDir);
      return true;
    },
    meets: (ignoreFile) => void (isLost ||= !wasAsked(ignoreFile)),
    take: (source) =>
      skills.filter(({ place: { origin, dir, packageDir } }) => {
        const at = origin.index === source ? skippedAt(dir) : undefined;
        if (at === undefined) return false;
        // A manifest above makes other packages of what is below.
        const isInside = packageDir !== undefined && isAtOrBelow(packageDir, at);
        isLost ||= !isInside && packageDir !== skipped.get(at);
        return true;
      }),
    isLost: () => isLost,
  };
}

/** Joins skills of a source that were found earlier with those that were found now, in the order of a walk. */
export function joinFound(
  earlier: readonly FoundSkill[],
  now: readonly FoundSkill[],
  source: DirectorySource,
): readonly FoundSkill[] {
  return [...earlier, ...now].sort((one, two) => compareCodeUnits(relativeTo(source, one), relativeTo(source, two)));
}

/** "" for the source itself. */
export function relativeTo({ dir: root }: DirectorySource, { place: { dir } }: FoundSkill): string {
  if (dir === root) return "";
  return root === "." ? dir : dir.slice(root.length + 1);
}
