import type { AnySkills, Skill } from "../access.ts";
import type { MaybePromise } from "./outcome.ts";

/**
 * Whether grants cover all required scopes. `ns:*` covers every scope `ns:…` and nothing else. A skill without required
 * scopes is public.
 *
 * @example
 * isAuthorized(["billing:read"], ["billing:*"]); // true
 * isAuthorized(["billing:read", "admin:write"], ["billing:*"]); // false
 */
export function isAuthorized(required: readonly string[], grants: readonly string[]): boolean {
  return required.every((scope) => grants.some((grant) => covers(grant, scope)));
}

function covers(grant: string, scope: string): boolean {
  if (grant === scope) return true;
  const namespace = grant.endsWith(":*") ? grant.slice(0, -1) : "";
  // Without a namespace, or with several colons, a star would match across namespaces.
  return namespace.length > 1 && namespace.indexOf(":") === namespace.length - 1 && scope.startsWith(namespace);
}

/**
 * Returns a caller's grants from a provider, which is not called if every skill is public. Passes on what the provider
 * throws. The result is the `grants` of `createExecutor`.
 *
 * @example
 * const grants = await resolveGrants(skills, (context) => permissionsOf(context.userId), { userId: "u-17" });
 */
export async function resolveGrants<Context>(
  skills: AnySkills | readonly Skill[],
  provider: (context: Context) => MaybePromise<readonly string[]>,
  context: Context,
): Promise<readonly string[]> {
  const list = "listForDir" in skills ? skills.listForDir("") : skills;
  return list.some(({ requiredScope }) => requiredScope.length > 0) ? provider(context) : [];
}
