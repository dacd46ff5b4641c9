/** The executor: which skills are active for one agent, and everything that follows from it. */
import type { AnySkills, Skill } from "../access.ts";
import { createAdmission, nameFilter, refusalByFilter, type NamedFilter } from "../guard/admission.ts";
import type {
  Access,
  Activated,
  ActivateOptions,
  Executor,
  ExecutorOptions,
  ExecutorState,
  ListOptions,
  OpenedSkill,
} from "./executor-types.ts";
import { formatIndex, indexOptions } from "../prompt/index-text.ts";
import { createRender, trimInstructions, withRendered } from "./instructions.ts";
import { isRefusal, quote, refuse, type Refusal } from "../guard/outcome.ts";
import { preloadedPrompt } from "../prompt/preloaded-prompt.ts";
import type { Variables } from "../render/index.ts";
import { isRuntimeProfileName, runtimeProfile } from "../profile/runtime-profile.ts";
import { applySelector } from "../select/selectors.ts";
import { effectiveTools } from "../guard/skill-tool-list.ts";

export type * from "./executor-types.ts";
export type { RenderCall, RenderSkill, RenderValues } from "./instructions.ts";

/**
 * Makes an executor. Preloaded skills are active from the start and take no place of `maxActive`.
 *
 * @throws TypeError for a malformed `filter`, SkillError for an unknown name in `only`.
 * @example
 * const executor = createExecutor(skills, { filter: "skills/billing", maxActive: 5, packTools: ["read_file"] });
 * const result = await executor.activate("refunds", { by: "model", arguments: "order 17" });
 * if (result.ok) reply(result.instructions);
 */
