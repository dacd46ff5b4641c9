/** The executor: which skills are active for one agent, and everything that follows from it. */
import { type AnySkills, type LoadedSkill, type Skill } from "./access.ts";
import { createAdmission, nameFilter, refusalByFilter, type FilterPattern, type NamedFilter } from "./admission.ts";
import type { HookDecision } from "./hooks.ts";
import { formatIndex } from "./index-text.ts";
import type { Caller } from "./invocation.ts";
import { isRefusal, quote, refuse, type MaybePromise, type Refusal } from "./outcome.ts";
import { preloadedPrompt, type PreloadedPrompt, type WrapSkill } from "./preloaded-prompt.ts";
import { isRuntimeProfileName, runtimeProfile, type Compat, type RuntimeProfile, type RuntimeProfileName } from "./runtime-profile.ts";
import { applySelector, type Selector } from "./selectors.ts";
import { effectiveTools } from "./skill-tool-list.ts";

/** Makes the text that a model gets out of a skill and the arguments of the call. */
export type RenderSkill = (skill: LoadedSkill, call: { readonly arguments?: string }) => MaybePromise<string>;

export interface ExecutorOptions {
  /** Default: the profile that the catalog was built with, where it is one of the runtime's, else `standard`. */
  readonly profile?: RuntimeProfileName;
  readonly compat?: Compat;
  /** Skills of this agent, as ids or unique names; default all. */
  readonly only?: readonly string[];
  /** Scopes that were granted. Without any, skills with a `required_scope` are hidden. */
  readonly grants?: readonly string[];
  /** Default `""`: all skills. */
  readonly filter?: FilterPattern;
  /** Skills that may be active at a time; 0, the default, means any number. */
  readonly maxActive?: number;
  /** The tools that there are; skills add none but these. Default: no cap. */
  readonly packTools?: readonly string[];
  readonly selector?: Selector;
  /** Default: the instructions as the profile trims them. */
  readonly render?: RenderSkill;
  /** Asked before a skill is handed out; anything but `ok` refuses it. */
  readonly beforeActivation?: (skill: Skill) => MaybePromise<HookDecision>;
  /** Told after a skill was activated. */
  readonly afterActivation?: (skill: LoadedSkill) => MaybePromise<void>;
}

/** Who asks, and under which filter. */
export interface Access {
  /** Default `application`. */
  readonly by?: Caller;
  /** Takes the place of the executor's filter for this call, so that several runs can share an executor. */
  readonly filter?: FilterPattern;
}

export interface ActivateOptions extends Access {
  readonly arguments?: string;
}

export interface ListOptions extends Access {
  /** What the selector ranks for. */
  readonly query?: string;
  /** Only skills at or below this virtual directory. */
  readonly dir?: string;
}

export interface OpenedSkill {
  readonly ok: true;
  readonly skill: LoadedSkill;
  /** The text for the model. */
  readonly instructions: string;
}

export interface Activated extends OpenedSkill {
  /** Tools that the skill brings, sorted. */
  readonly addedTools: readonly string[];
  readonly alreadyActive: boolean;
}

/** State of an executor as JSON. */
export interface ExecutorState {
  readonly version: 1;
  readonly active: readonly string[];
  /** Preloaded skills that were deactivated by name. */
  readonly dismissed: readonly string[];
  readonly filter: FilterPattern;
}

