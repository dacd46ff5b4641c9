/** The options of `agentSkills`; docs/agent-options.md is made of them. */
import type { IndexTier } from "../access.ts";
import type { ExecutorOptions, RestoreOptions } from "../executor/executor-types.ts";
import type { RenderValues } from "../executor/instructions.ts";
import type { AllowedToolsMode } from "../profile/allowed-tools.ts";
import type { RenderInput } from "../render/render-skill.ts";
import type { SkillFilter } from "../select/filter.ts";
import type { AllowedScripts } from "../tools/script-tool.ts";
import type { CreateGate } from "../tools/tool-gate.ts";
import type { SkillRunner } from "../tools/tool.ts";
import type { DependencyMode } from "./dependencies.ts";
import type { AgentBudget } from "./agent-index.ts";

/**
 * Options of `agentSkills`. What only some agents need is passed in as a function, so that the others do not bundle it.
 *
 * @example
 * await agentSkills(skills, { filter: compileFilter("skills/billing"), gate: createToolGate, grants: ["billing:*"] });
 */
export interface AgentSkillsOptions<Name extends string = string>
  extends
    Omit<RenderValues, "variables">,
    Pick<ExecutorOptions, "grants" | "maxActive" | "beforeActivation" | "afterActivation" | "onEvent"> {
  /**
   * Limit of the index and the tool definitions together. Default 4,000 estimated tokens.
   *
   * @example
   * budget: { contextWindow: 200_000 }
   */
  readonly budget?: AgentBudget | undefined;
  /**
   * Skills of this agent; default all.
   *
   * @example
   * only: ["pdf", "review"]
   */
  readonly only?: readonly Name[] | undefined;
  /**
   * Skills whose descriptions come first when the index is shortened, the most important first.
   *
   * @example
   * rank: ["review"]
   */
  readonly rank?: readonly Name[] | undefined;
  /**
   * How the index lists some skills, over what their authors and the config say: `pinned` first and whole, `listed`,
   * `name-only`, `deferred` not at all: then `search_skills` finds them. Skills that the model may not load stay hidden.
   *
   * @example
   * tiers: { pdf: "pinned", review: "deferred" }
   */
  readonly tiers?: { readonly [Key in Name]?: IndexTier | "listed" | undefined } | undefined;
  /**
   * What happens with a skill that requires others. `hint`: the answer of `load_skill` names those that the model may load.
   * `load`: they are loaded with it, as by the one who started it, up to 8 skills and 20,000 estimated tokens; the others are
   * named. Skills that are hidden or not in `only` are neither. Default: `hint`.
   *
   * @example
   * dependencies: "load"
   */
  readonly dependencies?: DependencyMode | undefined;
  /**
   * Only skills at these paths: `compileFilter("skills/billing")`. Asked once for each skill.
   *
   * @example
   * filter: compileFilter("skills/documents")
   */
  readonly filter?: SkillFilter | undefined;
  /**
   * Checks the calls of the application's own tools: `createToolGate`.
   *
   * @example
   * gate: createToolGate
   */
  readonly gate?: CreateGate | undefined;
  /**
   * What the gate does with `allowed-tools` of the active skills. `approve` marks the calls that they list as `approved`;
   * `restrict` refuses all others. Default: `restrict` for a catalog built with the profile `cognesy`, else `approve`.
   *
   * @example
   * gate: createToolGate, allowedTools: "restrict"
   */
  readonly allowedTools?: AllowedToolsMode | undefined;
  /**
   * Ships skills with `disallowed-tools` although no gate enforces them.
   *
   * @example
   * unrestricted: ["review"]
   */
  readonly unrestricted?: readonly Name[] | undefined;
  /**
   * Runs skills with `context: fork` in a loop of their own: `createFork(run)`.
   *
   * @example
   * fork: createFork(({ prompt, tools }) => runLoop(prompt, tools))
   */
  readonly fork?: SkillRunner | undefined;
  /**
   * Renders the dialects other than `safe`: `renderSkill`, with `dialect`.
   *
   * @example
   * render: renderSkill, dialect: "claude"
   */
  readonly render?: ((input: RenderInput) => { readonly text: string }) | undefined;
  /**
   * Compiled scripts that the model may run with `run_skill_script`: all, or a list of paths such as `scripts/fill.ts`, or
   * `pdf/scripts/fill.ts` for that skill only. The gate and the skill's allowed tools apply. Default: none, and no tool.
   *
   * @example
   * scripts: ["pdf/scripts/fill.ts"]
   */
  readonly scripts?: AllowedScripts | undefined;
  /**
   * A state from `agent.state()`, or its JSON, to continue a conversation; undefined and null begin one. Keep it on the
   * server, or sign it: who can write it can end restrictions.
   *
   * @example
   * state: await store.get("conversation")
   */
  readonly state?: unknown;
  /**
   * `user`: skills that the user started continue as well, if the user may start them now. Only for a state that no client
   * could write. Default: what the model may load; the rest is in `dropped`, and its `disallowed-tools` stay in force.
   *
   * @example
   * state: await store.get("conversation"), restore: "user"
   */
  readonly restore?: RestoreOptions["restore"] | undefined;
  /**
   * Maximum of one read: UTF-16 units of a text, bytes of a binary file. Default 50,000.
   *
   * @example
   * maxRead: 20_000
   */
  readonly maxRead?: number | undefined;
}
