import type { AnySkills, LoadedSkill, Skill } from "../access.ts";
import type { FilterPattern } from "../guard/admission.ts";
import type { GatedSkill } from "../guard/gated-skill.ts";
import type { HookDecision } from "../guard/hooks.ts";
import type { Caller } from "../guard/invocation.ts";
import type { MaybePromise, Refusal } from "../guard/outcome.ts";
import type { AllowedToolsMode } from "../profile/allowed-tools.ts";
import type { Compat, RuntimeProfile, RuntimeProfileName } from "../profile/runtime-profile.ts";
import type { PreloadedPrompt, WrapSkill } from "../prompt/preloaded-prompt.ts";
import type { Variables } from "../render/variables.ts";
import type { Selector } from "../select/selectors.ts";
import type { DropReason, Emit, OnSkillEvent } from "./events.ts";
import type { RenderCall, RenderInstructions, RenderValues } from "./instructions.ts";

/**
 * Options of an executor.
 *
 * @example
 * createExecutor(skills, { grants: ["billing"], filter: "skills/billing", maxActive: 5 });
 */
export interface ExecutorOptions extends RenderValues {
  /** Default: the profile that the catalog was built with, if the runtime has it, else `standard`. */
  readonly profile?: RuntimeProfileName | undefined;
  readonly compat?: Compat | undefined;
  /** Skills of this agent, as ids or unique names; default all. */
  readonly only?: readonly string[] | undefined;
  /**
   * Granted scopes. Skills whose `required_scope` is not granted are hidden.
   *
   * @example
   * grants: ["billing:*"]
   */
  readonly grants?: readonly string[] | undefined;
  /** Default `""`: all skills. */
  readonly filter?: FilterPattern | undefined;
  /**
   * Maximum number of active skills; 0, the default, means no limit.
   *
   * @example
   * maxActive: 3
   */
  readonly maxActive?: number | undefined;
  /** The available tools; skills add no others. Default: no cap. */
  readonly packTools?: readonly string[] | undefined;
  readonly selector?: Selector | undefined;
  /** Replaces the built-in rendering, which inserts the arguments and the values of these options. */
  readonly render?: RenderInstructions | undefined;
  /**
   * Called before a skill is returned; any answer but `ok` refuses it.
   *
   * @example
   * beforeActivation: ({ id }) => runHooks(hooks, "pre_skill_activation", { skill: id }, { handlers })
   */
  readonly beforeActivation?: ((skill: Skill) => MaybePromise<HookDecision>) | undefined;
  /**
   * Called after a skill was activated.
   *
   * @example
   * afterActivation: ({ id }) => log(`loaded ${id}`)
   */
  readonly afterActivation?: ((skill: LoadedSkill) => MaybePromise<void>) | undefined;
  /**
   * Gets what happens to skills, for logs and traces. skillc sends it nowhere.
   *
   * @example
   * onEvent: ({ type, by }) => log(`${type} by ${by}`)
   */
  readonly onEvent?: OnSkillEvent | undefined;
}

/**
 * The caller of a request and its filter.
 *
 * @example
 * executor.find("refunds", { by: "user", filter: "skills/billing" });
 */
export interface Access {
  /** Default `application`. */
  readonly by?: Caller | undefined;
  /** Replaces the executor's filter for this call, so that several runs can share an executor. */
  readonly filter?: FilterPattern | undefined;
}

/**
 * Options of an activation.
 *
 * @example
 * await executor.activate("refunds", { by: "model", arguments: "order 17" });
 */
export interface ActivateOptions extends Access, RenderCall {}

/**
 * Which skills to list.
 *
 * @example
 * await executor.list({ by: "model", query: "refund an order", dir: "skills/billing" });
 */
export interface ListOptions extends Access {
  /** The query for the selector. */
  readonly query?: string | undefined;
  /** Only skills at or below this virtual directory. */
  readonly dir?: string | undefined;
}

/**
 * A loaded skill with its rendered instructions.
 *
 * @example
 * const opened = await executor.open("refunds", { by: "user" });
 * if (opened.ok) reply(opened.instructions);
 */
export interface OpenedSkill {
  readonly ok: true;
  readonly skill: LoadedSkill;
  /** The text for the model. */
  readonly instructions: string;
}

/**
 * An activated skill.
 *
 * @example
 * const result = await executor.activate("refunds", { by: "model" });
 * if (result.ok && !result.alreadyActive) offer(result.addedTools);
 */
export interface Activated extends OpenedSkill {
  /** Tools that the skill adds, sorted. */
  readonly addedTools: readonly string[];
  readonly alreadyActive: boolean;
}

/**
 * State of an executor as JSON. Keep it on the server, or sign it: who can write it can end restrictions.
 *
 * @example
 * const state: ExecutorState = executor.exportState();
 * createExecutor(skills).restoreState(state);
 */
