/** Who calls a skill, and which skills that caller may see. */
import type { Skill } from "../access.ts";

/** The application is never refused a skill for its invocation flags. */
export type Caller = "model" | "user" | "application";

/**
 * Whether a skill is meant for a caller: `disable-model-invocation` hides it from the model, `user-invocable: false`
 * from the user.
 *
 * @example
 * skills.names.filter((id) => isInvocableBy(skills.get(id), "user")); // what a slash menu shows
 */
export function isInvocableBy(skill: Pick<Skill, "disableModelInvocation" | "userInvocable">, caller: Caller): boolean {
  if (caller === "model") return !skill.disableModelInvocation;
  return caller === "application" || skill.userInvocable;
}