export interface Executor {
  readonly skills: AnySkills;
  readonly profile: RuntimeProfile;
  /** Activates a skill; again for an active one, which only gives its instructions anew. Rejects when loading fails. */
  activate(name: string, options?: ActivateOptions): Promise<Activated | Refusal>;
  /** `activate` under a filter of its own. */
  activateWithFilter(name: string, filter: FilterPattern): Promise<Activated | Refusal>;
  /** Deactivates a skill; gives the tools that no other active skill needs, sorted. */
  deactivate(name: string): { readonly ok: true; readonly removedTools: readonly string[] } | Refusal;
  /** Hands out a skill without activating it: for forks and for systems that know no activation. */
  open(name: string, options?: ActivateOptions): Promise<OpenedSkill | Refusal>;
  /** The metadata of a skill, or why this caller cannot have it. Active skills pass any filter. */
  find(name: string, access?: Access): Skill | Refusal;
  /** Ids, sorted. */
  activeSkills(): readonly string[];
  /** Tools of all active skills, sorted. */
  activeTools(): readonly string[];
  /** Sets the filter; gives the ids that it deactivated, sorted. A malformed filter changes nothing. */
  setFilter(filter: FilterPattern): { readonly ok: true; readonly deactivated: readonly string[] } | Refusal;
  setSelector(selector: Selector | undefined): void;
  /** Skills that a caller may see, in catalog order; default caller `model`. */
  visible(options?: Omit<ListOptions, "query">): readonly Skill[];
  /** `visible`, narrowed by the selector. */
  list(options?: ListOptions): Promise<readonly Skill[]>;
  /** `list` as text, in the style of the profile. */
  skillIndex(options?: ListOptions): Promise<string>;
  /** The text of the preloaded skills that are admitted. */
  preloadedPrompt(options?: { readonly filter?: FilterPattern; readonly wrap?: WrapSkill }): Promise<PreloadedPrompt>;
  exportState(): ExecutorState;
  /** Continues from an exported state; gives the ids that are gone or no longer admitted. */
  restoreState(state: unknown): { readonly ok: true; readonly dropped: readonly string[] } | Refusal;
}

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
  const toolsOf = (id: string): readonly string[] => effectiveTools(skills.get(id).allowedTools, options.packTools, profile);

  const activatePreloads = (): void => {
    for (const skill of admission.list("application", filter)) {
      if (skill.preload && !dismissed.has(skill.id) && !(preloadsCount && isFull())) active.add(skill.id);
    }
  };

  const refusalToActivate = (skill: Skill, access: Access): Refusal | undefined => {
    if (active.has(skill.id)) return undefined;
    const refusal = refusalByFilter(skill, filterOf(access));
    if (refusal !== undefined || !isFull() || !takesPlace(skill)) return refusal;
    return refuse("max-active", `The skill ${quote(skill.id)} was not activated: ${maxActive} active skills are the limit; deactivate one first`);
  };

  const askHook = async (skill: Skill): Promise<Refusal | undefined> => {
    const answer = (await options.beforeActivation?.(skill)) ?? { decision: "ok" };
    if (answer.decision === "ok") return undefined;
    if (answer.decision === "deny") return refuse("denied", `The skill ${quote(skill.id)} was denied: ${answer.reason}`);
    return { ...refuse("pending", `The skill ${quote(skill.id)} waits for a decision`), pending: answer.state };
  };

  const load = async (id: string, call: ActivateOptions): Promise<OpenedSkill> => {
    const raw = await skills.load(id);
    const skill = profile.body === "raw" ? raw : { ...raw, instructions: raw.instructions.trim() };
    const args = call.arguments === undefined ? {} : { arguments: call.arguments };
    return { ok: true, skill, instructions: (await options.render?.(skill, args)) ?? skill.instructions };
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
  const list = (access: ListOptions = {}): Promise<readonly Skill[]> => applySelector(selector, access.query ?? "", visible(access));

  activatePreloads();
  return {
    skills,
    profile,
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
    skillIndex: async (access = {}) =>
      formatIndex(await list(access), profile.indexStyle, profile.descriptions === "raw" ? { compat: "exact" } : {}),
    async preloadedPrompt({ filter: own, wrap } = {}) {
      const access = own === undefined ? {} : { filter: own };
      const admitted = visible({ by: "application", ...access }).filter(({ preload }) => preload);
      const opened = await Promise.all(admitted.map(({ id }) => load(id, {})));
      return preloadedPrompt(
        opened.map(({ skill, instructions }) => ({ ...skill, instructions })),
        wrap,
      );
    },
    exportState: () => ({ version: 1, active: [...active].sort(), dismissed: [...dismissed].sort(), filter: filter.pattern }),
    restoreState(state) {
      const read = readState(state);
      const next = read && nameFilter(read.filter, profile);
      if (read === undefined || next?.error !== undefined) return refuse("state-invalid", "This is no state of an executor: nothing was restored");
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
