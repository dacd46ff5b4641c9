import { inspect } from "../compile.ts";
import type { UserConfig } from "../config/user-config.ts";
import { createReport, rulesMatching } from "../diagnostics/index.ts";
import { createMemoryHost } from "../host/index.ts";
import { profileNames } from "../profiles/index.ts";
import { withFingerprints } from "./baseline.ts";
import { checkFurtherProfiles, mergeProfiles } from "./further-profiles.ts";
import type { CheckResult } from "./check.ts";
import { exitCodeOf, summarize } from "./outcome.ts";

/**
 * Checks skills that are on no disk: an editor's buffers, an upload, a test.
 *
 * @param files Contents by POSIX path.
 * @param config A config as in `skillc.config.ts`; default: the directories `skills`, `.agents/skills`, `.claude/skills`.
 * @returns all findings; it never throws for bad input and never touches the disk.
 * @example
 * const { diagnostics } = await checkTree({ "skills/pdf/SKILL.md": "---\nname: pdf\n---\n" }, { profile: "spec" });
 */
export async function checkTree(
  files: Readonly<Record<string, string | Uint8Array>>,
  config: UserConfig = {},
): Promise<CheckResult> {
  const { resolveConfig } = await import("../config/resolve.ts");
  const host = createMemoryHost(files);
  const early = createReport({ profile: "standard" });
  const resolved = resolveConfig({
    user: {},
    overrides: config,
    host,
    report: early,
    profiles: profileNames,
    rules: (name) => rulesMatching(name).length > 0,
  });
  const report = createReport({
    profile: resolved?.profile ?? "standard",
    levels: resolved?.rules ?? {},
    overrides: resolved?.overrides ?? [],
  });
  const seen = resolved === undefined ? 0 : (await inspect({ config: resolved, host, report })).seen;
  const further = resolved === undefined ? [] : await checkFurtherProfiles(resolved, host);
  const diagnostics = withFingerprints([
    ...early.diagnostics(),
    ...mergeProfiles(resolved, report.diagnostics(), further),
  ]);
  const exitCode = exitCodeOf(diagnostics);
  const summary = summarize(seen, diagnostics);
  return {
    ok: exitCode === 0,
    exitCode,
    summary,
    diagnostics,
    staleBaseline: [],
    ...(resolved && { config: resolved }),
  };
}