export interface ExecutorState {
  readonly version: 2;
  /** The active skills and those that were not restored, sorted by id, and who started them. */
  readonly active: readonly { readonly id: string; readonly by: Caller }[];
  /** Preloaded skills that were deactivated by name. */
  readonly dismissed: readonly string[];
  readonly filter: FilterPattern;
}

/**
 * A skill of a state that is not active. Its `disallowed-tools` stay in force, and it stays in the state, until the
 * application deactivates it.
 *
 * @example
 * for (const { id, reason } of agent.dropped) if (reason === "unknown-skill") agent.deactivate(id);
 */
export interface DroppedSkill {
  readonly id: string;
  /**
   * `state-not-trusted`: the state says that the user or the application started it, and the model may not. Otherwise as
   * the model would be refused now.
   */
  readonly reason: DropReason;
}

/**
 * What a restored state may continue.
 *
 * @example
 * executor.restoreState(await store.get(conversation), { restore: "user" });
 */
export interface RestoreOptions {
  /**
   * `user`: skills that the user started continue if the user may start them now. Only for a state that no client could
   * write. Default: what the model may load, and preloaded skills.
   */
  readonly restore?: "model" | "user" | undefined;
}

/**
 * The active skills of one agent or conversation, without its index texts: what tools need.
 *
 * @example
 * const loaded = (executor: SkillState): readonly string[] => executor.activeSkills();
 */
export interface SkillState {
  readonly skills: AnySkills;
  /** Whether a gate refuses what no `allowed-tools` of an active skill lists. */
  readonly allowedTools: AllowedToolsMode;
  /** Whether an active skill can be in the way of another one, or of a tool: the model then gets `unload_skill`. */
  readonly unloads: boolean;
  /** Reports an event to `onEvent`: also what only the application sees, such as a call that its own gate refused. */
  readonly emit: Emit;
  /** Activates a skill; for an active one it only renders the instructions again. Rejects if loading fails. */
  activate(name: string, options?: ActivateOptions): Promise<Activated | Refusal>;
  /** Returns a skill without activating it: for forks, and for systems without activation. */
  open(name: string, options?: ActivateOptions): Promise<OpenedSkill | Refusal>;
  /** Returns the metadata of a skill, or why this caller cannot have it. Active skills pass any filter. */
  find(name: string, access?: Access): Skill | Refusal;
  /** Returns the ids of the active skills, sorted. */
  activeSkills(): readonly string[];
  /** Returns the tools of all active skills, sorted. */
  activeTools(): readonly string[];
  /** Returns the skills that a caller may see, in catalog order; default caller `model`. */
  visible(options?: Omit<ListOptions, "query">): readonly Skill[];
  /** Returns the text of the admitted preloaded skills, without those that were deactivated by name. */
  preloadedPrompt(options?: { readonly filter?: FilterPattern; readonly wrap?: WrapSkill }): Promise<PreloadedPrompt>;
  /**
   * Returns what a gate enforces: the active skills, and those that restrict although they are not active. These are
   * skills of a state that were not restored, and preloaded ones, which restrict as long as the options preload them.
   */
  gatedSkills(): readonly GatedSkill[];
  /** Returns the ids of the active skills that only the model started, sorted. */
  unloadable(): readonly string[];
  /**
   * Deactivates a skill, or clears one that was not restored; returns the tools that no other active skill needs, sorted.
   * With `by: "model"`, only a skill that the model started.
   */
  deactivate(
    name: string,
    access?: Pick<Access, "by">,
  ): { readonly ok: true; readonly removedTools: readonly string[] } | Refusal;
  exportState(): ExecutorState;
  /**
   * Continues from an exported state or its JSON, which never widens what the options, or the last `setFilter`, allow: the
   * filters are both in force, and a skill that the model may not load stays inactive unless it is preloaded, or
   * `restore` admits it. Returns what is not active. A malformed state changes nothing.
   */
  restoreState(
    state: unknown,
    options?: RestoreOptions,
  ): { readonly ok: true; readonly dropped: readonly DroppedSkill[] } | Refusal;
}

/**
 * The active skills of one agent or conversation. Refusals are values: nothing throws for a wrong name.
 *
 * @example
 * const executor: Executor = createExecutor(skills);
 * const prompt = await executor.skillIndex({ by: "model" });
 */
export interface Executor extends SkillState {
  readonly profile: RuntimeProfile;
  /** Values of `{{ NAME }}`, from the options. */
  readonly variables: Variables;
  /** Sets the filter; returns the ids that it deactivated, sorted. A malformed filter changes nothing. */
  setFilter(filter: FilterPattern): { readonly ok: true; readonly deactivated: readonly string[] } | Refusal;
  setSelector(selector: Selector | undefined): void;
  /** Returns the visible skills, narrowed by the selector. */
  list(options?: ListOptions): Promise<readonly Skill[]>;
  /** Returns `list` as text, in the style of the profile. */
  skillIndex(options?: ListOptions): Promise<string>;
}
