/** Refusals: values that a model, a user and a log can read. Nothing here throws for bad input. */
import { withNearest } from "../access.ts";

/**
 * A value, or a promise of one.
 *
 * @example
 * const decide: () => MaybePromise<HookDecision> = () => ({ decision: "ok" });
 */
export type MaybePromise<T> = T | Promise<T>;

/**
 * Reason for a refusal.
 *
 * @example
 * const hidden: readonly RefusalCode[] = ["unauthorized", "not-available", "filtered"];
 */
export type RefusalCode =
  | "unknown-skill"
  | "not-available"
  | "unauthorized"
  | "not-invocable"
  | "filtered"
  | "filter-invalid"
  | "max-active"
  | "not-active"
  | "denied"
  | "pending"
  | "unknown-file"
  | "is-directory"
  | "path-traversal"
  | "inline-skill"
  | "invalid-input"
  | "name-required"
  | "no-skills"
  | "unknown-tool"
  | "state-invalid"
  | "not-runnable"
  | "script-failed";

/**
 * A refused request: its reason, and names similar to the requested one.
 *
 * @example
 * const result = await executor.activate("refunds", { by: "model" });
 * if (isRefusal(result)) reply(result.message);
 */
export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  /** One sentence, with the nearest names if there are any. */
  readonly message: string;
  readonly nearest: readonly string[];
  /** With code `pending`: the state for the next call of the hook. */
  readonly pending?: unknown;
}

export function refuse(code: RefusalCode, message: string, nearest: readonly string[] = []): Refusal {
  return { ok: false, code, message: withNearest(message, nearest), nearest };
}

/**
 * Whether a result is a refusal.
 *
 * @example
 * const skill = executor.find("refunds", { by: "user" });
 * if (isRefusal(skill)) reply(skill.message);
 */
export function isRefusal(value: unknown): value is Refusal {
  const { ok, code } = (value ?? {}) as Partial<Refusal>;
  return ok === false && code !== undefined;
}

export function quoteName(name: string): string {
  return JSON.stringify(name);
}
