import type { Skill } from "../access.ts";
import { refusalByFilter } from "../guard/admission.ts";
import { isRefusal, quoteName, refuse, type Refusal } from "../guard/outcome.ts";
import {
  activeTools,
  bindFilter,
  filterOf,
  hasRoomFor,
  restorePreloads,
  strongest,
  type ExecutorCore,
} from "./core.ts";
import type { Access, Activated, ActivateOptions, Executor, OpenedSkill } from "./executor-types.ts";
import { trimInstructions } from "./instructions.ts";

export function createActivation(core: ExecutorCore): Pick<Executor, "activate" | "open" | "find"> {
  const { options, admission, active, lost, dismissed } = core;

  const find = (name: string, { by = "application", ...given }: Access = {}): Skill | Refusal => {
    const filter = filterOf(core, { ...given, by });
    const skill = admission.find(name, by, filter);
    if (isRefusal(skill) || active.has(skill.id)) return skill;
    const refusal = refusalByFilter(skill, filter);
    // A model only learns what it would learn of a missing skill.
    return refusal !== undefined && by === "model"
      ? admission.missing(name, by, filter, refusal.code)
      : (refusal ?? skill);
  };

  const findWithRoom = (name: string, access: Access): Skill | Refusal => {
    const skill = find(name, access);
    if (isRefusal(skill) || active.has(skill.id) || hasRoomFor(core, skill)) return skill;
    const limit = `too many active skills (max ${options.maxActive}); deactivate one first`;
    return refuse("max-active", `The skill ${quoteName(skill.id)} was not activated: ${limit}`);
  };

  const activate = async (name: string, call: ActivateOptions): Promise<Activated | Refusal> => {
    let skill = findWithRoom(name, call);
    if (!isRefusal(skill) && !active.has(skill.id) && options.beforeActivation !== undefined)
      // Another call may have taken the last place while the hook ran.
      skill = (await askHook(core, skill)) ?? findWithRoom(name, call);
    if (isRefusal(skill)) return skill;
    const { id } = skill;
    const alreadyActive = active.has(id);
    const previous = active.get(id);
    active.set(id, strongest(previous ?? lost.get(id)?.[0], call.by ?? "application"));
    try {
      const opened = await openSkill(core, id, call);
      if (!alreadyActive) {
        lost.delete(id);
        dismissed.delete(id);
        await options.afterActivation?.(opened.skill);
      }
      return { ...opened, addedTools: core.toolsOf(skill), alreadyActive };
    } catch (error) {
      if (!alreadyActive) active.delete(id);
      throw error;
    }
  };
  const open = async (name: string, call: ActivateOptions): Promise<OpenedSkill | Refusal> => {
    const skill = find(name, call);
    if (isRefusal(skill)) return skill;
    return (await askHook(core, skill)) ?? openSkill(core, skill.id, call);
  };

  return {
    find,
    activate: async (name, call = {}) => report(core, name, call, await activate(name, call)),
    open: async (name, call = {}) => report(core, name, call, await open(name, call)),
  };
}

function report<Result extends Partial<Activated> & OpenedSkill>(
  { emit }: ExecutorCore,
  name: string,
  { by = "application" }: Access,
  result: Result | Refusal,
): Result | Refusal {
  if (isRefusal(result)) emit({ type: "skill.refused", id: name, by, code: result.code });
  else
    emit({ type: "skill.loaded", id: result.skill.id, by, again: result.alreadyActive === true }, result.instructions);
  return result;
}

export function createDeactivation(core: ExecutorCore): Pick<Executor, "deactivate" | "unloadable" | "gatedSkills"> {
  const { skills, active, lost, dismissed } = core;
  const unloadable = (): string[] => [...active.keys()].filter((id) => active.get(id) === "model").sort();
  return {
    unloadable,
    deactivate(name, { by } = {}) {
      const id = skills.find(name)?.id ?? name;
      if (by === "model" && active.get(id) !== by)
        return refuse("not-active", `The model did not load the skill ${quoteName(name)}`, unloadable());
      const wasLost = lost.delete(id);
      if (!active.delete(id))
        return wasLost
          ? { ok: true, removedTools: [] }
          : refuse("not-active", `The skill ${quoteName(name)} is not active`);
      const skill = skills.get(id);
      if (skill.preload) dismissed.add(id);
      const needed = activeTools(core);
      return { ok: true, removedTools: core.toolsOf(skill).filter((tool) => !needed.has(tool)) };
    },
    gatedSkills() {
      const ids = new Set([...active.keys(), ...lost.keys(), ...core.preloads.map(({ id }) => id)]);
      return [...ids].sort().flatMap((id) => {
        const skill = skills.find(id);
        if (skill === undefined) return [];
        return active.has(id) ? skill : { ...skill, lost: true };
      });
    },
  };
}

export function createFilterAccess(core: ExecutorCore): Pick<Executor, "setFilter"> {
  const { skills, active, compileFilter } = core;
  return {
    setFilter(pattern) {
      const next = compileFilter(pattern);
      if (next.error !== undefined) return refuse("filter-invalid", `The filter was not set: ${next.error}`);
      bindFilter(core, next);
      const deactivated = [...active.keys()].filter((id) => !next.matches(skills.get(id).path)).sort();
      for (const id of deactivated) active.delete(id);
      restorePreloads(core);
      return { ok: true, deactivated };
    },
  };
}

export async function openSkill(
  { skills, profile, render }: ExecutorCore,
  id: string,
  call: ActivateOptions = {},
): Promise<OpenedSkill> {
  const raw = await skills.load(id);
  const skill = profile.body === "raw" ? raw : trimInstructions(raw);
  return { ok: true, skill, instructions: await render(skill, call) };
}

async function askHook({ options }: ExecutorCore, skill: Skill): Promise<Refusal | undefined> {
  const answer = (await options.beforeActivation?.(skill)) ?? { decision: "ok" };
  if (answer.decision === "ok") return undefined;
  if (answer.decision === "deny")
    return refuse("denied", `The skill ${quoteName(skill.id)} was denied: ${answer.reason}`);
  return { ...refuse("pending", `The skill ${quoteName(skill.id)} waits for a decision`), pending: answer.state };
}
