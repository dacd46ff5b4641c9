/** Keeps the units of a compiler's earlier builds until a change makes them stale. */
import type { FoundSkill } from "../model/skill.ts";
import type { SkillUnit } from "../model/unit.ts";
import type { UnitStore } from "../phases/compile-all.ts";

export interface UnitMemory {
  /** The store of one kind of build: units of a check have no digests. */
  of(need: string): UnitStore;
  /** Forgets the units of the skill in a directory. */
  forget(dir: string): void;
  clear(): void;
}

export function createUnitMemory(): UnitMemory {
  const byDir = new Map<string, Map<string, SkillUnit>>();
  const keyOf = (need: string, { input, place }: FoundSkill, settings: string): string => {
    const { dirName, document, files, leftOut, nested, inline } = input;
    return JSON.stringify([need, settings, dirName, document, files, leftOut, nested, inline, place.origin.index]);
  };
  return {
    of: (need) => ({
      get: (skill, settings) => byDir.get(skill.place.dir)?.get(keyOf(need, skill, settings)),
      set(skill, settings, unit) {
        // The text of an inline skill is in the config, which is read again.
        if (skill.input.inline !== undefined) return;
        const known = byDir.get(skill.place.dir) ?? new Map<string, SkillUnit>();
        byDir.set(skill.place.dir, known.set(keyOf(need, skill, settings), unit));
      },
    }),
    forget: (dir) => void byDir.delete(dir),
    clear: () => byDir.clear(),
  };
}
