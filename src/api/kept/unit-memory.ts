/** Keeps the units of a compiler's earlier builds until a change makes them stale. */
import type { KnownResults } from "../../model/known-results.ts";
import { isSameList } from "../../model/same-list.ts";
import type { SkillUnit } from "../../model/unit.ts";
import type { LastSkills, UnitCache, UnitStore } from "../../phases/compile-all.ts";

export interface UnitMemory extends UnitCache {
  /** Starts a build that asks for every unit: those that neither it nor the one before asks for are forgotten. */
  startOver(): void;
  /** The store of one kind of build: units of a check have no digests. */
  of(kind: string): UnitStore;
  /** Forgets the units of the skills in a directory, or in some of them. */
  forget(affected: string | ((dir: string) => boolean)): void;
  clear(): void;
}

/** The units of one directory, all of the same listing. */
interface KnownUnits {
  readonly key: string;
  readonly units: Map<string, SkillUnit>;
}

export function createUnitMemory(): UnitMemory {
  const stores = new Map<string, Store>();
  let byKey = new Map<string, SkillUnit>();
  let before = new Map<string, SkillUnit>();
  return {
    get(key) {
      const unit = byKey.get(key) ?? before.get(key);
      if (unit !== undefined) byKey.set(key, unit);
      return unit;
    },
    set: (key, unit) => void byKey.set(key, unit),
    startOver() {
      stores.clear();
      [byKey, before] = [new Map(), byKey];
    },
    of(kind) {
      const store = stores.get(kind) ?? createStore();
      stores.set(kind, store);
      return store;
    },
    forget(affected) {
      for (const store of stores.values())
        if (typeof affected === "string") store.forget(affected);
        else for (const dir of store.dirs().filter(affected)) store.forget(dir);
    },
    clear() {
      stores.clear();
      byKey = new Map();
      before = new Map();
    },
  };
}

/** Returns the units of earlier builds by what they are made of: those on disk, and those in memory if the process lives on. */
export function unitsByKey(
  memory: UnitCache,
  saved: Pick<UnitCache, "get"> | undefined,
  livesOn: boolean,
): UnitCache | undefined {
  if (saved === undefined) return livesOn ? memory : undefined;
  return withSaved(memory, saved);
}

/** Returns the units in memory, then those on disk; a new one is in memory until it is kept with the others. */
export function withSaved(memory: UnitCache, saved: Pick<UnitCache, "get">): UnitCache {
  return {
    get(key) {
      const known = memory.get(key);
      const unit = known ?? saved.get(key);
      if (known === undefined && unit !== undefined) memory.set(key, unit);
      return unit;
    },
    set: (key, unit) => memory.set(key, unit),
  };
}

/** Keeps the last result of each kind, by the first text of its question, over those that are saved. */
export function createResultMemory(): (saved: KnownResults | undefined) => KnownResults {
  const last = new Map<string | undefined, { readonly question: readonly string[]; readonly result: unknown }>();
  return (saved) => ({
    get(question) {
      const [kind] = question;
      const known = last.get(kind);
      if (known !== undefined && isSameList(known.question, question)) return known.result;
      const result = saved?.get(question);
      if (result !== undefined) last.set(kind, { question, result });
      return result;
    },
    set(question, result) {
      last.set(question[0], { question, result });
      saved?.set(question, result);
    },
  });
}

interface Store extends UnitStore {
  dirs(): readonly string[];
  forget(dir: string): void;
}

function createStore(): Store {
  const byDir = new Map<string, KnownUnits>();
  let forgotten: string[] = [];
  let last: LastSkills | undefined;
  return {
    dirs: () => [...byDir.keys()],
    forget(dir) {
      byDir.delete(dir);
      forgotten.push(dir);
    },
    takeLast() {
      const taken = last && { ...last, forgotten };
      [last, forgotten] = [undefined, []];
      return taken;
    },
    keepLast: (skills) => void (last = skills),
    get({ dir, key }, settings) {
      const known = byDir.get(dir);
      return known?.key === key ? known.units.get(settings) : undefined;
    },
    set({ dir, key }, settings, unit) {
      // The text of an inline skill is in the config, which is read again.
      if (dir === "") return;
      let known = byDir.get(dir);
      if (known?.key !== key) byDir.set(dir, (known = { key, units: new Map() }));
      known.units.set(settings, unit);
    },
  };
}
