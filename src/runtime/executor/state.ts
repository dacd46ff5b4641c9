/** The state of an executor: exported, restored. */
import { isRecord, isTexts } from "../access.ts";
import type { NamedFilter } from "../guard/admission.ts";
import { isInvocableBy, type Caller } from "../guard/invocation.ts";
import { isRefusal, refuse } from "../guard/outcome.ts";
import { hasRoomFor, restorePreloads, strongest, type ExecutorCore } from "./core.ts";
import type { DroppedSkill, Executor, ExecutorState, RestoreOptions } from "./executor-types.ts";

type StateAccess = Pick<Executor, "exportState" | "restoreState">;
type Started = ExecutorState["active"][number];

/** Creates the methods that export and restore the whole state. */
export function createStateAccess(core: ExecutorCore): StateAccess {
  const { active, lost, dismissed, compileFilter } = core;
  return {
    exportState: () => ({
      version: 2,
      active: [...[...active].map(([id, by]) => ({ id, by })), ...[...lost].map(([id, { by }]) => ({ id, by }))].sort(
        byId,
      ),
      dismissed: [...dismissed].sort(),
      filter: core.filter.pattern,
    }),
    restoreState(state, { restore } = {}) {
      const read = readState(parseState(state));
      const next = read && compileFilter(read.filter);
      if (read === undefined || next === undefined || next.error !== undefined)
        return refuse("state-invalid", "Not an executor state: nothing was restored");
      core.filter = narrow(core.bound, next);
      for (const all of [active, lost, dismissed]) all.clear();
      for (const id of read.dismissed) if (core.skills.find(id)?.id === id) dismissed.add(id);
      // In one order, so that the same skills find room in every request.
      for (const { id: name, by } of [...read.active].sort(byId)) {
        const id = core.skills.find(name)?.id ?? name;
        const reason = active.has(id) ? undefined : whyLost(core, id, by, next, restore);
        if (reason === undefined) {
          lost.delete(id);
          active.set(id, strongest(active.get(id), by));
        } else lost.set(id, { by, reason });
      }
      restorePreloads(core);
      return { ok: true, dropped: [...lost].map(([id, { reason }]) => ({ id, reason })).sort(byId) };
    },
  };
}

const byId = (one: { readonly id: string }, two: { readonly id: string }): number => (one.id < two.id ? -1 : 1);

/** Returns why a skill of a state is not restored; undefined if it is. */
function whyLost(
  core: ExecutorCore,
  id: string,
  by: Caller,
  filter: NamedFilter,
  restore: RestoreOptions["restore"],
): DroppedSkill["reason"] | undefined {
  const known = core.skills.find(id);
  const isUsers = by === "user" && restore === "user" && known !== undefined && isInvocableBy(known, "user");
  // Who can write a state could write any `by`: without trust it counts as a request of the model.
  const caller: Caller = known?.preload === true ? "application" : isUsers ? "user" : "model";
  const skill = core.admission.find(id, caller, filter);
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

/** Returns the value of a JSON text; any other value, and text that is no JSON, as it is. */
function parseState(state: unknown): unknown {
  try {
    return typeof state === "string" ? (JSON.parse(state) as unknown) : state;
  } catch {
    return state;
  }
}

const callers: readonly unknown[] = ["model", "user", "application"] satisfies Caller[];

function readState(state: unknown): ExecutorState | undefined {
  const { version, active, dismissed, filter } = (state ?? {}) as Partial<Record<keyof ExecutorState, unknown>>;
  if (!isTexts(dismissed) || !(typeof filter === "string" || isTexts(filter))) return undefined;
  // Version 1 does not say who started a skill.
  const started: unknown = version === 1 && isTexts(active) ? active.map((id) => ({ id, by: "model" })) : active;
  const isRead = version === 1 ? started !== active : version === 2 && Array.isArray(active) && active.every(isStarted);
  return isRead ? { version: 2, active: started as readonly Started[], dismissed, filter } : undefined;
}

function isStarted(value: unknown): boolean {
  const { id, by } = (isRecord(value) ? value : {}) as Partial<Record<keyof Started, unknown>>;
  return typeof id === "string" && callers.includes(by);
}
