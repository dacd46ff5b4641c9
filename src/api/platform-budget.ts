/** Checks the size of an output against the limits of the platform that it is for. */
import { createFindings, type Findings } from "../diagnostics/index.ts";
import { thousands } from "../diagnostics/rule.ts";
import type { Config } from "../model/config.ts";
import type { FindingGroup } from "../model/finding.ts";
import type { ContentFailure } from "../model/output.ts";
import { assess, findPlatform, type OutputFigures, type PlatformRow } from "../platforms/index.ts";
import { targetRules } from "../targets/rules.ts";
import { createSizeMeter, drain, type BuildFigures } from "./figures.ts";
import { openSavedOutput } from "./kept/saved-outputs.ts";
import { countSkills, type Snapshot } from "./snapshot.ts";

const WHAT: Readonly<Record<PlatformRow["what"], string>> = {
  raw: "the size of the module",
  gzip: "the compressed size of the module",
  files: "the number of files in assets/",
  startup: "the estimated time to start the module",
  memory: "the estimated memory of the module at startup",
};

const SHOWN: Partial<Record<PlatformRow["what"], (value: number) => string>> = {
  startup: (value) => `${value} ms`,
  files: thousands,
};

/** Reports what is over a limit; `index` is the position of the output in the config. */
export function reportPlatformLimits(config: Config, index: number, figures: OutputFigures, findings: Findings): void {
  const name = config.outputs[index]?.platform;
  const platform = name === undefined ? undefined : findPlatform(name);
  if (platform === undefined) return;
  const [source] = config.sources;
  const fallback = { file: config.file ?? (source?.kind === "directory" ? source.dir : ".") };
  const at = config.place?.(["outputs", index, "platform"]) ?? fallback;
  for (const { what, actual, limit, ok, severity, note } of assess(platform, figures)) {
    if (ok) continue;
    const show = SHOWN[what] ?? showBytes;
    const args = { platform: platform.label, what: WHAT[what], actual: show(actual), limit: show(limit), note };
    findings.add(targetRules["platform-limit"], at, { ...args, certain: severity === "error" });
  }
}

/**
 * Builds the outputs for a platform in memory, to measure them.
 *
 * @param cache Absolute path of the cache of this build of skillc; undefined for none.
 */
export function measureOutputs(snapshot: Snapshot, cache?: string): FindingGroup {
  const findings = createFindings();
  const { config } = snapshot;
  for (const [index, { outDir, platform }] of config?.outputs.entries() ?? []) {
    const measured = platform === undefined ? undefined : measureOutput(snapshot, outDir, cache);
    if (config === undefined || measured === undefined) continue;
    reportUnreadable(measured.failures, findings);
    reportPlatformLimits(config, index, measured.figures, findings);
  }
  return findings;
}

/** Builds one output in memory, to measure it; undefined after a check, or if there is no such output. */
export function measureOutput(
  snapshot: Snapshot,
  outDir: string,
  cache?: string,
): { readonly figures: BuildFigures; readonly failures: readonly ContentFailure[] } | undefined {
  if (snapshot.catalog(outDir) === undefined) return undefined;
  const saved = openSavedOutput(cache, outDir);
  const meter = createSizeMeter((file) => saved.get(file));
  const failures = drain(meter.measure(snapshot.outputs(outDir)));
  return { figures: meter.figures(countSkills(snapshot, outDir)), failures };
}

/** Reports contents that changed after they were measured, each once. */
export function reportUnreadable(failures: readonly ContentFailure[], findings: Findings): void {
  for (const path of new Set(failures.map(({ location }) => location)))
    findings.add(targetRules["file-changed"], { file: path }, { path });
}

function showBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(2)} MB`;
}
