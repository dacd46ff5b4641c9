/** The tools that a skill brings along. */
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import { isAboutTool, parseToolPattern } from "./tool-pattern.ts";

/**
 * Allowed tools under the cap of the tools that there are, sorted. With a cap, a pattern stands for the tools that it
 * is about: `mcp__*` for every MCP tool of the pack.
 */
export function effectiveTools(
  allowedTools: readonly string[],
  packTools: readonly string[] | undefined,
  { toolPatterns, toolList }: Pick<RuntimeProfile, "toolPatterns" | "toolList">,
): readonly string[] {
  let tools = allowedTools;
  if (packTools !== undefined && toolPatterns === "literal")
    tools = allowedTools.filter((tool) => packTools.includes(tool));
  else if (packTools !== undefined) {
    const patterns = allowedTools.map(parseToolPattern);
    tools = packTools.filter((tool) => patterns.some((pattern) => isAboutTool(pattern, tool)));
  }
  return (toolList === "distinct" ? [...new Set(tools)] : [...tools]).sort();
}
