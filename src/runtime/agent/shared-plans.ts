/** What the agents of one module share, so that a request does not plan again what an earlier one has planned. */
import type { AnySkills, Skill } from "../access.ts";
import { createAdmission, type Admission } from "../guard/admission.ts";
import type { Caller } from "../guard/invocation.ts";

/** Users with more other grants, filters or budgets than these have theirs planned again. */
const MAX_KEPT = 16;

/** Creates a function that keeps what it made of the same values for the same module: 16 for each, those that were used last. */
export function createShared<Value>(): (skills: AnySkills, values: readonly unknown[], make: () => Value) => Value {
  const modules = new WeakMap<AnySkills, Map<string, Value>>();
  return (skills, values, make) => {
    const kept = modules.get(skills) ?? new Map<string, Value>();
    modules.set(skills, kept);
    const key = JSON.stringify(values);
    const value = kept.get(key) ?? make();
    // The last is the one that was used last.
    kept.delete(key);
    kept.set(key, value);
    for (const [oldest] of kept) if (kept.size > MAX_KEPT) kept.delete(oldest);
    return value;
  };
}

/** Matches every path: lists without another filter are the same for each request. */
export const everything = (): boolean => true;

/** Returns an admission that lists all skills of a caller once, and passes on what was asked otherwise. */
export function createSharedAdmission(...args: Parameters<typeof createAdmission>): Admission {
  const admission = createAdmission(...args);
  const lists = new Map<Caller, readonly Skill[]>();
  return {
    ...admission,
    list(caller, filter, dir = "") {
      const all = lists.get(caller) ?? admission.list(caller);
      lists.set(caller, all);
      if (dir !== "") return admission.list(caller, filter, dir);
      return filter === undefined || filter.matches === everything
        ? all
        : all.filter(({ path }) => filter.matches(path));
    },
  };
}
