/** What an executor takes and gives. */
import type { AnySkills, LoadedSkill, Skill } from "../access.ts";
import type { FilterPattern } from "../guard/admission.ts";
import type { HookDecision } from "../guard/hooks.ts";
import type { RenderCall, RenderSkill, RenderValues } from "./instructions.ts";
import type { Caller } from "../guard/invocation.ts";
import type { MaybePromise, Refusal } from "../guard/outcome.ts";
import type { PreloadedPrompt, WrapSkill } from "../prompt/preloaded-prompt.ts";
import type { Compat, RuntimeProfile, RuntimeProfileName } from "../profile/runtime-profile.ts";
import type { Variables } from "../render/index.ts";
import type { Selector } from "../select/selectors.ts";

/** What an executor works with; every option may be left out. */
export interface ExecutorOptions extends RenderValues {
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
  /** Takes the place of the built-in rendering, which inserts the arguments and the values of these options. */
  readonly render?: RenderSkill;
  /**
   * Asked before a skill is handed out; anything but `ok` refuses it.
   *
   * @example
   * beforeActivation: ({ id }) => runHooks(hooks, "pre_skill_activation", { skill: id }, handlers)
   */
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

/** How a skill is called. */
export interface ActivateOptions extends Access, RenderCall {}

/** What part of the skills is wanted. */
export interface ListOptions extends Access {
  /** What the selector ranks for. */
  readonly query?: string;
  /** Only skills at or below this virtual directory. */
  readonly dir?: string;
}

/** A skill that was handed out. */
export interface OpenedSkill {
  readonly ok: true;
  readonly skill: LoadedSkill;
  /** The text for the model. */
  readonly instructions: string;
}

/** A skill that is active now. */
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

/** Holds which skills are active for one agent or conversation. Refusals are values; nothing throws for a bad name. */
export interface Executor {
  readonly skills: AnySkills;
  readonly profile: RuntimeProfile;
  /** Values of `{{ NAME }}`, as given in the options. */
  readonly variables: Variables;
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
  /** The text of the preloaded skills that are admitted, without those that were deactivated by name. */
  preloadedPrompt(options?: { readonly filter?: FilterPattern; readonly wrap?: WrapSkill }): Promise<PreloadedPrompt>;
  exportState(): ExecutorState;
  /** Continues from an exported state; gives the ids that are gone or no longer admitted. */
  restoreState(state: unknown): { readonly ok: true; readonly dropped: readonly string[] } | Refusal;
}
