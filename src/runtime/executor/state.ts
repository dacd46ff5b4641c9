import { isTexts } from "../access.ts";
import type { NamedFilter } from "../guard/admission.ts";
import { isInvocableBy } from "../guard/invocation.ts";
import { isRefusal, refuse } from "../guard/outcome.ts";
import { hasRoomFor, restorePreloads, strongest, type ExecutorCore } from "./core.ts";
import type { DroppedSkill, Executor, ExecutorState, RestoreOptions } from "./executor-types.ts";

type Started = ExecutorState["active"][number];

export function createStateAccess(core: ExecutorCore): Pick<Executor, "exportState" | "restoreState"> {
  const { skills, active, lost, dismissed, compileFilter } = core;
  return {
    exportState: () => ({
      version: 2,
      active: [...[...active].map(([id, by]) => ({ id, by })), ...[...lost].map(([id, [by]]) => ({ id, by }))].sort(
        byId,
      ),
      dismissed: [...dismissed].sort(),
      filter: core.filter.pattern,
    }),
    restoreState(state, { restore } = {}) {
      const read = readState(state);
      const next = read && compileFilter(read.filter);
      if (read === undefined || next === undefined || next.error !== undefined)
        return refuse("state-invalid", "Not an exported state: nothing was restored");
      core.filter = narrow(core.bound, next);
      for (const all of [active, lost, dismissed]) all.clear();
      for (const id of read.dismissed) if (skills.find(id)?.id === id) dismissed.add(id);
      // In one order, so that the same skills find room in every request.
      for (const one of [...read.active].sort(byId)) {
        const id = skills.find(one.id)?.id ?? one.id;
        const reason = active.has(id) ? undefined : whyLost(core, one, next, restore);
        if (reason === undefined) {
          lost.delete(id);
          active.set(id, strongest(active.get(id), one.by));
        } else lost.set(id, [one.by, reason]);
      }
      restorePreloads(core);
      for (const [id, [by, reason]] of lost) core.emit({ type: "state.dropped", id, by, reason });
      return { ok: true, dropped: [...lost].map(([id, [, reason]]) => ({ id, reason })) };
    },
  };
}

const byId = (one: Started, two: Started): number => (one.id < two.id ? -1 : 1);

/** Returns why a skill of a state is not restored; undefined if it is. */
function whyLost(
  core: ExecutorCore,
  { id, by }: Started,
  filter: NamedFilter,
  restore: RestoreOptions["restore"],
): DroppedSkill["reason"] | undefined {
  const known = core.skills.find(id);
  const isUsers = by === "user" && restore === by && known !== undefined && isInvocableBy(known, by);
  // Who can write a state could write any `by`: without trust it counts as a request of the model.
  const skill = core.admission.find(id, known?.preload === true ? "application" : isUsers ? by : "model", filter);
  if (isRefusal(skill)) return skill.code === "not-invocable" ? "state-not-trusted" : skill.code;
  // The filter of the state is not checked: a call may have had its own.
  if (!core.bound.matches(skill.path)) return "filtered";
  return hasRoomFor(core, skill) ? undefined : "max-active";
}

/** A state may narrow the filter of the application; it never widens it. */
function narrow(bound: NamedFilter, filter: NamedFilter): NamedFilter {
  const matches: NamedFilter["matches"] = (path) => bound.matches(path) && filter.matches(path);
  return filter.pattern === "" ? bound : { ...filter, matches };
}

function readState(state: unknown): ExecutorState | undefined {
  let value = state;
  try {
    if (typeof state === "string") value = JSON.parse(state);
  } catch {
    return undefined;
  }
  const { version, active, dismissed, filter } = (value ?? {}) as Partial<Record<keyof ExecutorState, unknown>>;
  if (!Array.isArray(active) || !isTexts(dismissed) || !(typeof filter === "string" || isTexts(filter)))
    return undefined;
  // Version 1 does not say who started a skill.
  const started: readonly unknown[] = version === 1 ? active.map((id: unknown) => ({ id, by: "model" })) : active;
  return (version === 1 || version === 2) && started.every(isStarted)
    ? { version: 2, active: started, dismissed, filter }
    : undefined;
}

function isStarted(value: unknown): value is Started {
  const { id, by } = Object(value) as Partial<Record<keyof Started, unknown>>;
  return typeof id === "string" && (by === "model" || by === "user" || by === "application");
}
