import type { Skill } from "../access.ts";

/**
 * Who invokes a skill. Invocation flags never restrict the application.
 *
 * @example
 * const by: Caller = message.startsWith("/") ? "user" : "model";
 */
export type Caller = "model" | "user" | "application";

/**
 * Whether a caller may invoke a skill: `disable-model-invocation` hides it from the model, `user-invocable: false` from
 * the user.
 *
 * @example
 * skills.names.filter((id) => isInvocableBy(skills.get(id), "user")); // what a slash menu shows
 */
export function isInvocableBy(skill: Pick<Skill, "disableModelInvocation" | "userInvocable">, caller: Caller): boolean {
  if (caller === "model") return !skill.disableModelInvocation;
  return caller === "application" || skill.userInvocable;
}
