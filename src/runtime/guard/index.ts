/**
 * Guards: who may have which skill, and what an application decides about it.
 * Takes: metadata, grants, callers, filters, hooks. Gives: decisions and refusals as values. Never: runs a command,
 * makes a request, throws for what a model or a skill wrote.
 */
export type { FilterPattern } from "./admission.ts";
export { isAuthorized, resolveGrants } from "./authorization.ts";
export { hookEvents, parseHooks, runHooks } from "./hooks.ts";
export type {
  Hook,
  HookContext,
  HookDecision,
  HookEvent,
  HookEventKey,
  HookHandler,
  HookHandlers,
  HookOptions,
} from "./hooks.ts";
export { isInvocableBy, type Caller } from "./invocation.ts";
export { isRefusal, type MaybePromise, type Refusal, type RefusalCode } from "./outcome.ts";
