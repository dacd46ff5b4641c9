/** Where skills are by convention: those that an app ships, and those that assistants read while people write it. */

import { clientDirectories } from "./client-directories.ts";

export const appDirectories: readonly string[] = ["skills", "agent/skills"];

/** Directories of which a build without a config takes the first that exists. */
export const usualDirectories: readonly string[] = [...appDirectories, ".agents/skills", ".claude/skills"];

/** Directories of coding assistants that are not in the list of the skills CLI. */
const OTHERS =
  ".agent .amp .claude-plugin .cline .codex .copilot .cursor .factory .gemini .github .kilo .kilocode .omp .opencode .pi .vscode .zed";

/** Directories in which coding assistants look for the skills of the people who work on a project. */
const ASSISTANTS: ReadonlySet<string> = new Set([
  ...OTHERS.split(" "),
  ...Object.keys(clientDirectories).flatMap((path) => (path.startsWith(".") ? (path.split("/")[0] ?? []) : [])),
]);

/** Returns the directory of a coding assistant that a path is or is in: `app/.claude` of `app/.claude/skills/pdf`. */
export function assistantDirectory(path: string): string | undefined {
  const segments = path.split("/");
  const at = segments.findIndex((segment) => ASSISTANTS.has(segment));
  return at === -1 ? undefined : segments.slice(0, at + 1).join("/");
}
