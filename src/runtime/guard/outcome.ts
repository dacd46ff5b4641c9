/** How the runtime says no: as a value that a model, a user and a log can read. Nothing here throws for bad input. */

/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>;

/** Why a request was turned down. */
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
  | "state-invalid";

/** A request that was turned down, why, and which names come close to what was asked for. */
export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  /** One sentence, with the nearest names where there are any. */
  readonly message: string;
  readonly nearest: readonly string[];
  /** With code `pending`: what the hook wants to be called with again. */
  readonly pending?: unknown;
}

/** Makes a refusal; the nearest names become part of the message. */
export function refuse(code: RefusalCode, message: string, nearest: readonly string[] = []): Refusal {
  const hint = nearest.length === 0 ? "" : `. Nearest: ${nearest.map(quote).join(", ")}`;
  return { ok: false, code, message: message + hint, nearest };
}

/**
 * Whether a result is a refusal.
 *
 * @example
 * const skill = executor.find("refunds", { by: "user" });
 * if (isRefusal(skill)) reply(skill.message);
 */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && (value as Refusal).ok === false && "code" in value;
}

/** A name as it stands in messages. */
export function quote(name: string): string {
  return JSON.stringify(name);
}
