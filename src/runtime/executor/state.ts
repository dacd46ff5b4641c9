/** The state of an executor: exported, restored. */
import { isTexts } from "../access.ts";
import type { NamedFilter } from "../guard/admission.ts";
import { isRefusal, refuse } from "../guard/outcome.ts";
import { hasRoomFor, restorePreloads, type ExecutorCore } from "./core.ts";
import type { Executor, ExecutorState } from "./executor-types.ts";

type StateAccess = Pick<Executor, "exportState" | "restoreState">;

/** Creates the methods that export and restore the whole state. */
export function createStateAccess(core: ExecutorCore): StateAccess {
  const { skills, admission, active, dismissed, compileFilter } = core;
  return {
    exportState: () => ({
      version: 1,
      active: [...active].sort(),
      dismissed: [...dismissed].sort(),
      filter: core.filter.pattern,
    }),
    restoreState(state) {
      const read = readState(state);
      const next = read && compileFilter(read.filter);
      if (read === undefined || next === undefined || next.error !== undefined)
        return refuse("state-invalid", "Not an executor state: nothing was restored");
      const { bound } = core;
      core.filter = narrow(bound, next);
      active.clear();
      dismissed.clear();
      for (const id of read.dismissed) if (skills.find(id)?.id === id) dismissed.add(id);
      // The filter of the state is not checked: a call may have had its own.
      const dropped = read.active.filter((id) => {
        // A state does not say who activated a skill, so it counts as a request of the model.
        const skill = admission.find(id, skills.find(id)?.preload === true ? "application" : "model", next);
        if (isRefusal(skill) || !bound.matches(skill.path) || !hasRoomFor(core, skill)) return true;
        active.add(skill.id);
        return false;
      });
      restorePreloads(core);
      return { ok: true, dropped };
    },
  };
}

/** A state may narrow the filter of the application; it never widens it. */
function narrow(bound: NamedFilter, filter: NamedFilter): NamedFilter {
  const matches: NamedFilter["matches"] = (path) => bound.matches(path) && filter.matches(path);
  return filter.pattern === "" ? bound : { ...filter, matches };
}

function readState(state: unknown): ExecutorState | undefined {
  const { version, active, dismissed, filter } = (state ?? {}) as Partial<Record<keyof ExecutorState, unknown>>;
  const isPattern = typeof filter === "string" || isTexts(filter);
  return version === 1 && isTexts(active) && isTexts(dismissed) && isPattern ? (state as ExecutorState) : undefined;
}