export function createExecutor(skills: AnySkills, options: ExecutorOptions = {}): Executor {
  const catalogProfile = isRuntimeProfileName(skills.profile) ? skills.profile : "standard";
  const profile = runtimeProfile(options.profile ?? catalogProfile, options.compat);
  const admission = createAdmission(skills, { grants: options.grants ?? [], only: options.only });
  const maxActive = options.maxActive ?? 0;
  const preloadsCount = profile.preloads === "counted";
  const everything = nameFilter("", profile);
  const active = new Set<string>();
  const dismissed = new Set<string>();
  let filter = nameFilter(options.filter ?? "", profile);
  if (filter.error !== undefined) throw new TypeError(`The filter of the executor is malformed: ${filter.error}`);
  let { selector } = options;
  const variables: Variables = options.variables ?? new Map();
  const render = options.render ?? createRender(profile, options);

  const filterOf = ({ by, filter: own }: Access): NamedFilter => {
    if (own !== undefined) return nameFilter(own, profile);
    return profile.filterReach === "everywhere" || by === "application" ? filter : everything;
  };
  const isFull = (): boolean => {
    if (maxActive <= 0) return false;
    const counted = preloadsCount ? active.size : [...active].filter((id) => !skills.get(id).preload).length;
    return counted >= maxActive;
  };
  const takesPlace = (skill: Skill): boolean => preloadsCount || !skill.preload;
  const toolsOf = (id: string): readonly string[] =>
    effectiveTools(skills.get(id).allowedTools, options.packTools, profile);

  const activatePreloads = (): void => {
    for (const skill of admission.list("application", filter)) {
      if (skill.preload && !dismissed.has(skill.id) && !(preloadsCount && isFull())) active.add(skill.id);
    }
  };

  const refusalToActivate = (skill: Skill, access: Access): Refusal | undefined => {
    if (active.has(skill.id)) return undefined;
    const refusal = refusalByFilter(skill, filterOf(access));
    if (refusal !== undefined || !isFull() || !takesPlace(skill)) return refusal;
    return refuse(
      "max-active",
      `The skill ${quote(skill.id)} was not activated: no more than ${maxActive} may be active at a time; deactivate one first`,
    );
  };

  const askHook = async (skill: Skill): Promise<Refusal | undefined> => {
    const answer = (await options.beforeActivation?.(skill)) ?? { decision: "ok" };
    if (answer.decision === "ok") return undefined;
    if (answer.decision === "deny")
      return refuse("denied", `The skill ${quote(skill.id)} was denied: ${answer.reason}`);
    return { ...refuse("pending", `The skill ${quote(skill.id)} waits for a decision`), pending: answer.state };
  };

  const load = async (id: string, call: ActivateOptions): Promise<OpenedSkill> => {
    const raw = await skills.load(id);
    const skill = profile.body === "raw" ? raw : trimInstructions(raw);
    const { arguments: args, variables: own } = call;
    const given = { ...(args !== undefined && { arguments: args }), ...(own !== undefined && { variables: own }) };
    return { ok: true, skill, instructions: await render(skill, given) };
  };

  const find = (name: string, access: Access = {}): Skill | Refusal => {
    const full = { by: "application", ...access } as const;
    const skill = admission.find(name, full.by, filterOf(full));
    if (isRefusal(skill) || active.has(skill.id)) return skill;
    return refusalByFilter(skill, filterOf(full)) ?? skill;
  };

  const activate = async (name: string, call: ActivateOptions = {}): Promise<Activated | Refusal> => {
    const access = { by: "application", ...call } as const;
    const skill = admission.find(name, access.by, filterOf(access));
    if (isRefusal(skill)) return skill;
    const { id } = skill;
    let refusal = refusalToActivate(skill, access);
    if (refusal === undefined && !active.has(id) && options.beforeActivation !== undefined)
      // What was free before the hook was asked may be taken by now.
      refusal = (await askHook(skill)) ?? refusalToActivate(skill, access);
    if (refusal !== undefined) return refusal;
    const alreadyActive = active.has(id);
    active.add(id);
    try {
      const opened = await load(id, call);
      if (!alreadyActive) {
        dismissed.delete(id);
        await options.afterActivation?.(opened.skill);
      }
      return { ...opened, addedTools: toolsOf(id), alreadyActive };
    } catch (error) {
      if (!alreadyActive) active.delete(id);
      throw error;
    }
  };

  const visible = (access: Omit<ListOptions, "query"> = {}): readonly Skill[] => {
    const full = { by: "model", ...access } as const;
    return admission.list(full.by, filterOf(full), access.dir);
  };
  const list = (access: ListOptions = {}): Promise<readonly Skill[]> =>
    applySelector(selector, access.query ?? "", visible(access));

  activatePreloads();
  return {
    skills,
    profile,
    variables,
    activate,
    activateWithFilter: (name, own) => activate(name, { filter: own }),
    deactivate(name) {
      const id = skills.find(name)?.id ?? name;
      if (!active.delete(id)) return refuse("not-active", `The skill ${quote(name)} is not active`);
      if (skills.get(id).preload) dismissed.add(id);
      const needed = new Set([...active].flatMap(toolsOf));
      return { ok: true, removedTools: toolsOf(id).filter((tool) => !needed.has(tool)) };
    },
    async open(name, call = {}) {
      const skill = find(name, call);
      if (isRefusal(skill)) return skill;
      return (await askHook(skill)) ?? load(skill.id, call);
    },
    find,
    activeSkills: () => [...active].sort(),
    activeTools: () => [...new Set([...active].flatMap(toolsOf))].sort(),
    setFilter(pattern) {
      const next = nameFilter(pattern, profile);
      if (next.error !== undefined) return refuse("filter-invalid", `The filter was not set: ${next.error}`);
      filter = next;
      const deactivated = [...active].filter((id) => !next.matches(skills.get(id).path)).sort();
      for (const id of deactivated) active.delete(id);
      // A preload that an earlier filter kept out is not lost: it comes back.
      if (!preloadsCount) activatePreloads();
      return { ok: true, deactivated };
    },
    setSelector: (next) => void (selector = next),
    visible,
    list,
    skillIndex: async (access = {}) => formatIndex(await list(access), profile.indexStyle, indexOptions(profile)),
    async preloadedPrompt({ filter: own, wrap } = {}) {
      const access = own === undefined ? {} : { filter: own };
      const admitted = visible({ by: "application", ...access }).filter(
        ({ id, preload }) => preload && !dismissed.has(id),
      );
      const opened = await Promise.all(admitted.map(({ id }) => load(id, {})));
      return preloadedPrompt(
        opened.map(({ skill, instructions }) => withRendered(skill, instructions)),
        wrap,
      );
    },
    exportState: () => ({
      version: 1,
      active: [...active].sort(),
      dismissed: [...dismissed].sort(),
      filter: filter.pattern,
    }),
    restoreState(state) {
      const read = readState(state);
      const next = read && nameFilter(read.filter, profile);
      if (read === undefined || next?.error !== undefined)
        return refuse("state-invalid", "This is no state of an executor: nothing was restored");
      filter = next as NamedFilter;
      active.clear();
      dismissed.clear();
      for (const id of read.dismissed) if (skills.find(id)?.id === id) dismissed.add(id);
      // Not asked of the filter: a call may have had one of its own.
      const dropped = read.active.filter((id) => {
        const skill = admission.find(id, "application", filter);
        if (isRefusal(skill) || (takesPlace(skill) && isFull())) return true;
        active.add(skill.id);
        return false;
      });
      if (!preloadsCount) activatePreloads();
      return { ok: true, dropped };
    },
  };
}

function readState(state: unknown): ExecutorState | undefined {
  const { version, active, dismissed, filter } = (state ?? {}) as Partial<Record<keyof ExecutorState, unknown>>;
  const isPattern = typeof filter === "string" || isTexts(filter);
  return version === 1 && isTexts(active) && isTexts(dismissed) && isPattern ? (state as ExecutorState) : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
