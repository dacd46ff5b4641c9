import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import { isAboutTool, parseToolPattern } from "./tool-pattern.ts";

/**
 * Returns a skill's allowed tools, capped to the tools of the pack, sorted. With a cap, a pattern becomes the tools that
 * it matches: `mcp__*` every MCP tool of the pack.
 */
export function effectiveTools(
  allowedTools: readonly string[],
  packTools: readonly string[] | undefined,
  profile: Pick<RuntimeProfile, "toolPatterns" | "toolList">,
): readonly string[] {
  const tools = packTools === undefined ? allowedTools : capTools(allowedTools, packTools, profile);
  return (profile.toolList === "distinct" ? [...new Set(tools)] : [...tools]).sort();
}

/** Returns the available tools that an entry of `allowed-tools` matches; literal entries keep their order. */
export function capTools(
  allowedTools: readonly string[],
  available: readonly string[],
  { toolPatterns }: Pick<RuntimeProfile, "toolPatterns">,
): readonly string[] {
  if (toolPatterns === "literal") return allowedTools.filter((tool) => available.includes(tool));
  const patterns = allowedTools.map(parseToolPattern);
  return available.filter((tool) => patterns.some((pattern) => isAboutTool(pattern, tool)));
}
