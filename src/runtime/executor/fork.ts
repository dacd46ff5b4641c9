import type { LoadedSkill, ModelReference, Skill } from "../access.ts";
import { modelTextOf, parseModelReference } from "../model-reference.ts";
import type { MaybePromise } from "../guard/outcome.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import { capTools } from "../guard/skill-tool-list.ts";

/**
 * Limits of a forked loop.
 *
 * @example
 * skillkitTools(executor, { onFork, forkLimits: { maxSteps: 5 } });
 */
export interface ForkLimits {
  readonly maxSteps: number;
  readonly maxTokens: number;
  readonly maxSeconds: number;
}

/**
 * Everything an application needs to run a skill in a separate loop.
 *
 * @example
 * const onFork: OnFork = ({ prompt, tools, limits }: ForkRequest) => runLoop(prompt, tools, limits.maxSteps);
 */
export interface ForkRequest {
  readonly kind: "fork";
  readonly skill: LoadedSkill;
  /** The agent type that the skill requests. */
  readonly agent?: string;
  /** The rendered instructions: the task of the loop. */
  readonly prompt: string;
  readonly tools: readonly string[];
  /** The model that the skill requests, for `resolveModel`; undefined means the parent's. */
  readonly model?: ModelReference;
  readonly limits: ForkLimits;
}

/**
 * Runs a loop; its result is the result of the tool call.
 *
 * @example
 * skillkitTools(executor, { onFork: async ({ prompt, tools }) => runLoop(prompt, tools) });
 */
export type OnFork = (request: ForkRequest) => MaybePromise<unknown>;

/**
 * The limits of a forked loop in instructor-php, used by default.
 *
 * @example
 * DEFAULT_FORK_LIMITS.maxSteps; // 10
 */
export const DEFAULT_FORK_LIMITS: ForkLimits = /* @__PURE__ */ Object.freeze({
  maxSteps: 10,
  maxTokens: 16_384,
  maxSeconds: 120,
});

/**
 * Whether a skill runs in a separate loop if the application offers one.
 *
 * @example
 * shouldFork(skills.get("review"), executor.profile); // true for `context: fork`
 */
export function shouldFork(skill: Pick<Skill, "context">, { forks }: Pick<RuntimeProfile, "forks">): boolean {
  return forks === "always" || skill.context === "fork";
}

/**
 * Returns the request for a forked loop. Its tools are those of the parent; where `allowed-tools` restricts, those that
 * the skill lists, or all if it lists none. Add the tools that `bindTools` bound to the skill: `boundTools(request.skill)`.
 *
 * @example
 * const request = forkRequest(loaded, { prompt: instructions, parentTools: ["Read", "Write"], profile: executor.profile });
 */
export function forkRequest(
  skill: LoadedSkill,
  options: {
    readonly prompt: string;
    readonly parentTools: readonly string[];
    readonly profile: Pick<RuntimeProfile, "allowedTools" | "toolPatterns">;
    readonly limits?: Partial<ForkLimits> | undefined;
  },
): ForkRequest {
  const { allowedTools, agent } = skill;
  const { prompt, parentTools, profile, limits } = options;
  const model = modelTextOf(skill);
  const isUncapped = profile.allowedTools === "approve" || allowedTools.length === 0;
  return {
    kind: "fork",
    skill,
    ...(agent !== undefined && { agent }),
    prompt,
    tools: isUncapped ? parentTools : capTools(allowedTools, parentTools, profile),
    ...(model !== undefined && { model: parseModelReference(model) }),
    limits: { ...DEFAULT_FORK_LIMITS, ...limits },
  };
}
