/** Compiles through any Host and collects what would be written. */
import { compile } from "../../src/compile.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import type { UserConfig } from "../../src/config/user-config.ts";
import { createReport } from "../../src/diagnostics/index.ts";
import type { Host } from "../../src/model/host.ts";
import type { Linked } from "../../src/model/linked.ts";
import { profileNames } from "../../src/profiles/index.ts";
import { emittedFiles } from "../support/emitted-files.ts";

export interface Outputs {
  readonly linked: Linked;
  /** Contents by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Invalid skills are kept where that is possible: what is compared are outputs, not verdicts. */
export async function compileOutputs(host: Host, user: UserConfig): Promise<Outputs> {
  const report = createReport({ profile: [user.profile ?? "standard"].flat()[0] ?? "standard" });
  const config = resolveConfig({ user, host, report, profiles: profileNames, rules: () => true });
  if (config === undefined) throw new Error(report.diagnostics()[0]?.message);
  const { linked, outputs } = await compile({ config, host, report });
  return { linked, files: emittedFiles(outputs) };
}
