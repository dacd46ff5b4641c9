/**
 * The executor: which skills are active for one agent, and what follows from it.
 * Takes: a set of skills, and what the application decides (filter, limits, grants, hooks, values). Gives: instructions,
 * files, tools and index texts, all within these limits; a state as JSON. Never: throws for a name that a model wrote.
 */
export { createExecutor } from "./executor.ts";
export type {
  Access,
  Activated,
  ActivateOptions,
  DroppedSkill,
  Executor,
  ExecutorOptions,
  ExecutorState,
  ListOptions,
  OpenedSkill,
  RestoreOptions,
  SkillState,
} from "./executor-types.ts";
export type { OnSkillEvent, SkillEvent } from "./events.ts";
export { DEFAULT_FORK_LIMITS, forkRequest, shouldFork } from "./fork.ts";
export type { ForkLimits, ForkRequest, OnFork } from "./fork.ts";
export type { RenderCall, RenderInstructions, RenderValues } from "./instructions.ts";
export { readResource, type ReadOptions, type ResourcePart } from "./resources.ts";
