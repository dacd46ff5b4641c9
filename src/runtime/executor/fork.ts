/** Skills that run in a loop of their own: what the application is handed. */
import type { LoadedSkill, ModelReference, Skill } from "../access.ts";
import { modelTextOf, parseModelReference } from "../model-reference.ts";
import type { MaybePromise } from "../guard/outcome.ts";
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import { isAboutTool, parseToolPattern } from "../guard/tool-pattern.ts";

/** Bounds of a forked loop. */
export interface ForkLimits {
  readonly maxSteps: number;
  readonly maxTokens: number;
  readonly maxSeconds: number;
}

/** All that an application needs to run a skill in a loop of its own. */
export interface ForkRequest {
  readonly kind: "fork";
  readonly skill: LoadedSkill;
  /** The kind of agent that the skill asks for. */
  readonly agent?: string;
  /** The instructions, rendered: the task of the loop. */
  readonly prompt: string;
  /** Names of the tools that the loop may use. */
  readonly tools: readonly string[];
  /** The model that the skill asks for, for `resolveModel`; undefined means the parent's. */
  readonly model?: ModelReference;
  readonly limits: ForkLimits;
}

/** Runs a loop; what it gives is the result of the tool call. */
export type OnFork = (request: ForkRequest) => MaybePromise<unknown>;

/** The bounds that instructor-php gives a forked loop. */
export const DEFAULT_FORK_LIMITS: ForkLimits = { maxSteps: 10, maxTokens: 16_384, maxSeconds: 120 };

/**
 * Whether a skill runs in a loop of its own where the application offers one.
 *
 * @example
 * shouldFork(skills.get("review"), executor.profile); // true for `context: fork`
 */
export function shouldFork(skill: Pick<Skill, "context">, { forks }: Pick<RuntimeProfile, "forks">): boolean {
  return forks === "always" || skill.context === "fork";
}

/**
 * Makes the request for a forked loop. Its tools are the parent's that the skill allows, or all of the parent's when it
 * lists none. What `bindTools` bound to the skill comes on top: `boundTools(request.skill)`.
 *
 * @example
 * const request = forkRequest(loaded, { prompt: instructions, parentTools: ["Read", "Write"], profile: executor.profile });
 */
export function forkRequest(
  skill: LoadedSkill,
  options: {
    readonly prompt: string;
    readonly parentTools: readonly string[];
    readonly profile: Pick<RuntimeProfile, "forkTools" | "toolPatterns">;
    readonly limits?: Partial<ForkLimits>;
  },
): ForkRequest {
  const model = modelTextOf(skill);
  return {
    kind: "fork",
    skill,
    ...(skill.agent === undefined ? {} : { agent: skill.agent }),
    prompt: options.prompt,
    tools: toolsOfFork(skill, options.parentTools, options.profile),
    ...(model === undefined ? {} : { model: parseModelReference(model) }),
    limits: { ...DEFAULT_FORK_LIMITS, ...options.limits },
  };
}

function toolsOfFork(
  { allowedTools }: Pick<Skill, "allowedTools">,
  parentTools: readonly string[],
  { forkTools, toolPatterns }: Pick<RuntimeProfile, "forkTools" | "toolPatterns">,
): readonly string[] {
  if (forkTools === "parent" || allowedTools.length === 0) return parentTools;
  if (toolPatterns === "literal") return allowedTools.filter((tool) => parentTools.includes(tool));
  const patterns = allowedTools.map(parseToolPattern);
  return parentTools.filter((tool) => patterns.some((pattern) => isAboutTool(pattern, tool)));
}
