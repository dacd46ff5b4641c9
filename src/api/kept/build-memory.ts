/** What a compiler that builds again keeps besides units: skills as they were linked, and results of the last builds. */
import type { LinkedSkill } from "../../model/linked.ts";
import { isSameList, sameUntil } from "../../model/same-list.ts";
import type { Recall, RecallValues } from "../../model/recall.ts";
import type { SkillPlace } from "../../model/skill.ts";
import type { SkillUnit } from "../../model/unit.ts";
import type { LinkedSkills, LinkedStore } from "../../phases/admit-skill.ts";

export interface BuildMemory {
  /** Starts a build that asks for every skill: those that neither it nor the one before asks for are forgotten. */
  startOver(): void;
  /** Starts a build: results that neither it nor the one before asks for are forgotten. */
  next(): { readonly linked: LinkedSkills; readonly recall: Recall };
}

export function createBuildMemory(): BuildMemory {
  const linked = createLinkedMemory();
  const results = createRecallMemory();
  return {
    startOver: () => linked.startOver(),
    next: () => ({ linked, recall: results.next() }),
  };
}

interface KnownSkill {
  readonly from: readonly unknown[];
  readonly linked: LinkedSkill;
}

/** Those of another policy are forgotten. */
function createLinkedMemory(): LinkedSkills & Pick<BuildMemory, "startOver"> {
  let last = "";
  let now = new Map<string, KnownSkill>();
  let before = new Map<string, KnownSkill>();
  const store: LinkedStore = {
    get(unit, place) {
      const key = keyOf(place);
      const known = now.get(key) ?? before.get(key);
      if (known === undefined || !isSameList(known.from, sourceOf(unit, place))) return undefined;
      now.set(key, known);
      return known.linked;
    },
    set: (unit, place, linked) => void now.set(keyOf(place), { from: sourceOf(unit, place), linked }),
  };
  return {
    of(policy) {
      const key = JSON.stringify(policy);
      if (key !== last) [now, before, last] = [new Map(), new Map(), key];
      return store;
    },
    startOver: () => void ([now, before] = [new Map(), now]),
  };
}

/** A directory can be in several sources. */
function keyOf({ origin, dir }: SkillPlace): string {
  return `${origin.index} ${dir}`;
}

/** All that a skill is linked from: a unit is never changed, only replaced. */
function sourceOf(unit: SkillUnit, place: SkillPlace): readonly unknown[] {
  const { origin, path, namespace, catalogFile, file, dir, preload, index } = place;
  return [unit, origin.kind, origin.index, path, namespace, catalogFile, file, dir, preload, index];
}

interface KnownResult {
  readonly values: RecallValues;
  readonly result: unknown;
}

function createRecallMemory(): { next(): Recall } {
  const results = createGenerations<KnownResult>();
  const lists = createGenerations<Mapped>();
  const find = <Result>(name: string, values: RecallValues, make: () => Result): Result => {
    const last = results.get(name);
    const known = last !== undefined && isSameList(last.values, values) ? last : { values, result: make() };
    results.set(name, known);
    return known.result as Result;
  };
  const recall: Recall = Object.assign(
    <Result>(name: string, values: RecallValues, make: () => Result) => find(name, values, make),
    {
      kept: find,
      last: () => undefined,
      each<Item, Result>(
        name: string,
        items: readonly Item[],
        context: readonly unknown[],
        make: (item: Item) => Result,
      ): readonly Result[] {
        const mapped = mapAgain(lists.get(name), { items, context }, (item) => make(item as Item));
        lists.set(name, mapped);
        return mapped.values as readonly Result[];
      },
    },
  );
  return {
    next() {
      results.next();
      lists.next();
      return recall;
    },
  };
}

/** Values of this build and of the last one. */
function createGenerations<Value>() {
  let now = new Map<string, Value>();
  let before = new Map<string, Value>();
  return {
    get: (name: string): Value | undefined => now.get(name) ?? before.get(name),
    set: (name: string, value: Value) => void now.set(name, value),
    next: () => void ([now, before] = [new Map(), now]),
  };
}

/** A list, and what was made of it. */
export interface Mapped {
  readonly items: readonly unknown[];
  readonly context: readonly unknown[];
  readonly values: readonly unknown[];
}

/**
 * Maps a list, and makes only what is not where it was in the last one: a changed item, or one that was added. With another
 * context, it makes all. If all results are the same, so is their list. `make` must depend on nothing but item and context.
 *
 * @example
 * const first = mapAgain(undefined, { items: skills, context: [] }, (skill) => skill.id);
 * mapAgain(first, { items: skillsAfterAnEditOfABody, context: [] }, (skill) => skill.id).values === first.values; // true
 */
export function mapAgain(
  last: Mapped | undefined,
  { items, context }: Pick<Mapped, "items" | "context">,
  make: (item: unknown) => unknown,
): Mapped {
  if (last === undefined || !isSameList(last.context, context))
    return { items, context, values: items.map((item) => make(item)) };
  const start = sameUntil(last.items, items);
  if (start === items.length && start === last.items.length) return last;
  // What comes after an added or removed item has moved.
  const moved = last.items.length - items.length;
  let end = items.length;
  while (end > start && end + moved > start && items[end - 1] === last.items[end + moved - 1]) end--;
  const between = items.slice(start, end).map((item, index) => {
    const at = [start + index, start + index + moved].find((place) => last.items[place] === item);
    return at === undefined ? make(item) : last.values[at];
  });
  const before = last.values.slice(start, end + moved);
  const values = isSameList(before, between)
    ? last.values
    : last.values.slice(0, start).concat(between, last.values.slice(end + moved));
  return { items, context, values };
}
