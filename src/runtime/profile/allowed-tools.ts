/** What `allowed-tools` means: the specification lists approved tools, instructor-php blocks all others. */

/**
 * `approve`: calls that a pattern matches need no question, others are still allowed. `restrict`: others are refused.
 *
 * @example
 * createToolGate(active, { allowedTools: "restrict" satisfies AllowedToolsMode });
 */
export type AllowedToolsMode = "approve" | "restrict";

/** Returns the meaning for a catalog, from the profile that it was built with. */
export function allowedToolsOf(profile: string): AllowedToolsMode {
  return profile === "cognesy" ? "restrict" : "approve";
}
