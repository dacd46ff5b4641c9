import type { UserConfig } from "../config/user-config.ts";
import { createMemoryHost } from "../host/index.ts";
import { concludeCheck, type CheckResult } from "./check.ts";
import { createCompiler } from "./compiler.ts";

/**
 * Checks skills that are not on disk: editor buffers, an upload, a test.
 *
 * @param files Contents by POSIX path.
 * @param config A config as in `skillc.config.ts`; default: the directories `skills`, `agent/skills`, `.agents/skills`, `.claude/skills`.
 * @returns all findings; it never throws for bad input and never uses the disk.
 * @example
 * const { diagnostics } = await checkTree({ "skills/pdf/SKILL.md": "---\nname: pdf\n---\n" }, { profile: "spec" });
 */
export async function checkTree(
  files: Readonly<Record<string, string | Uint8Array>>,
  config: UserConfig = {},
): Promise<CheckResult> {
  const options = { cwd: "/project", config: false, overrides: config } as const;
  const compiler = createCompiler({ ...options, host: createMemoryHost(files) });
  return concludeCheck(await compiler.check(), options);
}
