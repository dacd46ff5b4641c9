/** The tools that a skill adds. */
import type { RuntimeProfile } from "../profile/runtime-profile.ts";
import { isAboutTool, parseToolPattern } from "./tool-pattern.ts";

/**
 * Returns a skill's allowed tools, capped to the tools of the pack, sorted. With a cap, a pattern becomes the tools that
 * it matches: `mcp__*` every MCP tool of the pack.
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
