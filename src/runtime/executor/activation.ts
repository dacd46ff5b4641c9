/** Activates, opens and deactivates the skills of an executor. */
import type { Skill } from "../access.ts";
import { refusalByFilter } from "../guard/admission.ts";
import { isRefusal, quote, refuse, type Refusal } from "../guard/outcome.ts";
import type { ExecutorCore } from "./core.ts";
import type { Access, ActivateOptions, Executor, OpenedSkill } from "./executor-types.ts";
import { trimInstructions } from "./instructions.ts";

type Activation = Pick<Executor, "activate" | "deactivate" | "open" | "find">;

/** Creates the methods that find, open, activate and deactivate. */
export function createActivation(core: ExecutorCore): Activation {
  const { skills, options, admission, active } = core;

  const find = (name: string, access: Access = {}): Skill | Refusal => {
    const full = { by: "application", ...access } as const;
    const skill = admission.find(name, full.by, core.filterOf(full));
    if (isRefusal(skill) || active.ids.has(skill.id)) return skill;
    return refusalByFilter(skill, core.filterOf(full)) ?? skill;
  };

  return {
    find,
    async activate(name, call = {}) {
      const access = { by: "application", ...call } as const;
      const skill = admission.find(name, access.by, core.filterOf(access));
      if (isRefusal(skill)) return skill;
      const { id } = skill;
      let refusal = refusalToActivate(core, skill, access);
      if (refusal === undefined && !active.ids.has(id) && options.beforeActivation !== undefined)
        // Another call may have taken the last place while the hook ran.
        refusal = (await askHook(core, skill)) ?? refusalToActivate(core, skill, access);
      if (refusal !== undefined) return refusal;
      const alreadyActive = active.ids.has(id);
      active.ids.add(id);
      try {
        const opened = await openSkill(core, id, call);
        if (!alreadyActive) {
          active.dismissed.delete(id);
          await options.afterActivation?.(opened.skill);
        }
        return { ...opened, addedTools: active.toolsOf(id), alreadyActive };
      } catch (error) {
        if (!alreadyActive) active.ids.delete(id);
        throw error;
      }
    },
    async open(name, call = {}) {
      const skill = find(name, call);
      if (isRefusal(skill)) return skill;
      return (await askHook(core, skill)) ?? openSkill(core, skill.id, call);
    },
    deactivate(name) {
      const id = skills.find(name)?.id ?? name;
      if (!active.ids.delete(id)) return refuse("not-active", `The skill ${quote(name)} is not active`);
      if (skills.get(id).preload) active.dismissed.add(id);
      const needed = new Set(active.tools());
      return { ok: true, removedTools: active.toolsOf(id).filter((tool) => !needed.has(tool)) };
    },
  };
}

/** Loads a skill and renders its instructions. */
export async function openSkill(core: ExecutorCore, id: string, call: ActivateOptions): Promise<OpenedSkill> {
  const raw = await core.skills.load(id);
  const skill = core.profile.body === "raw" ? raw : trimInstructions(raw);
  const { arguments: args, variables } = call;
  const given = { ...(args !== undefined && { arguments: args }), ...(variables !== undefined && { variables }) };
  return { ok: true, skill, instructions: await core.render(skill, given) };
}

function refusalToActivate(core: ExecutorCore, skill: Skill, access: Access): Refusal | undefined {
  if (core.active.ids.has(skill.id)) return undefined;
  const refusal = refusalByFilter(skill, core.filterOf(access));
  if (refusal !== undefined || core.active.hasRoomFor(skill)) return refusal;
  return refuse(
    "max-active",
    `The skill ${quote(skill.id)} was not activated: the limit of active skills is reached (max ${core.options.maxActive}); deactivate one first`,
  );
}

async function askHook({ options }: ExecutorCore, skill: Skill): Promise<Refusal | undefined> {
  const answer = (await options.beforeActivation?.(skill)) ?? { decision: "ok" };
  if (answer.decision === "ok") return undefined;
  if (answer.decision === "deny")
    return refuse("denied", `The skill ${quote(skill.id)} was denied: ${answer.reason}`);
  return { ...refuse("pending", `The skill ${quote(skill.id)} waits for a decision`), pending: answer.state };
}
